import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { drawn, roundSeed } from '../hostile-repository/rounds.ts';
import { command, runBounded, type BoundedRun } from '../hostile-repository/testbed/run-bounded.ts';
import { buildProject, type BuiltProject } from './build-project.ts';
import type { OrdinaryProject } from './ordinary-project.ts';
import { ordinaryProjects } from './ordinary-projects.ts';
import { openAsUser, type User } from './user.ts';
import {
  commitChanges,
  expectNotToWork,
  expectToWork,
  lookAtChanges,
  workWithFiles,
} from './work-in-project.ts';

const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end('{"answer": 42}');
});
let address = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

// In full: npm run ordinary.
const isFull = process.env['ORDINARY_PROJECTS'] === 'all';
const round = isFull
  ? ordinaryProjects
  : drawn(ordinaryProjects, { count: 5, random: seededRandom(roundSeed) });
const table = round.map((project) => [project.name, project.about, project] as const);

describe.concurrent(`a legitimate project works (${isFull ? 'all' : `round ${roundSeed}`})`, () => {
  test.each(table)('%s: %s', { timeout: 120_000 }, async (_, __, project) => {
    const built = await buildProject(project, address);
    try {
      const needsTrust = await workUntrusted(project, built);
      if (needsTrust) await workTrusted(project, built);
    } finally {
      built.remove();
    }
  });
});

test('at least 40 projects, each with a name of its own', () => {
  expect(ordinaryProjects.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ordinaryProjects.map(({ name }) => name)).size).toBe(ordinaryProjects.length);
});

/** What works without trust. Tells whether there is more that needs it. */
function workUntrusted(project: OrdinaryProject, { folder, place }: BuiltProject): Promise<boolean> {
  const { calls = [], whenTrusted, repository = 'own' } = project;
  return asUser(folder, async (user) => {
    await workWithFiles(user, folder, project);
    for (const call of calls) await expectToWork(user, call);
    const usesGit = repository === 'own' || repository === 'above';
    if (usesGit) await lookAtChanges(user, project);
    const notice = expect.stringContaining('toolcrib trust') as unknown;
    expect(user.notices).toEqual(whenTrusted === undefined ? [] : [notice]);
    for (const call of whenTrusted?.(place) ?? []) await expectNotToWork(user, call);
    if (usesGit && whenTrusted === undefined) await commitChanges(user, project);
    return whenTrusted !== undefined;
  });
}

/** What works after one `toolcrib trust`. The tools of other people are accepted apart from the configuration. */
async function workTrusted(project: OrdinaryProject, { folder, place }: BuiltProject): Promise<void> {
  const { whenTrusted, repository = 'own', hasSources = false } = project;
  for (const given of [['trust', '--yes'], ...(hasSources ? [['tools', 'accept', '--yes']] : [])])
    expect(await toolcrib(given, folder)).toMatchObject({ code: 0 });
  await asUser(folder, async (user) => {
    expect(user.notices).toEqual([]);
    for (const call of whenTrusted?.(place) ?? []) await expectToWork(user, call);
    if (repository === 'own') await commitChanges(user, project);
  });
}

function toolcrib(given: readonly string[], cwd: string): Promise<BoundedRun> {
  const { PATH = '', TOOLCRIB_STATE = '', NODE_COMPILE_CACHE = '' } = process.env;
  const environment = { PATH, TOOLCRIB_STATE, NODE_COMPILE_CACHE, TOOLCRIB_LOG: 'off', LANG: 'C.UTF-8' };
  return runBounded(process.execPath, [command, ...given], { cwd, environment, limit: 60_000 });
}

async function asUser<T>(folder: string, work: (user: User) => Promise<T>): Promise<T> {
  const user = await openAsUser(folder);
  try {
    return await work(user);
  } finally {
    await user.close();
  }
}
