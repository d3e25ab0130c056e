import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Explanation } from '../../parts/explanation.tsx';
import { Given } from '../../parts/given.tsx';
import { Arguments } from '../../parts/json.tsx';
import { Modal } from '../../parts/modal.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { texts } from '../../texts/texts.ts';

interface ReplayDialogProps {
  readonly record: Output<'get_record'>;
  /** The version of today instead of the recorded one. */
  readonly latest: boolean;
  /** Is told as whom it is to run: what was shown. */
  readonly onAccept: (as: string | undefined) => void;
  readonly onClose: () => void;
}

/** Whose call it was, what would run and with whose rights. Nothing can be accepted before that is shown. */
export function ReplayDialog({ record, latest, onAccept, onClose }: ReplayDialogProps): JSX.Element {
  const words = texts.value.history;
  const { call_id, hash } = record;
  const { data, problem, again } = useAnswer(
    (signal) => ask('explain_replay', { call_id, hash, latest }, signal),
    [call_id, hash, latest],
  );
  const accept = data && (() => onAccept(data.replay.agent));
  return (
    <Modal label={words.replayTitle} class="question" onClose={onClose} onAccept={accept}>
      <header>
        <h2 tabIndex={-1}>{words.replayTitle}</h2>
      </header>
      <div class="body stack">
        {problem && <ProblemNote problem={problem} onRetry={again} />}
        {data && <Planned planned={data} />}
      </div>
      <footer>
        <button
          type="button"
          class="main"
          disabled={accept === undefined}
          onClick={accept}
          title="Ctrl+Enter"
        >
          {words.replay}
        </button>
        <button type="button" onClick={onClose} title="Esc">
          {words.dontReplay}
        </button>
      </footer>
    </Modal>
  );
}

function Planned({ planned }: { readonly planned: Output<'explain_replay'> }): JSX.Element {
  const words = texts.value.history;
  const { record, recorded_permission: permission, replay } = planned;
  const { agent, status, error_code: code, imported } = record;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.facts.id, record.call_id],
    [words.facts.givenId, record.given_id],
    [words.madeBy, withLevel(agent, permission ?? undefined)],
    [words.endedWith, [status, code].filter(Boolean).join(': ')],
    [words.facts.imported, imported === true ? words.facts.importedYes : undefined],
    [words.facts.tool, replay.tool],
    [words.runsAs, withLevel(replay.agent, replay.permission)],
  ];
  return (
    <>
      {status === 'blocked' && agent !== replay.agent && <p class="note bad">{words.wasRefused}</p>}
      <dl class="facts">
        {facts.map(
          ([name, value]) =>
            value !== undefined && [
              <dt>{name}</dt>,
              <dd>
                <Given text={value} most={500} />
              </dd>,
            ],
        )}
      </dl>
      <h3>{words.arguments}</h3>
      <Arguments value={replay.arguments} />
      <Explanation explanation={replay} />
    </>
  );
}

function withLevel(agent: string | undefined, permission: string | undefined): string {
  const words = texts.value.history;
  return `${agent ?? words.application} (${permission ?? words.notConfigured})`;
}
