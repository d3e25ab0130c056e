import type { GrantQuery, GrantStore } from '../policy/grants.ts';
import { parseTool } from '../tool/parse-tool.ts';
import { equal, withStores, type ContractCase, type StoreCase } from './contract-case.ts';

export interface GrantStoreSubject {
  /** An empty store with this clock. */
  readonly create: (now: () => number) => GrantStore | Promise<GrantStore>;
}

/** What every store of grants must do. */
export function grantContract({ create }: GrantStoreSubject): ContractCase[] {
  return withStores(cases, create);
}

const wipe = parseTool({ name: 'wipe', description: 'Wipes.', parameters: { type: 'object' }, run: () => 1 });

function query(changes: Partial<GrantQuery> = {}): GrantQuery {
  return {
    tool: wipe,
    agent: 'coder',
    approval: 'confirm',
    exact: false,
    argumentsDigest: async () => 'd1',
    ...changes,
  };
}

const cases: readonly StoreCase<GrantStore>[] = [
  {
    title: 'a grant is kept as it was given',
    async check(store, time) {
      const expiresAt = time.now + 1000;
      const grant = await store.add({ tool: 'wipe', agent: 'coder', grantedBy: 'ada', expiresAt });
      equal(
        [grant.tool, grant.agent, grant.argumentsDigest, grant.approval, grant.grantedBy, grant.expiresAt],
        ['wipe', 'coder', undefined, 'dangerous', 'ada', expiresAt],
        'grant',
      );
      equal(
        (await store.list()).map(({ id }) => id),
        [grant.id],
        'list',
      );
      equal((await store.find(query()))?.id, grant.id, 'found');
    },
  },
  {
    title: 'a grant holds for its agent and its tool, and for no other',
    async check(store) {
      await store.add({ tool: 'wipe', agent: 'coder' });
      const other = parseTool({ ...wipe, name: 'wipe2', parameters: { type: 'object' }, run: () => 1 });
      equal(await store.find(query({ agent: 'explore' })), undefined, 'another agent');
      equal(await store.find(query({ agent: undefined })), undefined, 'the application');
      equal(await store.find(query({ tool: other })), undefined, 'another tool');
    },
  },
  {
    title: 'a grant of the application is no agent’s',
    async check(store) {
      const grant = await store.add({ tool: 'wipe' });
      equal((await store.find(query({ agent: undefined })))?.id, grant.id, 'the application');
      for (const agent of ['coder', '', 'null', 'undefined'])
        equal(await store.find(query({ agent })), undefined, `the agent ${agent}`);
    },
  },
  {
    title: 'a pattern in a grant is only a name that no tool has',
    async check(store) {
      for (const tool of ['*', 'w*', '%', 'wip_', 'WIPE']) await store.add({ tool, agent: 'coder' });
      equal(await store.find(query()), undefined, 'found');
    },
  },
  {
    title: 'a grant for arguments holds for exactly these',
    async check(store) {
      const grant = await store.add({ tool: 'wipe', agent: 'coder', argumentsDigest: 'd1' });
      equal(grant.scope, 'call', 'scope');
      equal((await store.find(query()))?.id, grant.id, 'the same');
      equal(await store.find(query({ argumentsDigest: async () => 'd2' })), undefined, 'others');
    },
  },
  {
    title: 'where only exact arguments will do, a grant for the tool does not hide the one that does',
    async check(store) {
      await store.add({ tool: 'wipe', agent: 'coder' });
      equal(await store.find(query({ exact: true })), undefined, 'the wide one');
      const narrow = await store.add({ tool: 'wipe', agent: 'coder', argumentsDigest: 'd1' });
      equal((await store.find(query({ exact: true })))?.id, narrow.id, 'the narrow one');
    },
  },
  {
    title: 'a yes to confirm is none to dangerous, and does not hide one that is',
    async check(store) {
      const mild = await store.add({ tool: 'wipe', agent: 'coder', approval: 'confirm' });
      equal(await store.find(query({ approval: 'dangerous' })), undefined, 'the mild one');
      equal((await store.find(query()))?.id, mild.id, 'for confirm');
      const strong = await store.add({ tool: 'wipe', agent: 'coder', approval: 'dangerous' });
      equal((await store.find(query({ approval: 'dangerous' })))?.id, strong.id, 'the strong one');
    },
  },
  {
    title: 'a grant ends when it expires',
    async check(store, time) {
      await store.add({ tool: 'wipe', agent: 'coder', expiresAt: time.now + 1000 });
      time.now += 999;
      equal((await store.list()).length, 1, 'before');
      time.now += 1;
      equal(await store.find(query()), undefined, 'found');
      equal(await store.list(), [], 'list');
    },
  },
  {
    title: 'a grant ends when it is revoked, once',
    async check(store) {
      const first = await store.add({ tool: 'wipe', agent: 'coder' });
      const second = await store.add({ tool: 'wipe', agent: 'coder' });
      const revocations = await Promise.all([store.revoke(first.id), store.revoke(first.id)]);
      equal(revocations.filter(Boolean).length, 1, 'revocations');
      equal((await store.find(query()))?.id, second.id, 'the other');
      await store.revoke(second.id);
      equal(await store.find(query()), undefined, 'none');
      equal([await store.revoke('grant_x'), await store.list()], [false, []], 'nothing is left');
    },
  },
];
