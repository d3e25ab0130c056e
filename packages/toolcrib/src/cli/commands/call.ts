import { toWireText, visible, type ToolResult } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { fromKeyValues } from '../key-values.ts';
import { openSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import type { CliTexts } from '../texts.ts';

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
  else await show(result, session.terminal, opened.texts);
  return exitCodeOf([result.status]);
}

/** What a server or a tool says is shown, never obeyed by the terminal. */
async function show(result: ToolResult, terminal: Terminal, texts: CliTexts): Promise<void> {
  if (result.status === 'success') {
    const { output } = result;
    if (typeof output === 'string') await terminal.writeText(output);
    else await terminal.writeJson(JSON.stringify(output ?? null, null, 2));
    return;
  }
  terminal.tell(
    `${terminal.style('red', `${result.status} (${result.errorCode})`, 'error')} ${visible(result.error)}`,
  );
  if (result.remedy !== undefined) terminal.tell(`${texts.remedy}: ${visible(result.remedy)}`);
}
