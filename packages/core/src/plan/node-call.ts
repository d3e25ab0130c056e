import type { NodeCall } from './engine.ts';
import { keyOf } from './node-record.ts';
import type { NodeRun } from './progress.ts';
import type { Variables } from '../tool/variables.ts';

export interface CallFacts {
  readonly planId: string;
  readonly agent: string | undefined;
  readonly requestedBy?: string | undefined;
  readonly task: string | undefined;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  readonly claim: () => Promise<boolean>;
}

/** The call of one run. The key stays the same for ever; each attempt has an id of its own, which a restart finds again. */
export function toNodeCall(run: NodeRun, facts: CallFacts): NodeCall {
  const { node } = run;
  const { planId, agent, requestedBy, task, variables, signal, claim } = facts;
  return {
    tool: node.tool,
    arguments: node.arguments,
    options: {
      callId: callIdOf(planId, run),
      parentCallId: planId,
      idempotencyKey: `${planId}:${keyOf({ node: node.id, item: run.item })}`,
      version: node.version,
      agent,
      requestedBy,
      task,
      variables,
      timeout: node.timeout,
      retries: node.retries,
      signal,
      claim,
    },
  };
}

export function callIdOf(planId: string, { node, item, attempt }: NodeRun): string {
  return `${planId}:${keyOf({ node: node.id, item })}#${attempt}`;
}
