import { describe, expect, test } from 'vitest';
import { grantContract } from '../testing/grant-contract.ts';
import { parseTool } from '../tool/parse-tool.ts';
import { MemoryGrants, type GrantQuery } from './grants.ts';
import { SessionGrants } from './session-grants.ts';

describe('over a store', () => {
  const create = (now: () => number): SessionGrants => new SessionGrants(new MemoryGrants({ now }), { now });
  for (const { title, check } of grantContract({ create })) test(title, check);
});

describe('without a store', () => {
  const create = (now: () => number): SessionGrants => new SessionGrants(undefined, { now });
  for (const { title, check } of grantContract({ create })) test(title, check);
});

const tool = parseTool({ name: 'wipe', description: 'Wipes.', parameters: { type: 'object' }, run: () => 1 });
const query = (agent: string): GrantQuery => ({
  tool,
  agent,
  approval: 'confirm',
  exact: false,
  argumentsDigest: async () => 'd1',
});

test('what is granted for a session is found by its agent alone, and the store never hears of it', async () => {
  const lasting = new MemoryGrants();
  const here = new SessionGrants(lasting);
  const elsewhere = new SessionGrants(lasting);
  const grant = await here.add({ tool: 'wipe', agent: 'coder', scope: 'session' });
  expect(await here.find(query('coder'))).toBe(grant);
  expect([await here.find(query('other')), await elsewhere.find(query('coder'))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(lasting.list()).toEqual([]);
  expect(await here.list()).toEqual([grant]);
  expect([await here.revoke(grant.id), await here.revoke(grant.id)]).toEqual([true, false]);
  expect(await here.find(query('coder'))).toBeUndefined();
});

test('one for exact arguments says that it ends with the session, too', async () => {
  const grants = new SessionGrants(new MemoryGrants());
  const grant = await grants.add({ tool: 'wipe', agent: 'coder', argumentsDigest: 'd1', scope: 'session' });
  expect(grant).toMatchObject({ scope: 'session', argumentsDigest: 'd1' });
  expect(await grants.find({ ...query('coder'), exact: true })).toBe(grant);
});
