import { withTool, type RequestedCall, type ResolvedCall } from '../../tool/call.ts';
import { block, fail, type Refusal } from '../../tool/refusal.ts';
import type { House } from '../house.ts';

/**
 * Finds the tool: by name, alias or id, in the version that the caller is shown or the one that was asked for. What the
 * caller may not use is found too, so that the stations after this one can say why not.
 */
export function resolve(
  call: RequestedCall,
  { registry, agents }: Pick<House, 'registry' | 'agents'>,
): ResolvedCall | Refusal {
  const { name, options } = call;
  const shown = registry.get(name, options.version, agents.shownTo(options.agent));
  const tool = shown ?? registry.get(name, options.version);
  if (tool !== undefined) return withTool(call, tool);
  const held = registry.heldBack(name);
  if (held !== undefined) return block('tool_held_back', { tool: name, ...held }, held.source);
  const { code, data } = registry.notFound(name, options.version);
  return fail(code, data);
}
