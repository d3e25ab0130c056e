import { isObject, type PlainObject } from '../../schema/json-type.ts';

const maxHops = 8;

/** The schema that says what a value looks like: references followed, `null` alternatives left out. */
export function plainSchema(schema: unknown, root: PlainObject, hops = 0): PlainObject {
  if (!isObject(schema) || hops > maxHops) return {};
  const target = typeof schema.$ref === 'string' ? pointedAt(schema.$ref, root) : undefined;
  if (target !== undefined) return { ...plainSchema(target, root, hops + 1), ...withoutRef(schema) };
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[key];
    if (!Array.isArray(options) || schema.type !== undefined) continue;
    const chosen = options.find((option) => isObject(option) && option.type !== 'null');
    if (chosen !== undefined) return { ...plainSchema(chosen, root, hops + 1), ...schema };
  }
  return schema;
}

/** The one type that a value should have; a list of types gives its first that is not `null`. */
export function typeOf(schema: PlainObject): string {
  const { type } = schema;
  const first: unknown = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  if (typeof first === 'string') return first;
  if (isObject(schema.properties)) return 'object';
  if (schema.items !== undefined) return 'array';
  const [choice] = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [schema.const];
  if (typeof choice === 'number') return 'number';
  return typeof choice === 'boolean' ? 'boolean' : 'string';
}

function withoutRef(schema: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref'));
}

function pointedAt(reference: string, root: PlainObject): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let node: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}
