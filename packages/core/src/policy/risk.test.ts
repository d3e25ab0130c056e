import { expect, test } from 'vitest';
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
    reasons: ['read_only', 'write /etc/hosts: of the system', 'write /etc/hosts'],
  });
  expect(
    assessRisk(
      reading,
      Array.from({ length: 50 }, () => effect('medium')),
    ).reasons,
  ).toHaveLength(20);
});
