import { formatTools } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';

/** `formats PROVIDER`: the tools as a provider of models wants them. With `--json` also what had to be changed. */
export async function formats(session: Session): Promise<number> {
  const { terminal, texts, json, line } = session;
  const [provider] = line.operands;
  if (provider === undefined) throw new UsageError(texts.needsArgument('formats', 'PROVIDER'));
  const { service, callOptions, texts: words } = await openSession(session);
  const { tools: allowed, strict } = line.options;
  const { tools, changes } = formatTools(provider, service.listTools({ agent: callOptions.agent }), {
    ...(allowed !== undefined && { allowedTools: allowed.split(',') }),
    ...(strict !== undefined && { strict }),
  });
  await terminal.writeJson(JSON.stringify(json ? { tools, changes } : tools, null, 2));
  if (!json && changes.length > 0) terminal.tell(words.changed(changes.length));
  return exitCodes.success;
}
