import { isSecretName, targetOf, visible, type Explanation } from '@toolcrib/core';
import type { StoredRecord } from '../store/history/stored-history.ts';
import { UsageError } from './command-line.ts';
import { showTime } from './figures.ts';
import { historyTexts } from './history-texts.ts';
import type { OpenedSession, Session } from './session.ts';

interface PlannedReplay {
  readonly recorded: StoredRecord;
  /** What the replay would run, and as whom. */
  readonly explanation: Explanation;
}

/**
 * Whether the call is to be made again. An agent chose what the record says, and the replay has the rights of whoever makes it:
 * so it is shown in any case, and runs when a person says so, now or with `--yes`, or names the record that they have looked at
 * by its hash.
 */
export async function confirmReplay(
  { terminal, line, signal }: Session,
  opened: OpenedSession,
  planned: PlannedReplay,
): Promise<boolean> {
  const words = historyTexts(opened.locale);
  const { callId, hash } = planned.recorded;
  for (const row of toRows(planned, opened)) terminal.tell(visible(row));
  const { yes, no, hash: looked } = line.options;
  if (no) return false;
  // That the hash is the record's has been seen to where the record was found.
  if (yes || looked !== undefined) return true;
  if (!terminal.interactive)
    throw new UsageError(words.replayUnconfirmed(callId, hash), 'replay_unconfirmed');
  return /^(?:y|yes|是)$/iu.test((await terminal.ask(`${words.replayAsk} `, signal)).trim());
}

/** What was secret is not in the record, and what is given in its place need not stand in a log. */
function withoutSecrets(name: string, value: unknown): unknown {
  return isSecretName(name) && typeof value !== 'object' ? '[redacted]' : value;
}

function toRows(
  { recorded, explanation }: PlannedReplay,
  { service, texts, locale }: OpenedSession,
): string[] {
  const words = historyTexts(locale);
  const { agent, callId, time, status, errorCode, imported } = recorded;
  const { tool, permission, outcome, effects, stations } = explanation;
  const labels = words.replayFacts;
  const refusal = stations.find(({ decision }) => decision === 'refuse')?.reason;
  return [
    words.replayOf({
      callId,
      time: showTime(time, 'second'),
      agent,
      permission: service.permissionOf(agent),
      ended: errorCode === undefined ? status : `${status}: ${errorCode}`,
    }),
    ...(imported === true ? [words.replayImported] : []),
    words.replayRuns(explanation.agent, permission),
    `  ${labels.tool}: ${tool}`,
    `  ${labels.arguments}: ${JSON.stringify(explanation.arguments, withoutSecrets)}`,
    ...effects.map((effect) => `  ${labels.effect}: ${effect.kind} ${targetOf(effect)}`),
    `  ${labels.outcome}: ${texts.outcome[outcome]}${refusal === undefined ? '' : ` (${refusal})`}`,
    // What was not allowed to one may be allowed to the other.
    ...(status === 'blocked' && explanation.agent !== agent ? [words.replayRefused(agent)] : []),
  ];
}
