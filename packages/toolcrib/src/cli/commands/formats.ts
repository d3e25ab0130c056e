import { formatTools, visible } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireTool } from '../require-tool.ts';
import { openSession, type Session } from '../session.ts';

/** `formats PROVIDER`: the tools as a provider of models wants them. With `--json` also what had to be changed. */
export async function formats(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [provider] = line.operands;
  if (provider === undefined) throw new UsageError(texts.needsArgument('formats', 'PROVIDER'));
  const { service, callOptions, texts: words } = await openSession(session);
  const { tools: names, strict } = line.options;
  const { agent = '' } = callOptions;
  const offered = service.listTools({ agent });
  const wanted = names?.split(',').map((name) => requireTool(name.trim(), service));
  const missing = wanted?.find((tool) => !offered.includes(tool));
  if (missing !== undefined) {
    terminal.tell(visible(words.notOffered(missing.id, agent)));
    return exitCodes.blocked;
  }
  const { tools, changes } = formatTools(provider, offered, {
    ...(wanted !== undefined && { allowedTools: wanted.map(({ id }) => id) }),
    ...(strict !== undefined && { strict }),
  });
  await terminal.writeJson(JSON.stringify(json ? { tools, changes } : tools, null, 2));
  if (!json && changes.length > 0) terminal.tell(words.changed(changes.length));
  return exitCodes.success;
}
