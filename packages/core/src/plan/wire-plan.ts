import type { Locale } from '../messages/catalog.ts';
import { planProblemText, type PlanProblem } from '../messages/plan-problem.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { snakeKeys } from '../tool/wire.ts';
import { planDefaults, type Condition, type FailurePolicy, type Plan, type PlanNode } from './plan.ts';
import type { PlanEvent } from './plan-event.ts';
import type { NodeSnapshot, PlanFailure, PlanResult, PlanSnapshot, PlanSummary } from './snapshot.ts';

export type WireObject = { readonly [name: string]: unknown };

/** A plan as it is written down; `parsePlan` reads it back. */
export function toWirePlan(plan: Plan): WireObject {
  const { name, description, input, concurrency, timeout, onFailure, output, nodes } = plan;
  return compact({
    name,
    description,
    input: Object.keys(input).length > 0 ? input : undefined,
    concurrency: concurrency === planDefaults.concurrency ? undefined : concurrency,
    timeout,
    on_failure: toWirePolicy(onFailure),
    output,
    nodes: nodes.map((node) => toWireNode(node, onFailure)),
  });
}

function toWireNode(node: PlanNode, shared: FailurePolicy): WireObject {
  const {
    id,
    tool,
    version,
    arguments: given,
    after,
    when,
    forEach,
    onFailure,
    onUnknown,
    retries,
    timeout,
  } = node;
  const isShared = JSON.stringify(onFailure) === JSON.stringify(shared);
  return compact({
    id,
    tool,
    version,
    arguments: Object.keys(given).length > 0 ? given : undefined,
    after: after.length > 0 ? after : undefined,
    when: when && toWireCondition(when),
    for_each: forEach,
    // One that stops where the plan says otherwise must say so.
    on_failure: isShared ? undefined : (toWirePolicy(onFailure) ?? 'stop'),
    on_unknown: onUnknown === 'ask' ? undefined : onUnknown,
    retries,
    timeout,
  });
}

/** Undefined for what holds anyway. */
function toWirePolicy({ retry, delay, backoff, otherwise }: FailurePolicy): unknown {
  const last = typeof otherwise === 'object' ? { continue_with: otherwise.continueWith } : otherwise;
  if (retry === 0) return last === 'stop' ? undefined : last;
  return compact({
    retry,
    delay: delay === planDefaults.delay ? undefined : delay,
    backoff: backoff === planDefaults.backoff ? undefined : backoff,
    otherwise: last === 'stop' ? undefined : last,
  });
}

function toWireCondition(condition: Condition): JsonValue {
  switch (condition.kind) {
    case 'truthy':
      return condition.value;
    case 'compare':
      return { value: condition.value, [condition.by]: condition.with };
    case 'not':
      return { not: toWireCondition(condition.of) };
    default:
      return { [condition.kind]: condition.of.map(toWireCondition) };
  }
}

export function toWireSummary(summary: PlanSummary): WireObject {
  const { planId, name, state, agent, task, submittedAt, endedAt, failure } = summary;
  return compact({
    plan_id: planId,
    name,
    state,
    agent,
    task,
    submitted_at: toTime(submittedAt),
    ended_at: toTime(endedAt),
    failure: failure && toWireFailure(failure),
  });
}

export function toWireSnapshot(snapshot: PlanSnapshot): WireObject {
  const { description, input, deadline, nodes, undecided, sequence } = snapshot;
  return compact({
    ...toWireSummary(snapshot),
    description,
    input: Object.keys(input).length > 0 ? input : undefined,
    deadline: toTime(deadline),
    sequence,
    nodes: nodes.map(toWireNodeSnapshot),
    undecided: undecided.length > 0 ? undecided.map((call) => compact(snakeKeys(call))) : undefined,
  });
}

function toWireNodeSnapshot(node: NodeSnapshot): WireObject {
  const { dependsOn, callId, startedAt, endedAt, output, failure, replaced, decided, ...rest } = node;
  return compact({
    ...rest,
    depends_on: dependsOn,
    call_id: callId,
    started_at: toTime(startedAt),
    ended_at: toTime(endedAt),
    ...(output !== undefined && ('value' in output ? { output: output.value } : { output_ref: output })),
    failure: failure && toWireFailure(failure),
    replaced: replaced || undefined,
    decided: decided && { ...decided, time: toTime(decided.time) },
  });
}

export function toWirePlanResult(result: PlanResult): WireObject {
  return { ...toWireSummary(result), output: result.output };
}

export function toWirePlanEvent(event: PlanEvent): WireObject {
  const { failure, time, ...rest } = event as PlanEvent & { readonly failure?: PlanFailure };
  return compact({ ...snakeKeys(rest), time: toTime(time), failure: failure && toWireFailure(failure) });
}

export function toWirePlanProblem({ code, facts, place, severity }: PlanProblem, locale: Locale): WireObject {
  return { code, severity, place, message: planProblemText(code, facts, locale), details: snakeKeys(facts) };
}

function toWireFailure(failure: PlanFailure): WireObject {
  return compact(snakeKeys(failure));
}

function toTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

/** Without what is not there. */
function compact(object: WireObject): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
