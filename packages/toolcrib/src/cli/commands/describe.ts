import { toDescriptor, toPage } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireTool } from '../require-tool.ts';
import { openSession, type Session } from '../session.ts';

/** `describe NAME`, `get_tool_descriptor NAME`: everything a caller needs to know of a tool. */
export async function describe(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [name] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument(String(line.command), 'NAME'));
  const { service, locale } = await openSession(session);
  const tool = requireTool(name, service);
  if (json) await terminal.writeJson(JSON.stringify(toDescriptor(tool), null, 2));
  else await terminal.writeText(toPage(tool, locale).trimEnd());
  return exitCodes.success;
}
