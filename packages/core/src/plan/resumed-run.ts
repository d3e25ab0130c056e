import { decide, isUndecided, nodeOf, toUntried, type Decisions } from './decisions.ts';
import type { StoredNode, StoredPlan, StoredRun } from './plan-store.ts';

/** A run to go on with, and the nodes of it that are to be written. */
interface Resumed {
  readonly run: StoredRun;
  readonly reset: readonly StoredNode[];
}

/**
 * A plan that is taken up by the word of a person. What succeeded stays, what nobody knows the outcome of stays open unless it was
 * decided, and of a plan that has ended everything else is as if it had never been tried, but its calls are counted on.
 */
export function toResumed(taken: StoredRun, decisions: Decisions, now: number): Resumed {
  const { plan } = taken;
  const { nodes, changed } = decide(taken, decisions);
  if (plan.state === 'running') return { run: { plan, nodes }, reset: changed };
  const reset: StoredNode[] = [];
  const resumed = nodes.map((node) => {
    if (changed.includes(node)) reset.push(node);
    if (changed.includes(node) || node.state === 'succeeded' || node.skipped === 'decision') return node;
    const isOpen = isUndecided(node, nodeOf(plan.plan.nodes, node));
    const again: StoredNode = isOpen ? { ...node, state: 'outcome_unknown' } : toUntried(node);
    reset.push(again);
    return again;
  });
  return { run: { plan: again(plan, now), nodes: resumed }, reset };
}

function again(plan: StoredPlan, now: number): StoredPlan {
  const { timeout } = plan.plan;
  return {
    ...plan,
    state: 'running',
    deadline: timeout === undefined ? undefined : now + timeout,
    endedAt: undefined,
    failure: undefined,
    output: undefined,
  };
}
