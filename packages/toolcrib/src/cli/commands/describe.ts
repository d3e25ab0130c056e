import { toDescriptor, toPage, unwrap } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';

/** `describe NAME`, `get_tool_descriptor NAME`: everything a caller needs to know of a tool. */
export async function describe(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [name] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument(String(line.command), 'NAME'));
  const { service, locale } = await openSession(session);
  const tool = service.getTool(name);
  // The corridor knows best how to say that there is no such tool.
  if (tool === undefined) return Number(unwrap(await service.execute(name)));
  await terminal.write(json ? JSON.stringify(toDescriptor(tool), null, 2) : toPage(tool, locale).trimEnd());
  return exitCodes.success;
}
