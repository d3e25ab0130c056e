import type { JsonValue } from '../schema/json-schema.ts';
import { undecidedOf } from './decisions.ts';
import { graphOf, type GraphNode } from './graph.ts';
import type { StoredNode, StoredPlan, StoredRun } from './plan-store.ts';
import { keyOf } from './node-record.ts';
import {
  largeOutput,
  type ItemCounts,
  type NodeOutput,
  type NodeSnapshot,
  type PlanResult,
  type PlanSnapshot,
  type PlanSummary,
} from './snapshot.ts';

/** A plan as it is told, from what is kept of it. */
export function toSnapshot({ plan: stored, nodes }: StoredRun): PlanSnapshot {
  const { plan, input, deadline, sequence } = stored;
  const byId = new Map<string, StoredNode>();
  const items = new Map<string, StoredNode[]>();
  for (const node of nodes) {
    if (node.item === undefined) byId.set(node.node, node);
    else if (items.get(node.node)?.push(node) === undefined) items.set(node.node, [node]);
  }
  const graph = graphOf(plan);
  return {
    ...toSummary(stored),
    description: plan.description,
    input,
    deadline,
    nodes: graph.nodes.map((node) =>
      toNode(
        stored.planId,
        node,
        byId.get(node.node.id),
        items.get(node.node.id) ?? [],
        (index) => graph.nodes[index]?.node.id ?? '',
      ),
    ),
    undecided: undecidedOf({ plan: stored, nodes }),
    sequence,
  };
}

export function toSummary(stored: StoredPlan): PlanSummary {
  const { planId, plan, state, agent, task, submittedAt, endedAt, failure } = stored;
  return { planId, name: plan.name, state, agent, task, submittedAt, endedAt, failure };
}

export function toResult(stored: StoredPlan): PlanResult {
  const { state, endedAt, output } = stored;
  return { ...toSummary(stored), state, endedAt, output: output ?? null } as PlanResult;
}

function toNode(
  planId: string,
  { node, dependsOn }: GraphNode,
  stored: StoredNode | undefined,
  items: readonly StoredNode[],
  idOf: (index: number) => string,
): NodeSnapshot {
  const { total, isFanOut } = { total: stored?.items, isFanOut: node.forEach !== undefined };
  const times = items.flatMap(({ startedAt }) => startedAt ?? []);
  return {
    id: node.id,
    tool: node.tool,
    state: stored?.state ?? 'waiting',
    skipped: stored?.skipped,
    dependsOn: dependsOn.map(({ index }) => idOf(index)),
    attempts: items.reduce((sum, { attempts }) => sum + attempts, stored?.attempts ?? 0),
    callId: stored?.callId,
    startedAt: stored?.startedAt ?? (times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined),
    endedAt: stored?.endedAt,
    output: stored && toOutput(planId, stored),
    failure: stored?.failure,
    replaced: stored?.replaced ?? false,
    decided: stored?.decided,
    items: isFanOut && total !== undefined ? countItems(total, items) : undefined,
  };
}

function countItems(total: number, items: readonly StoredNode[]): ItemCounts {
  const count = (state: string): number => items.filter((item) => item.state === state).length;
  return { total, succeeded: count('succeeded'), failed: count('failed'), skipped: count('skipped') };
}

function toOutput(planId: string, stored: StoredNode): NodeOutput | undefined {
  const { state, output, outputBytes } = stored;
  if (state !== 'succeeded') return undefined;
  const bytes = outputBytes ?? sizeOf(output ?? null);
  return bytes > largeOutput ? { ref: `${planId}/${keyOf(stored)}`, bytes } : { value: output ?? null };
}

const sizes = new WeakMap<object, number>();

/** How many bytes a value takes as JSON; asked once for each object. */
function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null)
    return new TextEncoder().encode(JSON.stringify(value)).length;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = new TextEncoder().encode(JSON.stringify(value)).length;
  sizes.set(value, size);
  return size;
}
