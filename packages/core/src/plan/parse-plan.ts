import type { PlanProblem } from '../messages/plan-problem.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { createError } from '../tool/errors.ts';
import { copyJson, deepFreeze, type JsonLimits } from '../tool/json.ts';
import { parseCondition } from './parse-condition.ts';
import { parsePolicy, stopping } from './parse-policy.ts';
import { checkStructure } from './check-structure.ts';
import {
  planDefaults,
  planLimits,
  type FailurePolicy,
  type Plan,
  type PlanNode,
  type UnknownPolicy,
  unknownPolicies,
} from './plan.ts';
import { PlanReader } from './plan-reader.ts';

export type ParsedPlan =
  | { readonly ok: true; readonly plan: Plan; readonly problems: readonly [] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Ten thousand nodes with a page of arguments each. */
const limits: JsonLimits = { maxDepth: 100, maxValues: 1_000_000, maxText: 64_000_000 };

/**
 * A plan from what is written down: frozen, with every default, and sure to come to an end; or everything that is wrong, each
 * with its place.
 *
 *     const parsed = parsePlan({ name: 'sum', nodes: [{ id: 'add', tool: 'calculator', arguments: { expression: '1+1' } }] });
 */
export function parsePlan(written: unknown): ParsedPlan {
  const copy = copyJson(written, limits);
  const problems: PlanProblem[] = [];
  if (!copy.ok || !isObject(copy.value)) {
    const detail = copy.ok ? undefined : `${copy.fault.path} ${copy.fault.keyword}`.trim();
    return failed([{ code: 'not_a_plan', facts: { detail }, place: '', severity: 'error' }]);
  }
  const plan = readPlan(new PlanReader(copy.value, '', problems));
  // What is not a node waits for nothing: who waits for whom is asked when all of them can be read.
  if (problems.length === 0) problems.push(...checkStructure(plan));
  return problems.length > 0 ? failed(problems) : { ok: true, plan: deepFreeze(plan), problems: [] };
}

/** The same for those who have nobody to show problems to: throws `invalid_plan` with all of them. */
export function definePlan(written: unknown): Plan {
  const parsed = parsePlan(written);
  if (parsed.ok) return parsed.plan;
  const name: unknown = isObject(written) ? written['name'] : undefined;
  throw createError('invalid_plan', {
    name: typeof name === 'string' ? name : '',
    problems: parsed.problems,
  });
}

function failed(problems: readonly PlanProblem[]): ParsedPlan {
  return { ok: false, problems };
}

function readPlan(reader: PlanReader): Plan {
  reader.refuseUnknown([
    '$schema',
    'name',
    'description',
    'input',
    'concurrency',
    'timeout',
    'on_failure',
    'output',
    'nodes',
  ]);
  const onFailure = reader.has('on_failure') ? parsePolicy(reader, 'on_failure') : stopping;
  return {
    name: reader.requiredText('name'),
    description: reader.text('description'),
    input: reader.object('input') ?? {},
    concurrency:
      reader.number(
        'concurrency',
        'whole_number_from_1',
        (value) => Number.isInteger(value) && value >= 1 && value <= planLimits.concurrency,
      ) ?? planDefaults.concurrency,
    timeout: reader.number('timeout', 'positive_milliseconds', (value) => value > 0),
    onFailure,
    output: reader.has('output') ? reader.raw('output') : undefined,
    nodes: readNodes(reader, onFailure),
  };
}

function readNodes(reader: PlanReader, onFailure: FailurePolicy): PlanNode[] {
  const written = reader.list('nodes');
  if (written === undefined && reader.get('nodes') !== undefined) return [];
  if (written === undefined || written.length === 0) {
    reader.report('missing', { field: 'nodes' });
    return [];
  }
  if (written.length > planLimits.nodes) {
    reader.report('too_many', { field: 'nodes', limit: planLimits.nodes }, reader.at('nodes'));
    return [];
  }
  return written.flatMap((node, index) => {
    const inside = reader.within(node, 'nodes', index);
    return inside === undefined ? [] : [readNode(inside, onFailure)];
  });
}

const idPattern = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/u;

function readNode(reader: PlanReader, onFailure: FailurePolicy): PlanNode {
  reader.refuseUnknown([
    'id',
    'tool',
    'version',
    'arguments',
    'after',
    'when',
    'for_each',
    'on_failure',
    'on_unknown',
    'retries',
    'timeout',
  ]);
  const id = reader.requiredText('id');
  if (id.trim() !== '' && !idPattern.test(id)) reader.report('bad_id', { id }, reader.at('id'));
  return {
    id,
    tool: reader.requiredText('tool'),
    version: reader.text('version'),
    arguments: reader.object('arguments') ?? {},
    after: readAfter(reader),
    when: reader.has('when') ? parseCondition(reader, 'when') : undefined,
    forEach: readForEach(reader),
    onFailure: reader.has('on_failure') ? parsePolicy(reader, 'on_failure') : onFailure,
    onUnknown: readOnUnknown(reader),
    retries: reader.number(
      'retries',
      'whole_number_from_0',
      (value) => Number.isInteger(value) && value >= 0,
    ),
    timeout: reader.number('timeout', 'positive_milliseconds', (value) => value > 0),
  };
}

function readOnUnknown(reader: PlanReader): UnknownPolicy {
  const written = reader.text('on_unknown') ?? 'ask';
  return (
    unknownPolicies.find((policy) => policy === written) ??
    reader.wrong('on_unknown', 'one_of', unknownPolicies) ??
    'ask'
  );
}

function readAfter(reader: PlanReader): readonly string[] {
  const after = reader.list('after') ?? [];
  if (after.every((id) => typeof id === 'string')) return after;
  reader.wrong('after', 'list_of_texts');
  return [];
}

function readForEach(reader: PlanReader): JsonValue | undefined {
  const value = reader.get('for_each');
  if (value === undefined || Array.isArray(value)) return value;
  const isReference = typeof value === 'string' && value.trim().startsWith('{{');
  return isReference ? value.trim() : reader.wrong('for_each', 'list_or_reference');
}
