import { ToolRegistry, ToolService, toWire, type RuleInput, type ToolResult } from '@toolcrib/core';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';

const known = new Set(['success', 'error', 'blocked']);
/** Anything that JavaScript has, hostile keys included. */
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  key: fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON'),
  ),
});
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a', 'b')), tie('value')),
  ),
})).value;

const service = new ToolService({ agents: { a: { permission: 'admin' } } });
service.registerTool({
  name: 'open',
  description: 'Takes anything.',
  parameters: {
    type: 'object',
    properties: { a: { type: ['string', 'null'], default: 'x' }, b: { $ref: '#' } },
  },
  run: (input: unknown) => input,
});

function isCoded(result: ToolResult): void {
  expect(known.has(result.status)).toBe(true);
  if (result.status !== 'success') {
    expect(result.errorCode).toMatch(/^[a-z_]+$/u);
    expect(result.errorCode).not.toBe('internal_error');
    expect(result.error.length).toBeGreaterThan(0);
  }
  JSON.stringify(toWire(result));
}

const untouched = Object.getOwnPropertyNames(Object.prototype);

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(untouched);
});

test('any JSON as arguments ends in a result or a coded error', async () => {
  const property = fc.asyncProperty(anyJson, async (given) => isCoded(await service.execute('open', given)));
  await fc.assert(property, { numRuns: 500, seed: 1 });
});

test('any value at all as arguments, options and variables ends in a result or a coded error', async () => {
  const property = fc.asyncProperty(anything, anything, async (given, options) => {
    isCoded(await service.execute('open', given));
    isCoded(await service.execute('open', {}, options as object));
    isCoded(await service.execute('open', { a: '{{x}}' }, { variables: { x: given } }));
  });
  await fc.assert(property, { numRuns: 300, seed: 2 });
});

test('any string as a name ends in a result or a coded error', async () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', 'open@', '@', 'open@^', 'x'.repeat(100_000)),
  );
  const property = fc.asyncProperty(names, names, async (name, version) => {
    isCoded(await service.execute(name, {}));
    isCoded(await service.execute('open', {}, { version }));
    isCoded(await service.execute('open', {}, { agent: name }));
  });
  await fc.assert(property, { numRuns: 300, seed: 3 });
});

test('any definition is registered or refused with a code', () => {
  const fields = fc.record(
    {
      name: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), anything),
      description: fc.oneof(fc.string({ minLength: 1 }), anything),
      version: fc.oneof(fc.constantFrom('1.0.0', '2.0.0-a'), anything),
      parameters: fc.oneof(fc.constant({ type: 'object' }), anyJson, anything),
      type: fc.oneof(fc.constantFrom('function', 'native', 'rest', 'http'), anything),
      handler: anything,
      implementation: fc.oneof(fc.constant({ type: 'mock', mock_response: 1 }), anything),
      metadata: anything,
      annotations: anything,
      aliases: anything,
      examples: anything,
      run: fc.oneof(
        fc.constant(() => 1),
        anything,
      ),
    },
    { requiredKeys: [] },
  );
  const property = fc.property(fc.oneof(fields, anything), (definition) => {
    const registry = new ToolRegistry();
    try {
      const tool = registry.register(definition);
      expect(registry.get(tool.name)).toBe(tool);
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/u) as unknown });
    }
  });
  fc.assert(property, { numRuns: 1000, seed: 4 });
});

test('any rule and any agent is read or refused with a code', () => {
  const property = fc.property(anything, anything, (rule, agent) => {
    try {
      return (
        new ToolService({ rules: [rule as RuleInput], agents: { x: agent as object } }) instanceof ToolService
      );
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_definition' });
      return true;
    }
  });
  fc.assert(property, { numRuns: 200, seed: 5 });
});
