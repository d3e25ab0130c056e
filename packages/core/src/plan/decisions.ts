import { createError } from '../tool/errors.ts';
import type { Decisions, NodeDecision } from './node-decision.ts';
import { keyOf } from './node-record.ts';
import type { Plan, PlanNode } from './plan.ts';
import type { StoredNode, StoredRun } from './plan-store.ts';
import type { UndecidedCall } from './snapshot.ts';

export interface DecideOptions {
  readonly decisions: Decisions;
  readonly by: string | undefined;
  readonly now: number;
}

interface DecidedRun {
  readonly nodes: readonly StoredNode[];
  /** Those of them that are to be written. */
  readonly changed: readonly StoredNode[];
}

/** Applies decisions to the nodes of a run. Throws `nothing_to_decide` for a node whose outcome is not unknown. */
export function decide(run: StoredRun, { decisions, by, now }: DecideOptions): DecidedRun {
  const { planId } = run.plan;
  const open = openNodes(run);
  for (const node of Object.keys(decisions))
    if (!open.some((one) => node === one.node || node === keyOf(one)))
      throw createError('nothing_to_decide', { plan: planId, node });
  const isOpen = new Set(open);
  const changed: StoredNode[] = [];
  const nodes = run.nodes.map((node) => {
    const chosen = isOpen.has(node) ? (decisions[keyOf(node)] ?? decisions[node.node]) : undefined;
    if (chosen === undefined) return node;
    const decided = { ...toDecided(node, chosen), decided: { decision: chosen.decision, by, time: now } };
    changed.push(decided);
    return decided;
  });
  return { nodes, changed };
}

/** What waits for a decision. While the plan runs, nothing does: what is under way there may still end. */
export function undecidedOf(run: StoredRun): readonly UndecidedCall[] {
  if (run.plan.state === 'running') return [];
  return openNodes(run).map((node) => ({ name: keyOf(node), callId: node.callId }));
}

function openNodes({ plan: { plan }, nodes }: StoredRun): readonly StoredNode[] {
  const byId = nodesById(plan);
  return nodes.filter((node) => isUndecided(node, byId.get(node.node)));
}

/**
 * Whether a call may have run and nobody knows: it was under way when its process was lost, or was cut off. Of a fan-out only
 * the items are decided.
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

export function nodesById({ nodes }: Plan): ReadonlyMap<string, PlanNode> {
  return new Map(nodes.map((node) => [node.id, node]));
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

function toDecided(node: StoredNode, chosen: NodeDecision): StoredNode {
  const plain: StoredNode = { ...node, failure: undefined, claimed: undefined };
  switch (chosen.decision) {
    case 'done':
      return { ...plain, state: 'succeeded', output: chosen.output ?? null };
    case 'skip':
      return { ...plain, state: 'skipped', skipped: 'decision' };
    case 'retry':
      return toUntried(plain);
  }
}
