import { describe, expect, test } from 'vitest';
import { parseTool } from './parse-tool.ts';
import { deriveSafety, higherRisk, permits } from './safety.ts';

const plain = {
  name: 'thing',
  category: 'general',
  annotations: {},
  permission: undefined,
  approval: undefined,
};

describe('deriveSafety', () => {
  test.each([
    ['search', 'find', { readOnly: true, destructive: false, idempotent: true }, 'read_only', 'safe'],
    ['code_changes', 'delete_file', { readOnly: false, destructive: true }, 'read_write', 'confirm'],
    ['code_changes', 'writeFile', { destructive: true }, 'read_write', 'confirm'],
    ['code_changes', 'format', { destructive: false }, 'read_write', 'safe'],
    ['terminal', 'run', { destructive: true, requiresConfirmation: true }, 'execute', 'confirm'],
    ['general', 'anything', { readOnly: false, destructive: false, idempotent: false }, 'read_write', 'safe'],
  ])('%s %s', (category, name, annotations, permission, approval) => {
    expect(deriveSafety({ ...plain, category, name })).toMatchObject({ annotations, permission, approval });
  });

  test('what is declared stays, and what is derived is told', () => {
    const safety = deriveSafety({
      ...plain,
      category: 'terminal',
      annotations: { destructive: false },
      approval: 'safe',
    });
    expect(safety).toMatchObject({
      annotations: { destructive: false },
      approval: 'safe',
      permission: 'execute',
    });
    expect(safety.derived).toEqual(['readOnly', 'idempotent', 'requiresConfirmation', 'permission']);
  });

  test('a tool that says it destroys is never taken for one that only reads', () => {
    expect(deriveSafety({ ...plain, category: 'search', annotations: { destructive: true } })).toMatchObject({
      annotations: { readOnly: false, destructive: true },
      permission: 'read_write',
      approval: 'confirm',
    });
  });
});

const foreign = { server: 's', tool: 't', kind: 'mcp' };
const unknown = { readOnly: false, destructive: true, idempotent: false };
test.each([
  ['says nothing', {}, unknown, 'read_write', 'confirm'],
  [
    'says that it only reads',
    { claims: { readOnly: true, idempotent: true } },
    unknown,
    'read_write',
    'confirm',
  ],
  ['says that it destroys nothing', { claims: { destructive: false } }, unknown, 'read_write', 'confirm'],
  [
    'is believed to read only',
    { claims: { readOnly: true }, believed: true },
    { readOnly: true, destructive: false, idempotent: true },
    'read_only',
    'safe',
  ],
  [
    'is believed to destroy nothing',
    { claims: { destructive: false }, believed: true },
    { readOnly: false, destructive: false },
    'read_write',
    'safe',
  ],
  [
    'contradicts itself, and is believed',
    { claims: { readOnly: true, destructive: true }, believed: true },
    unknown,
    'read_write',
    'confirm',
  ],
  ['is believed and says nothing', { believed: true }, unknown, 'read_write', 'confirm'],
])('a tool of a server that %s', (_, said, annotations, permission, approval) => {
  // A category that reads, by its word: it is the server's word as well.
  const definition = { name: 'find', description: 'F.', category: 'search', parameters: { type: 'object' } };
  const tool = parseTool({ ...definition, implementation: { ...foreign, ...said } });
  expect(tool).toMatchObject({ annotations, permission, approval });
});

test('a level permits itself and everything below it', () => {
  expect(permits('execute', 'read_write')).toBe(true);
  expect(permits('read_only', 'read_only')).toBe(true);
  expect(permits('read_only', 'read_write')).toBe(false);
  expect(permits('execute', 'admin')).toBe(false);
});

test('of two risks the higher one counts', () => {
  expect(higherRisk('low', 'high')).toBe('high');
  expect(higherRisk('medium', 'low')).toBe('medium');
});
