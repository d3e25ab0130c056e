import { toDescriptor, visible, type Tier, type Tool, type ToolType } from '@toolcrib/core';
import { exitCodes } from '../exit-codes.ts';
import { openSession, type Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';

/** `list`, `list_tools`: the tools that the agent may call. */
export async function list(session: Session): Promise<number> {
  const { terminal, json, line } = session;
  const { service, texts } = await openSession(session);
  const { agent, category, tag, tier, type } = line.options;
  const tools = service.listTools({ agent, category, tag, tier: tier as Tier, type: type as ToolType });
  if (json) {
    await terminal.write(JSON.stringify(tools.map(toDescriptor), null, 2));
  } else {
    for (const row of toRows(tools, terminal)) await terminal.write(row);
    terminal.tell(texts.tools(tools.length));
  }
  return exitCodes.success;
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
