import type { ToolRegistry } from '../../registry/tool-registry.ts';
import { reject, type Refusal, type RequestedCall, type ResolvedCall } from '../../tool/call.ts';

/** Finds the tool: by name, alias or id, in the default version or the one that was asked for. */
export function resolve(call: RequestedCall, registry: ToolRegistry): ResolvedCall | Refusal {
  const { name, options } = call;
  const tool = registry.get(name, options.version);
  if (tool !== undefined) return { ...call, tool };
  const versions = registry.versions(name);
  if (versions.length === 0 || options.version === undefined) {
    return reject('tool_not_found', { name, suggestions: registry.suggest(name) });
  }
  const available = versions.map(({ version }) => version);
  return reject('version_not_found', { tool: name, version: options.version, available });
}
