import { toWireText } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { fromKeyValues } from '../key-values.ts';
import { requireRecord } from '../require-record.ts';
import { openSession, type Session } from '../session.ts';
import { showResult } from '../show-result.ts';

/** `replay ID key=value …`: makes a recorded call again, as whoever calls now. The pairs stand in place of what was recorded. */
export async function replay(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [callId, ...pairs] = line.operands;
  if (callId === undefined) throw new UsageError(texts.needsArgument('replay', 'ID'));
  const opened = await openSession(session);
  const { service, callOptions } = opened;
  const recorded = await requireRecord(callId, opened);
  const record = line.options.latest ? { ...recorded, version: undefined } : recorded;
  const given = fromKeyValues(pairs, service.getTool(record.tool, record.version), opened.texts);
  const result = await service.replay(record, { ...callOptions, arguments: given });
  if (json) await terminal.writeJson(toWireText(result));
  else await showResult(result, terminal, opened.texts);
  return exitCodeOf([result.status]);
}
