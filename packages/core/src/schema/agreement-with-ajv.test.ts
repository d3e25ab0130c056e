import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const name = fc.constantFrom('a', 'b', 'c', 'ab');
const scalar = fc.oneof(fc.constantFrom('', 'a', 'ab', 'abc', '😀', 0, 1, 2, 3.5, -1, true, false, null));

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 3, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }) },
  ),
})).value;

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const count = fc.integer({ min: 0, max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^[ab]+$', '(a|b)c?', '.', '^a*b$', '^(?:ab?){1,2}$');

function map(member: fc.Arbitrary<unknown>, key: fc.Arbitrary<string> = name): fc.Arbitrary<unknown> {
  return fc.dictionary(key, member, { maxKeys: 3, noNullPrototype: true });
}

/**
 * Schemas of at most four keywords: with more, hardly a value would be valid. unevaluatedItems is left out, as
 * Ajv counts what `contains` found in options that did not match.
 */
const schema = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const keywords: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
    ['type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))],
    ['type', fc.constantFrom('object', 'array')],
    ['enum', fc.array(value, { minLength: 1, maxLength: 3 })],
    ['const', value],
    ['minimum', count],
    ['exclusiveMaximum', count],
    ['multipleOf', fc.integer({ min: 1, max: 3 })],
    ['minLength', count],
    ['maxLength', count],
    ['pattern', pattern],
    ['items', part],
    ['prefixItems', parts],
    ['contains', part],
    ['minItems', count],
    ['maxItems', count],
    ['uniqueItems', fc.boolean()],
    ['properties', map(part)],
    ['patternProperties', map(part, pattern)],
    ['additionalProperties', part],
    ['unevaluatedProperties', part],
    ['propertyNames', fc.record({ maxLength: count })],
    ['required', fc.uniqueArray(name, { maxLength: 2 })],
    ['minProperties', count],
    ['maxProperties', count],
    ['dependentRequired', map(fc.uniqueArray(name, { maxLength: 2 }))],
    ['dependentSchemas', map(part)],
    ['allOf', parts],
    ['anyOf', parts],
    ['oneOf', parts],
    ['not', part],
    ['if', part],
    ['then', part],
    ['else', part],
    ['$ref', fc.constantFrom('#/$defs/one', '#/$defs/two')],
  ];
  const entry = fc.oneof(
    ...keywords.map(([keyword, arbitrary]) => fc.tuple(fc.constant(keyword), arbitrary)),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 10, arbitrary: fc.array(entry, { minLength: 1, maxLength: 4 }).map(toSchema) },
    ),
  };
}).schema;

/** Beside `prefixItems`, Ajv lets an empty array pass `contains`. */
function toSchema(entries: readonly (readonly [string, unknown])[]): JsonSchema {
  const hasPlaces = entries.some(([keyword]) => keyword === 'prefixItems');
  return Object.fromEntries(entries.filter(([keyword]) => !hasPlaces || keyword !== 'contains'));
}

function agree(tested: JsonSchema, values: readonly unknown[], ajv: Ajv2020): number {
  const ours = compileSchema(tested);
  const theirs = ajv.compile(structuredClone(tested));
  let valid = 0;
  for (const candidate of values) {
    const expected = ask(theirs, candidate);
    if (expected === undefined) continue;
    if (expected) valid += 1;
    const actual = ours.validate(structuredClone(candidate));
    expect({ tested, candidate, valid: actual === undefined }).toEqual({
      tested,
      candidate,
      valid: expected,
    });
  }
  return valid;
}

// Ajv generates code that does not run for some schemas that combine $ref with oneOf or if.
function ask(theirs: (value: unknown) => unknown, candidate: unknown): boolean | undefined {
  try {
    return theirs(candidate) === true;
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

test('random schemas accept and reject the same values as Ajv', () => {
  let accepted = 0;
  let total = 0;
  fc.assert(
    fc.property(
      schema,
      schema,
      schema,
      fc.array(value, { minLength: 4, maxLength: 12 }),
      (root, one, two, values) => {
        if (isEndless(one) || isEndless(two)) return;
        const whole = typeof root === 'object' && root !== null ? { ...root, $defs: { one, two } } : root;
        accepted += agree(
          whole,
          values,
          new Ajv2020({ strict: false, validateSchema: false, logger: false, inlineRefs: false }),
        );
        total += values.length;
      },
    ),
    { seed: 11, numRuns: 700 },
  );
  // A generator that only makes valid or only invalid pairs would prove nothing.
  expect(accepted / total).toBeGreaterThan(0.15);
  expect(accepted / total).toBeLessThan(0.85);
});

// Two definitions that refer to each other in place never end: Ajv overflows the stack on them.
function isEndless(definition: unknown): boolean {
  return JSON.stringify(definition).includes('$ref');
}

test('formats accept and reject the same texts as ajv-formats', () => {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const texts = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.uuid(),
    fc.emailAddress(),
    fc.domain(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom(
      '',
      '/a~0',
      '/a~2',
      '0/a',
      'P1D',
      'PT5M',
      'P',
      '2023-02-29',
      '12:00:00Z',
      'not a uri',
      '1.2.3',
      '::1',
    ),
  );
  const covered = [
    'date',
    'date-time',
    'duration',
    'ipv4',
    'ipv6',
    'uuid',
    'uri',
    'json-pointer',
    'hostname',
    'email',
  ];
  const checks = covered.map(
    (format) => [format, compileSchema({ format }), ajv.compile({ format })] as const,
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const [format, ours, theirs] of checks) {
        expect({ format, text, valid: ours.validate(text) === undefined }).toEqual({
          format,
          text,
          valid: theirs(text),
        });
      }
    }),
    { seed: 13, numRuns: 600 },
  );
});
