import type { JsonValue } from '@toolcrib/core';
import {
  definePlan,
  largeOutput,
  toWirePlan,
  type PlanStanding,
  type StoredNode,
  type StoredPlan,
} from '@toolcrib/core/plan';
import type { PlanNodesTable, PlansTable } from '../databases/tables.ts';

interface Submission {
  readonly agent?: string;
  readonly requestedBy?: string;
  readonly task?: string;
  readonly input: StoredPlan['input'];
}

export function toPlanRow(stored: StoredPlan, runner: string): PlansTable {
  const { planId, plan, agent, requestedBy, task, input, submittedAt } = stored;
  return {
    plan_id: planId,
    name: searchable(plan.name),
    agent: agent === undefined ? null : searchable(agent),
    plan: JSON.stringify(toWirePlan(plan)),
    submission: JSON.stringify({ agent, requestedBy, task, input }),
    submitted_at: submittedAt,
    runner,
    cancel_reason: null,
    seal: null,
    ...toStandingRow(stored),
  };
}

/** PostgreSQL's texts cannot hold everything; what is found by these columns is read from the JSON beside them. */
export function searchable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

export function toStandingRow(
  standing: PlanStanding,
): Pick<PlansTable, 'state' | 'deadline' | 'ended_at' | 'failure' | 'output' | 'sequence'> {
  const { state, deadline, endedAt, failure, output, sequence } = standing;
  return {
    state,
    deadline: deadline === undefined ? null : Math.round(deadline),
    ended_at: endedAt ?? null,
    failure: toText(failure),
    output: toText(output),
    sequence,
  };
}

const plans = new Map<string, { readonly text: string; readonly plan: StoredPlan['plan'] }>();

/** A plan that is looked at again and again is read once. Another store may have another plan under the same id. */
function planOf({ plan_id, plan: text }: PlansTable): StoredPlan['plan'] {
  const known = plans.get(plan_id);
  if (known?.text === text) return known.plan;
  const plan = definePlan(JSON.parse(text));
  if (plans.size >= 100) plans.clear();
  plans.set(plan_id, { text, plan });
  return plan;
}

export function fromPlanRow(row: PlansTable): StoredPlan {
  const { agent, requestedBy, task, input } = JSON.parse(row.submission) as Submission;
  return {
    planId: row.plan_id,
    plan: planOf(row),
    agent,
    requestedBy,
    task,
    input,
    submittedAt: row.submitted_at,
    state: row.state as StoredPlan['state'],
    deadline: row.deadline ?? undefined,
    endedAt: row.ended_at ?? undefined,
    failure: fromText(row.failure) as StoredPlan['failure'],
    output: fromText(row.output) as JsonValue | undefined,
    sequence: row.sequence,
  };
}

export function toNodeRow(planId: string, node: StoredNode): PlanNodesTable {
  const output = toText(node.output);
  const bytes = output === null ? 0 : Buffer.byteLength(output);
  const isWithItems = node.items !== undefined && !node.replaced && bytes > largeOutput;
  return {
    plan_id: planId,
    node: node.node,
    item: node.item ?? -1,
    state: node.state,
    skipped: node.skipped ?? null,
    attempts: node.attempts,
    tries: node.tries,
    call_id: node.callId ?? null,
    started_at: node.startedAt ?? null,
    ended_at: node.endedAt ?? null,
    output: isWithItems ? null : output,
    output_bytes: bytes,
    failure: toText(node.failure),
    replaced: node.replaced ? 1 : 0,
    items: node.items ?? null,
    // Of a new node; of others it is written on its own.
    claimed: null,
    decided: toText(node.decided),
    sequence: node.sequence,
  };
}

/** `output` may be missing from the row: what is large is read when it is asked for. */
export function fromNodeRow(row: PlanNodesTable): StoredNode {
  return {
    node: row.node,
    item: row.item < 0 ? undefined : row.item,
    state: row.state as StoredNode['state'],
    skipped: (row.skipped ?? undefined) as StoredNode['skipped'],
    attempts: row.attempts,
    tries: row.tries,
    output: fromText(row.output) as JsonValue | undefined,
    failure: fromText(row.failure) as StoredNode['failure'],
    replaced: row.replaced === 1,
    // Only the last attempt counts: those before it have ended, or a person has decided about them.
    claimed: row.claimed?.startsWith(claimOf(row.attempts, '')) === true,
    decided: fromText(row.decided) as StoredNode['decided'],
    items: row.items ?? undefined,
    callId: row.call_id ?? undefined,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    sequence: row.sequence,
    ...(row.output_bytes > 0 && { outputBytes: row.output_bytes }),
  };
}

/** How an attempt is marked as claimed. */
export function claimOf(attempt: number, runner: string): string {
  return `${attempt} ${runner}`;
}

function toText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function fromText(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
