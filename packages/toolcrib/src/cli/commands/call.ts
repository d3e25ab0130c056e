import { toWireText } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { fromKeyValues } from '../key-values.ts';
import { openSession, type Session } from '../session.ts';
import { showResult } from '../show-result.ts';

/** `call NAME key=value …`: calls one tool. The output goes to standard output, what went wrong to standard error. */
export async function call(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [name, ...pairs] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument('call', 'NAME'));
  const opened = await openSession(session);
  const { service, callOptions } = opened;
  const given = fromKeyValues(pairs, service.getTool(name), texts);
  const result = await service.execute(name, given, callOptions);
  if (json) await terminal.writeJson(toWireText(result));
  else await showResult(result, terminal, opened.texts);
  return exitCodeOf([result.status]);
}
