import { createError } from '../tool/errors.ts';
import { keyOf } from './node-record.ts';
import type { PlanNode } from './plan.ts';
import type { StoredNode, StoredRun } from './plan-store.ts';

/** What a person says of a call that may have acted: it was done, it is to be made again, or the plan goes on without it. */
export const nodeDecisions = ['done', 'retry', 'skip'] as const;
export type NodeDecision = (typeof nodeDecisions)[number];
export type Decisions = { readonly [node: string]: NodeDecision };

interface Decided {
  readonly nodes: readonly StoredNode[];
  readonly changed: readonly StoredNode[];
}

/** What has become of the nodes by the word of a person. Throws for one that waits for no word. */
export function decide({ plan: { planId, plan }, nodes }: StoredRun, decisions: Decisions): Decided {
  const open = nodes.filter((node) => isUndecided(node, nodeOf(plan.nodes, node)));
  for (const node of Object.keys(decisions))
    if (!open.some((one) => node === one.node || node === keyOf(one)))
      throw createError('nothing_to_decide', { plan: planId, node });
  const changed: StoredNode[] = [];
  const decided = nodes.map((node) => {
    const decision = open.includes(node) ? (decisions[keyOf(node)] ?? decisions[node.node]) : undefined;
    if (decision === undefined) return node;
    changed.push(toDecided(node, decision));
    return changed.at(-1) as StoredNode;
  });
  return { nodes: decided, changed };
}

/**
 * Whether nobody knows what became of a call: it was under way when its process was lost, or was cut off. A fan-out as a whole
 * is never asked about, only its items are.
 */
export function isUndecided(
  { item, state, failure, claimed }: StoredNode,
  node: PlanNode | undefined,
): boolean {
  if (item === undefined && node?.forEach !== undefined) return false;
  if (state === 'running' || state === 'parked') return claimed === true;
  const wasCutOff = (state === 'failed' || state === 'cancelled') && failure?.outcomeUnknown === true;
  return state === 'outcome_unknown' || (wasCutOff && node?.onUnknown !== 'retry');
}

export function nodeOf(nodes: readonly PlanNode[], { node }: StoredNode): PlanNode | undefined {
  return nodes.find(({ id }) => id === node);
}

function toDecided(node: StoredNode, decision: NodeDecision): StoredNode {
  const plain = { ...node, failure: undefined, claimed: undefined };
  switch (decision) {
    case 'done':
      return { ...plain, state: 'succeeded', output: null };
    case 'skip':
      return { ...plain, state: 'skipped', skipped: 'decision' };
    case 'retry':
      return toUntried(plain);
  }
}

/** As if it had never been tried, but its calls are counted on. */
export function toUntried(node: StoredNode): StoredNode {
  return {
    ...node,
    state: 'waiting',
    skipped: undefined,
    tries: 0,
    failure: undefined,
    claimed: undefined,
    startedAt: undefined,
    endedAt: undefined,
  };
}
