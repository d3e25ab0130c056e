import assert from 'node:assert/strict';
import { checkSchema, compileSchema, ToolService, type JsonSchema } from '@toolcrib/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';
import { anyJson, mutated } from './mutations.ts';

export const schemas: Fuzzer = {
  name: 'schemas',
  about: 'our validation of values and formats against Ajv, and schemas that are none',
  go: 1000,
  few: 500,
  open: async () => ({
    async run(seed, count) {
      const seen = { accepted: 0, total: 0 };
      const faults = await faultsOf(agreement(seen), { seed, count });
      // A generator that only makes valid or only invalid pairs would prove nothing.
      faults.push(...tooFew('values accepted', seen.accepted, seen.total * 0.1));
      faults.push(...tooFew('values rejected', seen.total - seen.accepted, seen.total * 0.1));
      faults.push(...(await faultsOf(formatsAgree, { seed, count })));
      faults.push(...(await faultsOf(nothingThrows, { seed, count })));
      return faults;
    },
    close: async () => undefined,
  }),
};

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

/** Random schemas accept and reject the same values as Ajv, as does a tool that has one for its arguments. */
function agreement(seen: { accepted: number; total: number }): fc.IRawProperty<unknown> {
  const values = fc.array(value, { minLength: 4, maxLength: 12 });
  return fc.asyncProperty(schema, schema, schema, values, async (root, one, two, candidates) => {
    if (isEndless(one) || isEndless(two)) return;
    const whole = typeof root === 'object' && root !== null ? { ...root, $defs: { one, two } } : root;
    if (isTakenOtherwise(whole)) return;
    const ours = compileSchema(whole);
    const theirs = new Ajv2020({
      strict: false,
      validateSchema: false,
      logger: false,
      inlineRefs: false,
    }).compile(structuredClone(whole));
    const service = new ToolService({ builtins: false });
    const isTool = typeof whole === 'object' && Object.hasOwn(whole, 'type') && whole.type === 'object';
    if (isTool)
      service.registerTool({ name: 'drawn', description: 'Drawn.', parameters: whole, run: () => 1 });
    for (const candidate of candidates) {
      const expected = ask(theirs, candidate);
      if (expected === undefined) continue;
      const problems = ours.validate(structuredClone(candidate));
      assert.equal(problems === undefined, expected, JSON.stringify({ whole, candidate, problems }));
      seen.total++;
      if (expected) seen.accepted++;
      // No arguments at all are an empty object to a call.
      if (!isTool || candidate === null) continue;
      const { status, ...result } = await service.execute('drawn', candidate);
      assert.equal(status, expected ? 'success' : 'error', JSON.stringify({ whole, candidate, result }));
    }
  });
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

// Ajv counts as evaluated what an `if` that did not hold has looked at; by the standard it has seen nothing.
function isTakenOtherwise(whole: JsonSchema): boolean {
  const text = JSON.stringify(whole);
  return text.includes('"unevaluatedProperties"') && text.includes('"if"');
}

// Two definitions that refer to each other in place never end: Ajv overflows the stack on them.
function isEndless(definition: unknown): boolean {
  return JSON.stringify(definition).includes('$ref');
}

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
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const checks = covered.map((format) => [format, compileSchema({ format }), ajv.compile({ format })] as const);

const formatsAgree = fc.property(texts, (text) => {
  for (const [format, ours, theirs] of checks)
    assert.equal(ours.validate(text) === undefined, theirs(text), `${format} ${JSON.stringify(text)}`);
});

/** What is no schema any more is told as such, and takes no value. */
const nothingThrows = fc.property(mutated(schema), anyJson, (broken, given) => {
  const faults = checkSchema(broken, { root: 'any' });
  const problems = compileSchema(broken as JsonSchema).validate(structuredClone(given));
  assert.ok(faults.length === 0 || problems !== undefined, JSON.stringify(faults));
});
