import type { MessageFacts } from '../../messages/facts.ts';
import { withCaller, type ResolvedCall, type ScopedCall } from '../../tool/call.ts';
import { block, type Refusal } from '../../tool/refusal.ts';
import { RegistryError } from '../../tool/errors.ts';
import type { Agents, ScopedCaller } from '../agents.ts';

/** Is the tool among those that this agent is given? An agent that nobody configured is given nothing. */
export function scope(call: ResolvedCall, agents: Agents): ScopedCall | Refusal {
  const { agent } = call.options;
  let scoped: ScopedCaller | undefined;
  try {
    scoped = agents.find(agent);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unknown_allow_list') throw error;
    const data = error.data as MessageFacts['unknown_allow_list'];
    return block('unknown_allow_list', data, `agents.${agent}.allow_list`);
  }
  if (scoped === undefined) {
    return block('unknown_agent', { agent: String(agent), known: agents.ids() }, 'agents');
  }
  const { caller, allows } = scoped;
  if (allows(call.tool)) return withCaller(call, caller);
  const allowList = caller.allowList ?? '';
  return block('not_in_scope', { tool: call.tool.name, agent: String(agent), allowList }, allowList);
}
