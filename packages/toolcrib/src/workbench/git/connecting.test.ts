import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createError } from '@toolcrib/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bench } from '../bench.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { openWorkshop, type Workshop } from '../workshop.test-support.ts';
import { serveRepositories, type GitServer } from './git-server.test-support.ts';
import { createGitTool } from './git.ts';
import { gitIn, put } from './repository.test-support.ts';

/** The server needs both, and so does git's own transport. */
const canServe = ['openssl version', 'git http-backend --help', 'git remote-https --help'].every((line) => {
  try {
    const [program = '', ...given] = line.split(' ');
    execFileSync(program, given, { stdio: 'ignore', timeout: 5000 });
    return true;
  } catch (error) {
    // Started without a request, both transports complain; what is not there cannot even do that.
    return line.startsWith('git') && (error as { status?: number }).status !== 1;
  }
});

describe.skipIf(!canServe)('with a server', () => {
  let project: SampleProject;
  let server: GitServer;
  let workshop: Workshop;
  let allowed: ReadonlySet<string>;
  const asked: string[] = [];
  const served = (): string => join(project.outside, 'served/x.git');

  beforeAll(async () => {
    project = createSampleProject();
    const folder = join(project.outside, 'served');
    mkdirSync(folder);
    gitIn(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'x.git');
    server = await serveRepositories(folder);
    const { root, outside } = project;
    gitIn(outside, 'clone', '--quiet', served(), 'colleague');
    put(join(outside, 'colleague'), 'a.txt', 'one\n');
    publish('one');
    gitIn(root, 'init', '--quiet', '--initial-branch=main');
    gitIn(root, 'config', 'user.name', 'Ada');
    gitIn(root, 'config', 'user.email', 'ada@example.com');
    gitIn(root, 'remote', 'add', 'origin', `${server.address}/x.git`);
    const network: Bench['network'] = {
      allows: (host) => allowed.has(host),
      check: (host, port, caller) => {
        asked.push(`${host}:${port} for ${caller?.tool}`);
        if (!allowed.has(host)) throw createError('host_not_allowed', { host });
        return Promise.resolve({ host, port, addresses: [{ address: '127.0.0.1', family: 4 as const }] });
      },
    };
    workshop = openWorkshop((bench) => createGitTool(bench, { certificates: server.certificates }), {
      project,
      parts: { network },
    });
  });
  beforeEach(() => {
    allowed = new Set(['localhost']);
  });
  afterAll(async () => {
    await server.close();
    await workshop.close();
  });

  const colleague = (...given: string[]): string => gitIn(join(project.outside, 'colleague'), ...given);
  const publish = (text: string): void => {
    put(join(project.outside, 'colleague'), 'a.txt', `${text}\n`);
    colleague('add', '--all');
    colleague('commit', '--quiet', `--message=${text}`);
    colleague('push', '--quiet', 'origin', 'main');
  };

  test('fetch brings what is there, and touches no branch of ours', async () => {
    expect(await workshop.give({ operation: 'fetch' })).toEqual({ fetched: 'origin' });
    expect(await workshop.give({ operation: 'branch' })).toMatchObject({
      branches: [{ name: 'origin/main', subject: 'one' }],
    });
    expect(asked).toContain(`localhost:${new URL(server.address).port} for Git`);
  });

  test('pull goes forward, and no other way', async () => {
    await workshop.give({ operation: 'pull', name: 'main' });
    publish('two');
    await workshop.give({ operation: 'pull', name: 'main' });
    expect(await workshop.give({ operation: 'log' })).toMatchObject({
      commits: [{ subject: 'two' }, { subject: 'one' }],
    });
    publish('three');
    put(project.root, 'b.txt');
    await workshop.give({ operation: 'add', paths: ['b.txt'] });
    await workshop.give({ operation: 'commit', message: 'ours' });
    expect(await workshop.fail({ operation: 'pull', name: 'main' })).toMatchObject({ reason: 'git_refused' });
    expect(await workshop.give({ operation: 'status' })).toMatchObject({ branch: 'main' });
  });

  test('push sends a branch, and over others only what was seen', async () => {
    gitIn(project.root, 'switch', '--quiet', '--create', 'topic');
    expect(await workshop.give({ operation: 'push' })).toMatchObject({
      pushed: 'topic',
      said: expect.arrayContaining(['Done']) as unknown,
    });
    expect(gitIn(served(), 'branch', '--list', 'topic')).toContain('topic');
    expect(await workshop.fail({ operation: 'push', name: 'main' })).toMatchObject({ reason: 'git_refused' });
    publish('four');
    // What is on the server has moved since it was fetched.
    expect(await workshop.fail({ operation: 'push', name: 'main', force: true })).toMatchObject({
      reason: 'git_refused',
    });
    await workshop.give({ operation: 'fetch' });
    expect(await workshop.give({ operation: 'push', name: 'main', force: true })).toMatchObject({
      pushed: 'main',
    });
    expect(gitIn(served(), 'log', '-1', '--format=%s', 'main').trim()).toBe('ours');
    gitIn(project.root, 'switch', '--quiet', '--detach');
    expect(await workshop.fail({ operation: 'push' })).toMatchObject({ reason: 'parameter_needed' });
  });

  test('a host that is not listed is not asked anything', async () => {
    allowed = new Set();
    const before = server.requests.length;
    for (const operation of ['fetch', 'pull', 'push'])
      expect(await workshop.fail({ operation, name: 'main' })).toMatchObject({
        status: 'blocked',
        code: 'host_not_allowed',
      });
    expect(server.requests).toHaveLength(before);
  });

  test('a server that sends us elsewhere is not followed', async () => {
    server.redirect('/moved.git', `${server.address}/x.git`);
    gitIn(project.root, 'remote', 'add', 'moved', `${server.address}/moved.git`);
    expect(await workshop.fail({ operation: 'fetch', remote: 'moved' })).toMatchObject({
      reason: 'git_refused',
    });
    expect(server.requests.at(-1)).toMatch(/^\/moved\.git/u);
  });

  test('a certificate that nobody knows is not accepted', async () => {
    const trusting = openWorkshop(createGitTool, { project, parts: { network: workshop.bench.network } });
    const { reason, error } = await trusting.fail({ operation: 'fetch' });
    expect([reason, error]).toEqual(['git_refused', expect.stringContaining('certificate')]);
    await trusting.bench.close();
  });
});
