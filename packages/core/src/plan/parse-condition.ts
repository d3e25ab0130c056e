import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { comparisons, type Comparison, type Condition } from './plan.ts';
import type { PlanReader } from './plan-reader.ts';

const never: Condition = { kind: 'truthy', value: false };

/** `when` in any of its forms. */
export function parseCondition(reader: PlanReader, field: string): Condition {
  return parse(reader, reader.raw(field), [field]);
}

function parse(reader: PlanReader, value: JsonValue, steps: readonly (string | number)[]): Condition {
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'truthy', value };
  if (!isObject(value)) {
    reader.report('wrong', { field: 'when', expected: 'condition' }, reader.at(...steps));
    return never;
  }
  const inside = reader.within(value, ...steps);
  if (inside === undefined) return never;
  for (const kind of ['all', 'any'] as const) if (inside.has(kind)) return parseParts(inside, kind);
  if (inside.has('not')) {
    inside.refuseUnknown(['not']);
    return { kind: 'not', of: parse(inside, inside.raw('not'), ['not']) };
  }
  return parseComparison(inside);
}

function parseParts(inside: PlanReader, kind: 'all' | 'any'): Condition {
  inside.refuseUnknown([kind]);
  const parts = inside.list(kind);
  if (parts === undefined && inside.get(kind) === undefined) inside.report('missing', { field: kind });
  return { kind, of: (parts ?? []).map((part, index) => parse(inside, part, [kind, index])) };
}

function parseComparison(inside: PlanReader): Condition {
  inside.refuseUnknown(['value', ...comparisons]);
  const given = comparisons.filter((name) => inside.has(name));
  const [by] = given;
  if (!inside.has('value') || by === undefined || given.length > 1) {
    inside.report('wrong', { field: 'when', expected: 'comparison', names: comparisons });
    return never;
  }
  const compared = inside.raw(by);
  checkOperand(inside, by, compared);
  return { kind: 'compare', value: inside.raw('value'), by, with: compared };
}

function checkOperand(inside: PlanReader, by: Comparison, value: JsonValue): void {
  const type = typeof value;
  if (by === 'in' && !Array.isArray(value) && type !== 'string') inside.wrong(by, 'list_or_reference');
  if ((by === 'exists' || by === 'empty') && type !== 'boolean') inside.wrong(by, 'boolean');
}
