import { expect, test } from 'vitest';
import type { Effect } from '../tool/effect.ts';
import { SessionConsents } from './session-consents.ts';

const overwrite: Effect = { kind: 'write', path: 'a', risk: 'high', once: 'overwrite' };
const tool = { source: 'workbench' };
const coder = { agent: 'coder', session: undefined, tool };
const nobody = { ...coder, agent: undefined };

test('a consent counts for its kind, its agent, its session and tools of the same source alone', () => {
  const consents = new SessionConsents();
  consents.add(coder, [overwrite, { kind: 'write', path: 'b', risk: 'high' }]);
  expect(consents.has(coder, 'overwrite')).toBe(true);
  expect(consents.has(coder, 'delete')).toBe(false);
  for (const agent of ['other', undefined, 'null', ''])
    expect(consents.has({ ...coder, agent }, 'overwrite')).toBe(false);
  expect(consents.has({ ...coder, session: 'another' }, 'overwrite')).toBe(false);
  expect(consents.has({ ...coder, tool: { source: 'plugin' } }, 'overwrite')).toBe(false);
});

test('a consent ends after eight hours, and with its service', () => {
  let now = 0;
  const consents = new SessionConsents({ now: () => now });
  consents.add(nobody, [overwrite]);
  now = 8 * 3_600_000 - 1;
  expect(consents.has(nobody, 'overwrite')).toBe(true);
  now++;
  expect(consents.has(nobody, 'overwrite')).toBe(false);
  expect(new SessionConsents().has(nobody, 'overwrite')).toBe(false);
});
