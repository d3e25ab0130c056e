import { describe, expectTypeOf, test } from 'vitest';
import type { FromSchema } from './infer.ts';
import type { JsonSchema } from './json-schema.ts';

function typeOf<const S extends JsonSchema>(schema: S): FromSchema<S> {
  return JSON.parse(JSON.stringify(schema));
}

describe('FromSchema', () => {
  test('names the primitive types, alone or as a list', () => {
    expectTypeOf(typeOf({ type: 'string' })).toEqualTypeOf<string>();
    expectTypeOf(typeOf({ type: 'integer' })).toEqualTypeOf<number>();
    expectTypeOf(typeOf({ type: ['boolean', 'null'] })).toEqualTypeOf<boolean | null>();
  });

  test('makes required properties present and the others optional', () => {
    const value = typeOf({
      type: 'object',
      properties: { path: { type: 'string' }, depth: { type: 'number' } },
      required: ['path'],
    });
    expectTypeOf(value).toEqualTypeOf<{ path: string; depth?: number }>();
  });

  test('a property with a default is present', () => {
    const value = typeOf({ type: 'object', properties: { path: { type: 'string', default: '.' } } });
    expectTypeOf(value).toEqualTypeOf<{ path: string }>();
  });

  test('a required name without a schema is unknown', () => {
    const value = typeOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] });
    expectTypeOf(value).toEqualTypeOf<{ a?: string; b: unknown }>();
  });

  test('reads items, and tuples whose length minItems fixes', () => {
    expectTypeOf(typeOf({ type: 'array', items: { type: 'string' } })).toEqualTypeOf<string[]>();
    expectTypeOf(typeOf({ type: 'array' })).toEqualTypeOf<unknown[]>();
    const pair = typeOf({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      items: false,
      minItems: 2,
    });
    expectTypeOf(pair).toEqualTypeOf<[string, number]>();
    const shorter = typeOf({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'null' } });
    expectTypeOf(shorter).toEqualTypeOf<[string?, ...null[]]>();
  });

  test('enum and const give literals', () => {
    expectTypeOf(typeOf({ enum: ['a', 1, null] })).toEqualTypeOf<'a' | 1 | null>();
    expectTypeOf(typeOf({ const: 'x' })).toEqualTypeOf<'x'>();
  });

  test('anyOf and oneOf give unions, allOf an intersection', () => {
    expectTypeOf(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqualTypeOf<string | null>();
    expectTypeOf(typeOf({ oneOf: [{ type: 'number' }, { const: 'auto' }] })).toEqualTypeOf<number | 'auto'>();
    const both = typeOf({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } } },
      ],
    });
    expectTypeOf(both).toExtend<{ a: string; b?: number }>();
  });

  test('additionalProperties gives an index signature', () => {
    const map = typeOf({ type: 'object', additionalProperties: { type: 'number' } });
    expectTypeOf(map).toExtend<{ [name: string]: number }>();
    expectTypeOf(typeOf({ type: 'object' })).toExtend<{ [name: string]: unknown }>();
    const closed = typeOf({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
    expectTypeOf(closed).toEqualTypeOf<{ a?: string }>();
  });

  test('boolean, referring and non-literal schemas fall back to unknown or never', () => {
    expectTypeOf<FromSchema<true>>().toEqualTypeOf<unknown>();
    expectTypeOf<FromSchema<false>>().toEqualTypeOf<never>();
    expectTypeOf(typeOf({ $ref: '#/$defs/a' })).toEqualTypeOf<unknown>();
    expectTypeOf<FromSchema<JsonSchema>>().toEqualTypeOf<unknown>();
  });
});
