import { describe, expect, test } from 'vitest';
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
