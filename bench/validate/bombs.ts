/** A schema and arguments that together make a naive validator hold the event loop, or fall over. */
export interface Bomb {
  readonly name: string;
  readonly make: () => { readonly schema: object; readonly value: unknown };
}

export const bombs: readonly Bomb[] = [
  {
    name: 'pattern with nested quantifiers',
    make: () => ({
      schema: member({ type: 'string', pattern: '^(a+)+$' }),
      value: { x: `${'a'.repeat(40)}!` },
    }),
  },
  {
    name: 'pattern with overlapping alternatives',
    make: () => ({
      schema: member({ type: 'string', pattern: '^(a|a)*$' }),
      value: { x: `${'a'.repeat(40)}!` },
    }),
  },
  {
    name: 'pattern for trailing spaces, 200,000 of them',
    make: () => ({
      schema: member({ type: 'string', pattern: '\\s+$' }),
      value: { x: `${' '.repeat(200_000)}x` },
    }),
  },
  {
    name: 'pattern for the names of properties',
    make: () => ({
      schema: { type: 'object', propertyNames: { pattern: '^(\\w+\\s?)*$' } },
      value: { [`${'a'.repeat(40)}!`]: 1 },
    }),
  },
  {
    name: '1,000 patterns for 20,000 properties',
    make: () => ({
      schema: {
        type: 'object',
        patternProperties: fromCount(1000, (index) => [`^k.*${index}z$`, { type: 'string' }]),
        additionalProperties: true,
      },
      value: fromCount(20_000, (index) => [`k${index}${'y'.repeat(20)}`, index]),
    }),
  },
  {
    name: 'references that double 40 times',
    make: () => ({
      schema: {
        type: 'object',
        allOf: [{ $ref: '#/$defs/d0' }],
        $defs: {
          ...fromCount(40, (index) => [
            `d${index}`,
            { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
          ]),
          d40: { type: 'object' },
        },
      },
      value: {},
    }),
  },
  {
    name: 'recursive anyOf, 40 levels of arguments',
    make: () => ({
      schema: {
        type: 'object',
        properties: { x: { $ref: '#/$defs/node' } },
        $defs: { node: { anyOf: [branchThatEndsIn('p'), branchThatEndsIn('q')] } },
      },
      value: nested(40),
    }),
  },
  {
    name: 'uniqueItems of 40,000 objects',
    make: () => ({
      schema: member({ type: 'array', uniqueItems: true }),
      value: { x: Array.from({ length: 40_000 }, (_, index) => ({ kind: 'point', at: { place: index } })) },
    }),
  },
  {
    name: 'enum of 20,000 objects for 5,000 items',
    make: () => ({
      schema: member({
        type: 'array',
        items: { enum: Array.from({ length: 20_000 }, (_, index) => ({ kind: 'point', place: index })) },
      }),
      value: { x: Array.from({ length: 5000 }, () => ({ kind: 'point', place: 19_999 })) },
    }),
  },
  {
    name: 'oneOf of 500 for 20,000 items',
    make: () => ({
      schema: member({
        type: 'array',
        items: {
          oneOf: Array.from({ length: 500 }, (_, index) => ({ properties: { k: { const: index } } })),
        },
      }),
      value: { x: Array.from({ length: 20_000 }, () => ({ k: 499 })) },
    }),
  },
  {
    name: 'unevaluatedProperties behind 300 anyOf, 3,000 items',
    make: () => ({
      schema: member({
        type: 'array',
        items: {
          anyOf: Array.from({ length: 300 }, (_, index) => ({
            properties: { [`k${index}`]: { type: 'number' } },
          })),
          unevaluatedProperties: false,
        },
      }),
      value: {
        x: Array.from({ length: 3000 }, () => fromCount(60, (index) => [`k${index}`, index])),
      },
    }),
  },
  {
    name: 'schema of 20,000 properties',
    make: () => ({
      schema: {
        type: 'object',
        properties: fromCount(20_000, (index) => [
          `k${index}`,
          { type: 'string', minLength: 1, pattern: '^a' },
        ]),
      },
      value: { k1: 'a' },
    }),
  },
  {
    name: 'schema nested 5,000 deep',
    make: () => {
      let schema: object = { type: 'number' };
      for (let depth = 0; depth < 5000; depth++) schema = member(schema);
      return { schema, value: nested(10) };
    },
  },
  {
    name: 'arguments nested 50,000 deep',
    make: () => ({
      schema: { type: 'object', properties: { x: { $ref: '#' } } },
      value: nested(50_000),
    }),
  },
  {
    name: 'schema that refers to itself at once',
    make: () => ({ schema: { type: 'object', allOf: [{ $ref: '#' }] }, value: {} }),
  },
];

function member(schema: object): object {
  return { type: 'object', properties: { x: schema } };
}

/** Looks through everything below before it finds that a name is missing. */
function branchThatEndsIn(name: string): object {
  return { allOf: [{ properties: { x: { $ref: '#/$defs/node' } } }, { required: [name] }] };
}

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { x: value };
  return value;
}

function fromCount(
  count: number,
  entry: (index: number) => readonly [string, unknown],
): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
}
