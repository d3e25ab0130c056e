import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson, outputLimits, setOwn } from '../tool/json.ts';
import { isReference, keysOf, valueAt, VariableBinder, type Variables } from '../tool/variables.ts';
import { graphOf } from './graph.ts';
import type { Plan } from './plan.ts';

/** A plan's result, from what its nodes have given. What is not there is null. Undefined when it is larger than any output may be. */
export function planOutput(
  plan: Plan,
  outputs: readonly (JsonValue | undefined)[],
  input: Variables,
): JsonValue | undefined {
  if (plan.output === undefined) return lastOutputs(plan, outputs);
  const nodes: Record<string, JsonValue> = {};
  for (const [index, { id }] of plan.nodes.entries()) {
    const output = outputs[index];
    if (output !== undefined) setOwn(nodes, id, { output });
  }
  const variables = { nodes, input };
  if (typeof plan.output === 'string' && isReference(plan.output))
    return (valueAt(variables, keysOf(plan.output.slice(2, -2).trim())) ?? null) as JsonValue;
  const binder = new VariableBinder(variables, { lenient: true });
  const copy = copyJson(plan.output, outputLimits, (text) => binder.bind(text));
  return copy.ok ? copy.value : undefined;
}

function lastOutputs(plan: Plan, outputs: readonly (JsonValue | undefined)[]): JsonValue {
  const last: Record<string, JsonValue> = {};
  for (const [index, { node, dependants }] of graphOf(plan).nodes.entries()) {
    const output = outputs[index];
    if (dependants.length === 0 && output !== undefined) setOwn(last, node.id, output);
  }
  return last;
}
