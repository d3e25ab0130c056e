import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { pluginCliTexts } from '../plugin-texts.ts';
import { openSession, type Session } from '../session.ts';

/** `unregister_custom_tool NAME`: takes a plugin out, and tells who loses it. */
export async function unregisterCustomTool(session: Session): Promise<number> {
  const { terminal, texts, line } = session;
  const [name] = line.operands;
  if (name === undefined) throw new UsageError(texts.needsArgument(String(line.command), 'NAME'));
  const opened = await openSession(session);
  const words = pluginCliTexts(opened.locale);
  const { version, agents } = await (await opened.plugins()).unregister(name);
  await terminal.writeJson(
    JSON.stringify({ status: 'success', name, version: version ?? null, agents }, null, 2),
  );
  terminal.tell(words.unregistered(name));
  // Who does it knows it.
  for (const agent of agents) if (agent !== opened.callOptions.agent) terminal.tell(words.lost(agent, name));
  return exitCodes.success;
}
