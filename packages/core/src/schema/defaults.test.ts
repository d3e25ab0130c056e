import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';

function filled(schema: JsonSchema, value: unknown): unknown {
  compileSchema(schema).validate(value);
  return value;
}

describe('defaults', () => {
  test('are filled in place, in nested objects, items, allOf, dependentSchemas and behind references', () => {
    const schema = {
      type: 'object',
      $defs: { size: { properties: { unit: { default: 'px' } } } },
      properties: {
        depth: { type: 'number', default: 3 },
        nested: { type: 'object', properties: { on: { default: true } }, default: {} },
        list: { items: { properties: { n: { default: 0 } } } },
        size: { $ref: '#/$defs/size' },
      },
      allOf: [{ properties: { extra: { default: 'x' } } }],
      dependentSchemas: { size: { properties: { late: { default: 1 } } } },
    } as const;
    expect(filled(schema, { list: [{}, { n: 5 }], size: {} })).toEqual({
      depth: 3,
      nested: { on: true },
      list: [{ n: 0 }, { n: 5 }],
      size: { unit: 'px' },
      extra: 'x',
      late: 1,
    });
  });

  test('are not filled inside anyOf, oneOf, not, if and contains, also not behind a reference', () => {
    const branch = { properties: { a: { default: 1 } } };
    const reference = { $ref: '#/$defs/branch' };
    for (const part of [branch, reference]) {
      expect(filled({ $defs: { branch }, anyOf: [part] }, {})).toEqual({});
      expect(filled({ $defs: { branch }, oneOf: [part] }, {})).toEqual({});
      expect(filled({ $defs: { branch }, not: part }, {})).toEqual({});
      expect(filled({ $defs: { branch }, if: part }, {})).toEqual({});
      expect(filled({ $defs: { branch }, contains: part }, [{}])).toEqual([{}]);
    }
  });

  test('are copied for each use', () => {
    const { validate } = compileSchema({ properties: { list: { default: [{ a: 1 }] } } });
    const [first, second] = [{}, {}];
    validate(first);
    validate(second);
    expect(first).toEqual({ list: [{ a: 1 }] });
    expect(Reflect.get(first, 'list')).not.toBe(Reflect.get(second, 'list'));
  });

  test('satisfy required, and are themselves checked', () => {
    const property = { type: 'number', default: 1 } as const;
    expect(compileSchema({ properties: { a: property }, required: ['a'] }).validate({})).toBeUndefined();
    const wrong = compileSchema({ properties: { a: { type: 'number', default: 'x' } } });
    expect(wrong.validate({})).toMatchObject([{ path: 'a', keyword: 'type' }]);
  });

  test('replace undefined but neither null nor false', () => {
    const schema = { properties: { a: { default: 1 }, b: { default: 1 }, c: { default: 1 } } };
    expect(filled(schema, { a: undefined, b: null, c: false })).toEqual({ a: 1, b: null, c: false });
  });
});
