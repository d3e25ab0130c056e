import { createError, type Tool, type ToolService } from '@toolcrib/core';

/** The tool of a name; throws, with what there is instead, when there is none. */
export function requireTool(name: string, { registry }: ToolService): Tool {
  const tool = registry.get(name);
  if (tool !== undefined) return tool;
  // `name@range` of a tool that is there asks for a version that is not.
  const at = name.lastIndexOf('@');
  const [known, version] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  const available = registry.versions(known).map((one) => one.version);
  throw available.length === 0
    ? createError('tool_not_found', { name, suggestions: registry.suggest(name) })
    : createError('version_not_found', { tool: known, version, available });
}
