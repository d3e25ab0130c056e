import { withCaller, type ResolvedCall, type ScopedCall } from '../../tool/call.ts';
import { block, isRefusal, type Refusal } from '../../tool/refusal.ts';
import type { Agents } from '../agents.ts';

/** Is the tool among those that this agent is given? An agent that nobody configured is given nothing. */
export function scope(call: ResolvedCall, agents: Agents): ScopedCall | Refusal {
  const { agent } = call.options;
  const scoped = agents.find(agent);
  if (isRefusal(scoped)) return scoped;
  const { caller, allows } = scoped;
  if (allows(call.tool)) return withCaller(call, caller);
  const allowList = caller.allowList ?? '';
  return block('not_in_scope', { tool: call.tool.name, agent: String(agent), allowList }, allowList);
}
