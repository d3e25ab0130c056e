import { createError, toDescriptor, toPage, type ToolRegistry } from '@toolcrib/core';
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
  if (tool === undefined) throw notFound(name, service.registry);
  if (json) await terminal.writeJson(JSON.stringify(toDescriptor(tool), null, 2));
  else await terminal.writeText(toPage(tool, locale).trimEnd());
  return exitCodes.success;
}

/** `name@range` of a tool that is there asks for a version that is not. */
function notFound(name: string, registry: ToolRegistry): Error {
  const at = name.lastIndexOf('@');
  const [tool, version] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  const available = registry.versions(tool).map((one) => one.version);
  return available.length === 0
    ? createError('tool_not_found', { name, suggestions: registry.suggest(name) })
    : createError('version_not_found', { tool, version, available });
}
