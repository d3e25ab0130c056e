import type { StoredNode, StoredPlan } from './plan-store.ts';
import type { PlanEvent } from './plan-event.ts';
import type { EndedPlanState } from './snapshot.ts';

/** What is told when a node or an item has changed; undefined when that is not worth telling. */
export function toNodeEvent(planId: string, stored: StoredNode, time: number): PlanEvent | undefined {
  const { node, item, state, sequence, skipped, failure, callId = '', attempts } = stored;
  const facts = { planId, sequence, time, node, item };
  switch (state) {
    case 'waiting':
      return undefined;
    case 'running':
      // A fan-out as a whole has no call of its own.
      return { ...facts, type: 'node-start', callId, attempt: attempts };
    case 'parked':
      return { ...facts, type: 'node-parked', callId, attempt: attempts };
    default:
      return { ...facts, type: 'node-end', state, skipped, failure };
  }
}

export function toPlanEnd({ planId, state, failure, sequence, endedAt = 0 }: StoredPlan): PlanEvent {
  return { planId, sequence, time: endedAt, type: 'plan-end', state: state as EndedPlanState, failure };
}

/** What has happened after an event, as far as the last word about each node tells it. */
export function eventsAfter(
  after: number,
  { plan, nodes }: { readonly plan: StoredPlan; readonly nodes: readonly StoredNode[] },
): PlanEvent[] {
  const { planId, submittedAt, state } = plan;
  const events: PlanEvent[] = [];
  if (after < 1)
    events.push({ planId, sequence: 1, time: submittedAt, type: 'plan-start', name: plan.plan.name });
  const changed = nodes
    .filter(({ sequence }) => sequence > after)
    .toSorted((one, other) => one.sequence - other.sequence);
  for (const node of changed) {
    const event = toNodeEvent(planId, node, node.endedAt ?? node.startedAt ?? submittedAt);
    if (event !== undefined) events.push(event);
  }
  if (state !== 'running' && plan.sequence > after) events.push(toPlanEnd(plan));
  return events;
}
