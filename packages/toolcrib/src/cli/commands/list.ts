import { tiers, toDescriptor, visible, type Tier, type Tool } from '@toolcrib/core';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** `list`, `list_tools`: the tools that the agent may call. */
export async function list(session: Session): Promise<number> {
  const { terminal, json, line } = session;
  const { category, tag, type } = line.options;
  const tier = readTier(session);
  const { service, texts, callOptions } = await openSession(session);
  const tools = service
    .listTools({ agent: callOptions.agent, category, tag, tier })
    .filter((tool) => type === undefined || tool.type === type);
  if (json) {
    await terminal.writeJson(JSON.stringify(tools.map(toDescriptor), null, 2));
  } else {
    for (const row of toRows(tools, terminal)) await terminal.write(row);
    terminal.tell(texts.tools(tools.length));
  }
  return exitCodes.success;
}

function readTier({ line, texts }: Session): Tier | undefined {
  const { tier } = line.options;
  const known = tiers.find((one) => one === tier);
  if (known === undefined && tier !== undefined) throw new UsageError(texts.unknownTier(tier, tiers));
  return known;
}

function toRows(tools: readonly Tool[], terminal: Terminal): string[] {
  const width = Math.max(0, ...tools.map(({ name }) => name.length));
  const level = Math.max(0, ...tools.map(({ permission }) => permission.length));
  return tools.map(({ name, permission, shortDescription }) =>
    [
      terminal.style('bold', name.padEnd(width)),
      terminal.style('dim', permission.padEnd(level)),
      visible(shortDescription),
    ].join('  '),
  );
}
