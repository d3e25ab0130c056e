import { resolve } from 'node:path';
import { toDescriptor } from '@toolcrib/core';
import { SourceError } from '../../connectors/source-error.ts';
import { connectorTexts } from '../../connectors/texts.ts';
import { listed, toWireCapabilities } from '../../connectors/wasm/capabilities.ts';
import { parseLimits, toWireLimits, type PluginLimits } from '../../connectors/wasm/limits.ts';
import type { PluginFault } from '../../connectors/wasm/plugin-problem.ts';
import type { PluginInspection } from '../../connectors/wasm/plugins.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { pluginCliTexts, type PluginCliTexts } from '../plugin-texts.ts';
import { openSession, type OpenedSession, type Session } from '../session.ts';
import { visibleLines } from '../terminal.ts';

/** `register_custom_tool FILE`: takes a plugin in. What it asks for besides computing needs a person's yes. */
export async function registerCustomTool(session: Session): Promise<number> {
  const { terminal, texts, line } = session;
  const [operand] = line.operands;
  if (operand === undefined) throw new UsageError(texts.needsArgument(String(line.command), 'FILE'));
  const opened = await openSession(session);
  const words = pluginCliTexts(opened.locale);
  const file = resolve(operand);
  const limits = readLimits(line.options.limits, words);
  const plugins = await opened.plugins();
  const seen = await plugins.inspect(file, { limits });
  if (!(await isWelcome(session, opened, seen)))
    throw new SourceError(seen.name, { kind: 'plugin_not_granted', asked: listed(seen.asks) });
  const tool = await plugins.register(file, { limits, grant: seen.asks });
  const capabilities = toWireCapabilities(seen.asks);
  const answer = {
    status: 'success',
    tool: toDescriptor(tool),
    replaced: seen.replaces ?? null,
    digest: seen.digest,
    capabilities: { asked: capabilities, granted: capabilities },
    limits: toWireLimits(seen.limits),
  };
  await terminal.writeJson(JSON.stringify(answer, null, 2));
  terminal.tell(words.registered(tool.id, seen.replaces));
  return exitCodes.success;
}

/** What only computes, and says so in plain words, needs no question: that it is registered is the answer. */
async function isWelcome(
  { line, terminal, signal }: Session,
  { locale }: OpenedSession,
  { name, version, asks, suspicions }: PluginInspection,
): Promise<boolean> {
  const words = pluginCliTexts(locale);
  const asked = listed(asks);
  if (asked.length === 0 && suspicions.length === 0) return true;
  const { suspicion } = connectorTexts(locale);
  const lines = [
    ...(asked.length > 0 ? [words.asksFor(name, version), ...asked.map((one) => `  ${one}`)] : []),
    ...(suspicions.length > 0 ? [words.suspicious(name)] : []),
    ...suspicions.map(({ kind, path, words: cited }) => `  ${suspicion[kind]} (${path}): ${cited}`),
  ];
  terminal.tell(visibleLines(lines.join('\n')));
  if (line.options.yes) return true;
  if (line.options.no || !terminal.interactive) return false;
  return /^y(?:es)?$/iu.test((await terminal.ask(words.grant, signal)).trim());
}

function readLimits(given: string | undefined, words: PluginCliTexts): Partial<PluginLimits> | undefined {
  if (given === undefined) return undefined;
  try {
    return parseLimits(JSON.parse(given));
  } catch (error) {
    const { problem } = error as Partial<PluginFault>;
    const detail =
      problem?.kind === 'plugin_bad_descriptor' && 'field' in problem.fault
        ? problem.fault.field
        : (error as Error).message;
    throw new UsageError(words.badLimits(detail));
  }
}
