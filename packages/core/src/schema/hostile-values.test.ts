import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { compileSchema } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';

function parse(text: string): JsonSchema {
  return JSON.parse(text);
}

describe('names that every object inherits are plain data', () => {
  test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    'a missing "%s" is missing',
    (name) => {
      const schema = parse(`{"type":"object","required":[${JSON.stringify(name)}]}`);
      expect(compileSchema(schema).validate({})).toMatchObject([{ keyword: 'required', expected: name }]);
      expect(compileSchema(schema).validate(JSON.parse(`{${JSON.stringify(name)}:1}`))).toBeUndefined();
    },
  );

  test('a property named __proto__ has its schema', () => {
    const { validate } = compileSchema(
      parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    );
    expect(validate(JSON.parse('{"__proto__":"x"}'))).toBeUndefined();
    expect(validate(JSON.parse('{"__proto__":1}'))).toMatchObject([{ path: '__proto__', keyword: 'type' }]);
    expect(validate({})).toBeUndefined();
  });

  test('a default for __proto__ becomes an own property and pollutes nothing', () => {
    const { validate } = compileSchema(
      parse(
        '{"properties":{"__proto__":{"default":{"polluted":true}},"constructor":{"default":{"__proto__":{"x":1}}}}}',
      ),
    );
    const value = {};
    expect(validate(value)).toBeUndefined();
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('additionalProperties false does not let constructor or __proto__ through', () => {
    const { validate } = compileSchema({
      type: 'object',
      properties: { a: {} },
      additionalProperties: false,
    });
    for (const name of ['constructor', '__proto__', 'toString']) {
      const value: unknown = JSON.parse(`{"a":1,${JSON.stringify(name)}:1}`);
      expect(validate(value)).toMatchObject([{ keyword: 'additionalProperties', expected: name }]);
    }
  });

  test('keywords that a schema only inherits are not its own', () => {
    const schema = Object.assign(Object.create({ type: 'string' }), { minimum: 1 });
    expect(compileSchema(schema).validate(2)).toBeUndefined();
  });

  test('members that a value only inherits are not its own', () => {
    const value: unknown = Object.create({ a: 1 });
    const { validate } = compileSchema({
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
    });
    expect(validate(value)).toMatchObject([{ keyword: 'required', expected: 'a' }]);
  });
});

const oddity = fc.constantFrom<() => unknown>(
  () => () => 1,
  () => Symbol('s'),
  () => 1n,
  () => new Proxy({}, { get: () => fail(), ownKeys: () => fail(), getPrototypeOf: () => fail() }),
  () => revoked(),
  () => ({
    get type() {
      return fail();
    },
  }),
  () => cyclic(),
  () => new Map([[1, 2]]),
  () => Object.create(null),
  () => endless(),
  () => undefined,
  () => Number.NaN,
  () => new Date(0),
);

function fail(): never {
  throw new Error('a trap');
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic(): unknown {
  const value: { properties?: unknown; items?: unknown } = {};
  value.properties = { a: value };
  value.items = value;
  return value;
}

/** An object with another one like it under every key. */
function endless(): object {
  return new Proxy(
    {},
    {
      get: () => endless(),
      has: () => true,
      ownKeys: () => ['allOf', 'not', 'a'],
      getOwnPropertyDescriptor: () => ({ value: endless(), enumerable: true, configurable: true }),
    },
  );
}

// Made only within the property: fast-check itself would stumble over some of them.
const anything = fc.oneof(
  fc
    .anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    })
    .map((value) => () => value),
  oddity,
  fc
    .dictionary(
      fc.constantFrom(
        'type',
        'properties',
        'items',
        'pattern',
        'enum',
        '$ref',
        'allOf',
        'required',
        'not',
        '$id',
        'if',
      ),
      fc.oneof(
        oddity,
        fc.anything().map((value) => () => value),
        fc.constantFrom(
          () => '#',
          () => ({ not: { $ref: '#' } }),
        ),
      ),
    )
    .map((makers) => () => Object.fromEntries(Object.entries(makers).map(([key, make]) => [key, make()]))),
);

describe('whatever it is given', () => {
  test('neither checking, compiling nor validating throws', () => {
    fc.assert(
      fc.property(anything, anything, (makeSchema, makeValue) => {
        const [schema, value] = [makeSchema(), makeValue()];
        expect(Array.isArray(checkSchema(schema))).toBe(true);
        // A caller without types can pass anything.
        const { validate } = Reflect.apply(compileSchema, undefined, [schema]);
        const problems = validate(value);
        expect(problems === undefined || problems.length > 0).toBe(true);
      }),
      { seed: 7, numRuns: 1500 },
    );
  });

  test('a value with traps ends in a problem of its own', () => {
    const { validate } = compileSchema({ type: 'object', properties: { type: { type: 'string' } } });
    expect(
      validate({
        get type() {
          return fail();
        },
      }),
    ).toMatchObject([{ path: '', keyword: 'value' }]);
    expect(validate(revoked())).toMatchObject([{ path: '', keyword: 'value' }]);
  });

  test('a value may validate again from a getter', () => {
    const { validate } = compileSchema({ type: 'object', properties: { a: { type: 'number' } } });
    const value = {
      get a() {
        return validate({ a: 'x' })?.length;
      },
    };
    expect(validate(value)).toBeUndefined();
  });
});
