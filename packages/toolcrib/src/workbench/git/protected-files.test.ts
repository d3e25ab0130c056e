import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProcessesIn } from '../../fence/processes/create-processes.ts';
import type { Hold } from '../../fence/processes/hold.ts';
import { testedHolds } from '../../fence/processes/site.test-support.ts';
import { createSampleProject } from '../sample-project.test-support.ts';
import { openWorkshop, type Workshop } from '../workshop.test-support.ts';
import { createGitTool } from './git.ts';
import { gitIn, makeRepository, put } from './repository.test-support.ts';

const holds = testedHolds().filter(({ brokered, whole }) => brokered && whole);

describe.each(holds)('in $name', ({ hold }) => {
  let workshop: Workshop;
  let root: string;
  const content = (path: string): string => readFileSync(join(root, path), 'utf8');
  beforeEach(() => {
    const project = createSampleProject();
    ({ root } = project);
    const processes = createProcessesIn(() => hold as Hold, { ...project, mode: 'required' });
    workshop = openWorkshop((bench) => createGitTool(bench), { project, parts: { processes } });
    makeRepository(root);
    put(root, 'AGENTS.md', 'one\n');
    put(root, 'sub/CLAUDE.md', 'one\n');
    put(root, 'plain.txt', 'one\n');
    gitIn(root, 'add', '--all');
    gitIn(root, 'commit', '--quiet', '--message=one');
    gitIn(root, 'switch', '--quiet', '--create', 'other');
    for (const path of ['AGENTS.md', 'sub/CLAUDE.md', 'plain.txt']) put(root, path, 'two\n');
    gitIn(root, 'commit', '--quiet', '--all', '--message=two');
    gitIn(root, 'switch', '--quiet', 'main');
  });
  afterEach(() => workshop.close());

  test('a branch that changes what agents follow leaves it as it was, and says so', async () => {
    const { reason, error } = await workshop.fail({ operation: 'switch', name: 'other' });
    expect(reason).toBe('protected_left');
    expect(error).toContain('AGENTS.md, sub/CLAUDE.md');
    expect(['AGENTS.md', 'sub/CLAUDE.md', 'plain.txt'].map(content)).toEqual(['one\n', 'one\n', 'two\n']);
  });

  test('a branch that changes nothing of the kind is switched to, and what is stashed comes back', async () => {
    gitIn(root, 'branch', 'third');
    put(root, 'plain.txt', 'three\n');
    expect(await workshop.give({ operation: 'stash', action: 'push' })).toMatchObject({});
    expect(await workshop.give({ operation: 'switch', name: 'third' })).toMatchObject({ branch: 'third' });
    await workshop.give({ operation: 'stash', action: 'pop' });
    await workshop.give({ operation: 'commit', message: 'three', all: true });
    expect(gitIn(root, 'log', '-1', '--format=%s').trim()).toBe('three');
  });
});

test.runIf(holds.length === 0)('a machine without a broker has nothing to show here', () => {
  expect(testedHolds().every(({ hold }) => hold?.broker !== true)).toBe(true);
});
