import { decide, isUndecided, nodesById, toUntried, type DecideOptions } from './decisions.ts';
import type { StoredNode, StoredPlan, StoredRun } from './plan-store.ts';

interface ResumedRun {
  readonly run: StoredRun;
  /** The nodes of it that are to be written. */
  readonly reset: readonly StoredNode[];
}

/**
 * A plan that a person resumes. What succeeded stays. A node whose outcome is unknown stays so unless it was decided. Of a plan
 * that has ended, everything else is as if it had never been tried.
 */
export function toResumed(taken: StoredRun, options: DecideOptions): ResumedRun {
  const { plan } = taken;
  const { nodes, changed } = decide(taken, options);
  if (plan.state === 'running') return { run: { plan, nodes }, reset: changed };
  const isChanged = new Set(changed);
  const byId = nodesById(plan.plan);
  const reset: StoredNode[] = [];
  const resumed = nodes.map((node) => {
    if (isChanged.has(node)) reset.push(node);
    if (isChanged.has(node) || node.state === 'succeeded' || node.skipped === 'decision') return node;
    const isOpen = isUndecided(node, byId.get(node.node));
    const next: StoredNode = isOpen ? { ...node, state: 'outcome_unknown' } : toUntried(node);
    reset.push(next);
    return next;
  });
  return { run: { plan: toRunning(plan, options.now), nodes: resumed }, reset };
}

function toRunning(plan: StoredPlan, now: number): StoredPlan {
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
