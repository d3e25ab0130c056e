import type { Tool, ToolService } from '@toolcrib/core';

/** The tool of a name; throws, with what there is instead, when there is none. */
export function requireTool(name: string, { registry }: ToolService): Tool {
  const tool = registry.get(name);
  if (tool === undefined) throw registry.notFound(name);
  return tool;
}
