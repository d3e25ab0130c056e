import * as fc from 'fast-check';
import { defineTool } from '../../packages/core/src/tool/define-tool.ts';
import type { Tool } from '../../packages/core/src/tool/tool.ts';

type Schema = Record<string, unknown>;

const leaf: fc.Arbitrary<Schema> = fc.constantFrom<Schema>(
  { type: 'string' },
  { type: 'string', minLength: 2, description: 'A text' },
  { type: 'string', enum: ['x', 'yy'] },
  { type: ['string', 'null'], enum: ['x', null] },
  { type: ['integer', 'string', 'null'] },
  { type: 'integer', exclusiveMinimum: 0 },
  { type: 'integer', minimum: 0, maximum: 2 },
  { type: 'number', multipleOf: 0.5 },
  { type: 'boolean' },
  { type: 'null' },
  { const: 'x' },
  { const: 1 },
  { enum: [1, 'x', null] },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  { type: 'array' },
  { type: 'object' },
  { type: 'object', additionalProperties: { type: 'string' } },
  { $ref: '#/$defs/node' },
  { $ref: '#/$defs/word', description: 'A word' },
  {},
);

const name = fc.constantFrom('a', 'b', '$c', '__proto__');

const { node } = fc.letrec<{ node: Schema; object: Schema }>((tie) => ({
  object: fc
    .record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('node'), { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: fc.constantFrom(false, true, undefined),
      anyOf: fc.option(
        fc.array(fc.record({ required: fc.constantFrom(['a'], ['b']) }), { minLength: 2, maxLength: 2 }),
        {
          nil: undefined,
        },
      ),
    })
    .map(withoutNothing),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    fc.array(tie('node'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie('node').map((items) => ({ type: 'array', items })),
  ),
}));

function withoutNothing(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** Tools whose parameters use all that makes conversions hard. */
export const anyTool: fc.Arbitrary<Tool> = fc
  .record({
    properties: fc.dictionary(name, node, { minKeys: 1, maxKeys: 3 }),
    required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    oneOf: fc.option(
      fc.array(fc.record({ properties: fc.dictionary(name, node, { maxKeys: 2 }) }), {
        minLength: 1,
        maxLength: 2,
      }),
      { nil: undefined },
    ),
  })
  .map((root) =>
    defineTool({
      name: 'tool',
      description: 'A tool.',
      parameters: {
        ...withoutNothing(root),
        type: 'object',
        $defs: {
          word: { type: 'string', minLength: 1 },
          node: {
            type: 'object',
            properties: { next: { $ref: '#/$defs/node' }, v: { $ref: '#/$defs/word' } },
          },
        },
      },
      run: () => undefined,
    }),
  );

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    'x',
    'yy',
    '',
    0,
    1,
    2,
    0.5,
    true,
    null,
    [],
    ['x'],
    ['x', 1],
    {},
    { v: 'x' },
    { a: 'x' },
  ),
  fc.dictionary(name, fc.constantFrom<unknown>('x', 1, null, true, {}), { maxKeys: 2 }),
);

/** Arguments that have a fair chance to be right. */
export const anyArguments: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(name, value, { maxKeys: 4 });
