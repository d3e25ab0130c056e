import { describe, expect, test } from 'vitest';
import { compileSchema } from '../schema/compile-schema.ts';
import { builtinTools } from './builtins.ts';
import { callBuiltin } from './call-builtin.test-support.ts';

describe('the built-in tools', () => {
  test('are these, in this order', () => {
    expect(builtinTools.map((tool) => tool.name)).toEqual([
      'calculator',
      'datetime',
      'string',
      'array',
      'object',
    ]);
  });

  test('change nothing, and say so themselves', () => {
    for (const tool of builtinTools) {
      expect(tool).toMatchObject({
        type: 'builtin',
        permission: 'read_only',
        approval: 'safe',
        source: 'builtin',
      });
      expect(tool.annotations).toMatchObject({ readOnly: true, idempotent: true });
      expect(tool.derived).not.toContain('readOnly');
    }
  });

  describe.each(builtinTools)('$name', (tool) => {
    test('has at least three examples', () => {
      expect(tool.examples.length).toBeGreaterThanOrEqual(3);
    });

    test.each(tool.examples)('the example holds: $description', async ({ arguments: input, output }) => {
      const result = await callBuiltin(tool, input);
      expect(result).toEqual(output);
      expect(compileSchema(tool.returns ?? false).validate(result)).toBeUndefined();
    });

    test('names every operation in its description', () => {
      const operation = tool.parameters.properties?.['operation'];
      const names = typeof operation === 'object' ? (operation.enum ?? []) : [];
      for (const name of names) {
        const family = String(name).replace(/_(encode|decode)$/u, '');
        expect(tool.description).toMatch(new RegExp(`\\b(${String(name)}|${family})\\b`, 'u'));
      }
    });

    test('refuses a misspelled parameter instead of ignoring it', async () => {
      const [example] = tool.examples;
      await expect(callBuiltin(tool, { ...example?.arguments, pathh: 'x' })).rejects.toThrow(
        'refused by the schema',
      );
    });
  });
});
