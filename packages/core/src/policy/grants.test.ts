import { expect, test } from 'vitest';
import { parseTool } from '../tool/parse-tool.ts';
import { MemoryGrants, type GrantQuery } from './grants.ts';

const tool = parseTool({ name: 'wipe', description: 'Wipes.', parameters: { type: 'object' }, run: () => 1 });
const query = (agent: string | undefined, digest = 'd'): GrantQuery => ({
  tool,
  agent,
  approval: 'confirm',
  exact: false,
  argumentsDigest: async () => digest,
});

test('a grant holds for its agent and no other', () => {
  const grants = new MemoryGrants();
  const grant = grants.add({ tool: 'wipe', agent: 'coder' });
  expect(grants.find(query('coder'))).toBe(grant);
  expect(grants.find(query('explore'))).toBeUndefined();
  expect(grants.find(query(undefined))).toBeUndefined();
});

test('a grant bound to arguments holds for exactly these', async () => {
  const grants = new MemoryGrants();
  grants.add({ tool: 'wipe', agent: 'coder', argumentsDigest: 'd' });
  expect(await grants.find(query('coder', 'd'))).toBeDefined();
  expect(await grants.find(query('coder', 'e'))).toBeUndefined();
});

test('a grant ends when it expires or is revoked', () => {
  let now = 1000;
  const grants = new MemoryGrants({ now: () => now });
  grants.add({ tool: 'wipe', agent: 'coder', expiresAt: 2000 });
  const lasting = grants.add({ tool: 'wipe', agent: 'explore' });
  expect(grants.list()).toHaveLength(2);
  now = 2000;
  expect(grants.find(query('coder'))).toBeUndefined();
  expect(grants.list()).toEqual([lasting]);
  expect([grants.revoke(lasting.id), grants.revoke(lasting.id)]).toEqual([true, false]);
  expect(grants.find(query('explore'))).toBeUndefined();
});

test('a pattern in a grant is only a name that no tool has', () => {
  const grants = new MemoryGrants();
  grants.add({ tool: '*', agent: 'coder' });
  expect(grants.find(query('coder'))).toBeUndefined();
});
