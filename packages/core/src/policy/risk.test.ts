import { describe, expect, test } from 'vitest';
import type { Effect } from '../tool/effect.ts';
import { parseTool } from '../tool/parse-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { assessRisk, riskOf } from './risk.ts';

const tool = (changes: object): Tool =>
  parseTool({ name: 't', description: 'T.', parameters: { type: 'object' }, run: () => 1, ...changes });

test.each([
  [{ approval: 'dangerous', annotations: { destructive: true } }, 'high', 'dangerous'],
  [{ annotations: { destructive: true }, permission: 'execute' }, 'high', 'destructive'],
  [{ permission: 'execute' }, 'medium', 'execute'],
  [{ permission: 'admin' }, 'medium', 'admin'],
  [{ annotations: { readOnly: true }, permission: 'read_only' }, 'low', 'read_only'],
  [{ annotations: { destructive: false }, permission: 'read_write' }, 'medium', 'not read_only'],
])('%j is %s because of %s', (changes, risk, reason) => {
  expect(riskOf(tool(changes))).toEqual({ risk, reasons: [reason] });
});

describe('a tool that says it tells all that a call touches', () => {
  const telling = tool({
    annotations: { destructive: true },
    permission: 'execute',
    riskFrom: 'effects',
    effects: () => [],
  });

  test.each<[Effect[], string, readonly string[]]>([
    [[], 'low', ['touches nothing']],
    [[{ kind: 'read', path: 'a' }], 'low', ['read a']],
    [[{ kind: 'write', path: 'new.txt' }], 'medium', ['write new.txt']],
    [[{ kind: 'run', command: 'npm test' }], 'medium', ['run']],
    [[{ kind: 'run', command: 'git status', risk: 'low' }], 'low', ['run']],
    [[{ kind: 'connect', host: 'a.example' }], 'medium', ['connect a.example']],
    [
      [
        { kind: 'run', command: 'rm -rf build', risk: 'high', warning: 'It deletes folders.' },
        { kind: 'write', path: 'build' },
      ],
      'high',
      ['run'],
    ],
  ])('is judged by its effects %j alone', (effects, risk, reasons) => {
    expect(assessRisk(telling, effects)).toEqual({ risk, reasons });
  });

  test('stays dangerous when it is', () => {
    const dangerous = tool({ approval: 'dangerous', riskFrom: 'effects', effects: () => [] });
    expect(assessRisk(dangerous, [{ kind: 'read', path: 'a' }])).toEqual({
      risk: 'high',
      reasons: ['dangerous'],
    });
  });
});

test('a tool that says so and tells nothing is judged by its annotations', () => {
  const silent = tool({ annotations: { destructive: true }, riskFrom: 'effects' });
  expect(assessRisk(silent, [])).toEqual({ risk: 'high', reasons: ['destructive'] });
});

const reading = tool({ annotations: { readOnly: true }, permission: 'read_only' });

test('what a call touches raises the risk, and never lowers it', () => {
  const effect = (risk: Effect['risk'], warning?: string): Effect => ({
    kind: 'write',
    path: '/etc/hosts',
    risk,
    warning,
  });
  expect(assessRisk(reading, [effect(undefined)])).toEqual({ risk: 'low', reasons: ['read_only'] });
  expect(assessRisk(reading, [effect('high', 'of the system'), effect('low')])).toEqual({
    risk: 'high',
    reasons: ['read_only', 'write /etc/hosts'],
  });
  expect(
    assessRisk(
      reading,
      Array.from({ length: 50 }, (_, index): Effect => ({ kind: 'read', path: `${index}`, risk: 'medium' })),
    ).reasons,
  ).toHaveLength(20);
});
