import type { ToolRegistry } from '../../registry/tool-registry.ts';
import { withTool, type RequestedCall, type ResolvedCall } from '../../tool/call.ts';
import { fail, type Refusal } from '../../tool/refusal.ts';

/** Finds the tool: by name, alias or id, in the default version or the one that was asked for. */
export function resolve(call: RequestedCall, registry: ToolRegistry): ResolvedCall | Refusal {
  const { name, options } = call;
  const tool = registry.get(name, options.version);
  if (tool !== undefined) return withTool(call, tool);
  const [known, version] = asked(name, options.version);
  const versions = version === undefined ? [] : registry.versions(known);
  if (version === undefined || versions.length === 0) {
    return fail('tool_not_found', { name, suggestions: registry.suggest(name) });
  }
  return fail('version_not_found', {
    tool: known,
    version,
    available: versions.map((one) => one.version),
  });
}

/** `name@range` asks for a version as well as the option does. */
function asked(name: string, version: string | undefined): [name: string, version: string | undefined] {
  const at = name.lastIndexOf('@');
  return version === undefined && at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, version];
}
