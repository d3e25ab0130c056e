import { toWireText } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { confirmReplay } from '../confirm-replay.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { fromKeyValues } from '../key-values.ts';
import { requireRecord } from '../require-record.ts';
import { openSession, type Session } from '../session.ts';
import { showResult } from '../show-result.ts';

/** `replay ID key=value …`: makes a recorded call again, as whoever calls now. The pairs stand in place of what was recorded. */
export async function replay(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [id, ...pairs] = line.operands;
  if (id === undefined) throw new UsageError(texts.needsArgument('replay', 'ID'));
  const opened = await openSession(session);
  const { service, callOptions } = opened;
  const recorded = await requireRecord(id, opened, { hash: line.options.hash });
  const record = line.options.latest ? { ...recorded, version: undefined } : recorded;
  const given = fromKeyValues(pairs, service.getTool(record.tool, record.version), opened.texts);
  const options = { ...callOptions, arguments: given };
  const explanation = await service.explainReplay(record, options);
  if (!(await confirmReplay(session, opened, { recorded, explanation }))) return exitCodes.blocked;
  const result = await service.replay(record, options);
  if (json) await terminal.writeJson(toWireText(result));
  else await showResult(result, terminal, opened.texts);
  return exitCodeOf([result.status]);
}
