import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createHostileRepository, type HostileRepository } from '../git/hostile-repository.test-support.ts';
import { createSampleRepository, gitIn, makeRepository, put } from '../git/repository.test-support.ts';
import type { SampleProject } from '../sample-project.test-support.ts';
import { openWorkshop, type Workshop } from '../workshop.test-support.ts';
import { createBashTool } from './bash.ts';

/** Bash with the real guard, and nothing around what it starts. */
function open(project: SampleProject, answer: 'allow_once' | 'reject_once'): Workshop {
  const commands = createCommandGuard({ root: project.root });
  return openWorkshop(createBashTool, { project, answer, parts: { commands } });
}

function start(project: SampleProject, answer: 'allow_once' | 'reject_once' = 'reject_once'): Workshop {
  const workshop = open(project, answer);
  onTestFinished(() => workshop.close());
  return workshop;
}

type Said = { readonly stdout: string; readonly stderr: string; readonly exit_code: number };
const warningsOf = ({ questions }: Workshop): string[] =>
  questions.flatMap(({ effects }) => effects.flatMap(({ warning }) => warning ?? []));

/** What git does not do without; and a work tree that is elsewhere shows nothing. */
const followed = /^(?:filter\.|diff\.external$|diff\.evil\.command$|core\.worktree$)/u;

/** Every kind of line that runs unasked, in an order in which most of them have something to do. */
const lines = [
  'git status',
  'git status --short --branch --show-stash -v',
  'git diff',
  'git diff HEAD && git diff --cached --stat',
  'git log',
  'git log -p --format=%H%G?%GS',
  'git log --oneline --graph --all | head',
  'git show',
  'git show HEAD~1:plain.txt old',
  'git whatchanged -p',
  'git reflog -p',
  'git diff-tree -p HEAD; git diff-index -p HEAD; git diff-files -p; git rev-list --objects HEAD',
  'git shortlog HEAD',
  'git blame plain.txt',
  'git grep -n two',
  'git ls-files -m && git ls-tree HEAD && git cat-file -p HEAD',
  'git rev-parse HEAD && git describe --always --dirty',
  'git range-diff HEAD~1..HEAD HEAD~1..HEAD',
  'git for-each-ref && git config --list && git remote -v && git worktree list',
  'git submodule status; git submodule summary',
  'git branch new && git branch -d new && git branch -v',
  'git tag light && git tag -m heavy heavy; git tag -n',
  'git stash list -p; git stash show -p',
  'git stash push -m kept; git stash pop',
  'git add plain.txt && git add -A',
  'git diff --cached',
  'git restore --staged plain.txt; git reset -q',
  'git mv plain.txt moved.txt; git rm -q --cached moved.txt',
  "git rm -q 'sub module'",
  'git init -q && find . -maxdepth 0 -exec git status \\;',
];

/** A commit that seems to be signed, so that there is something to check. */
function sign(root: string): void {
  const [head = '', ...body] = gitIn(root, 'cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const file = join(root, '.git/signed');
  writeFileSync(file, `${head}\n${signature}\n\n${body.join('\n\n')}`);
  const commit = gitIn(root, 'hash-object', '-t', 'commit', '-w', file).trim();
  gitIn(root, ...undisturbed, 'update-ref', 'HEAD', commit);
}

const undisturbed = ['hooksPath=/dev/null', 'fsmonitor=false'].flatMap((setting) => [
  '-c',
  `core.${setting}`,
]);

function createQuietlyHostile(): HostileRepository {
  const repository = createHostileRepository(followed);
  const { root } = repository;
  gitIn(root, ...undisturbed, 'commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message=second');
  sign(root);
  put(root, 'plain.txt', 'two\n');
  expect(repository.executed()).toEqual([]);
  return repository;
}

describe('in a hostile repository, uncontained', () => {
  let repository: HostileRepository;
  let workshop: Workshop;
  beforeAll(() => {
    repository = createQuietlyHostile();
    workshop = open(repository, 'reject_once');
  });
  afterAll(() => workshop.close());

  test.each(lines)('%s runs unasked, and nothing that the repository names', async (command) => {
    expect(await workshop.call({ command })).toMatchObject({ status: 'success' });
    expect(repository.executed()).toEqual([]);
  });

  test('without all this the same lines execute a good part of it', () => {
    const other = createQuietlyHostile();
    onTestFinished(() => other.remove());
    const env = { PATH: process.env['PATH'], HOME: other.outside };
    for (const command of lines) spawnSync('bash', ['-c', command], { cwd: other.root, env });
    expect(other.executed()).toEqual(
      expect.arrayContaining([
        'fsmonitor',
        'gpg-openpgp',
        'path-post-index-change',
        'path-reference-transaction',
        'sub-fsmonitor',
        'textconv',
      ]),
    );
  });

  test.each([
    ['filter.evil.clean', 'git status'],
    ['filter.evil.process', 'git add -A'],
    ['diff.external', 'git diff'],
    ['diff.evil.command', 'git diff HEAD'],
    ['filter.deep.clean', 'git status'],
  ])('%s is told before %s, and not followed without a yes', async (setting, command) => {
    const whole = createHostileRepository(/^core\.worktree$/u);
    const refusing = start(whole);
    expect(await refusing.fail({ command })).toMatchObject({ code: 'approval_refused' });
    expect(warningsOf(refusing)[0]).toContain(`${setting} = ${whole.outside}/planted/`);
    expect(whole.executed()).toEqual([]);
  });
});

describe('settings that are not in the plain place', () => {
  const evil = (project: SampleProject): string => `touch ${join(project.outside, 'canary')}; cat`;
  const driver = (project: SampleProject): string => `[diff "evil"]\n\ttextconv = "${evil(project)}"\n`;
  const everyday = 'git status; git diff; git log -p; git show; git blame README.md';
  const hasRun = ({ outside }: SampleProject): boolean => existsSync(join(outside, 'canary'));

  function createProject(): SampleProject {
    const project = createSampleRepository();
    put(project.root, '.git/info/attributes', '* diff=evil\n');
    return project;
  }

  test.each(['[include]', '[includeIf "gitdir:**"]', '[includeIf "onbranch:later"]'])(
    '%s is told: what it takes in may change before it is obeyed',
    async (section) => {
      const project = createProject();
      const { root } = project;
      appendFileSync(join(root, '.git/config'), `${section}\n\tpath = ../more.conf\n`);
      put(root, 'more.conf', driver(project));
      const workshop = start(project);
      expect(await workshop.fail({ command: everyday })).toMatchObject({ code: 'approval_refused' });
      expect(warningsOf(workshop)[0]).toMatch(/include.*\.path = \.\.\/more\.conf/u);
      // With a yes, what stands there now is still done without.
      const { stdout } = await start(project, 'allow_once').give<Said>({ command: everyday });
      expect(stdout).toContain('+Says hello to everybody.');
      expect(hasRun(project)).toBe(false);
    },
  );

  test('the settings of one work tree, and a .git that is a file', async () => {
    const project = createProject();
    const { root } = project;
    gitIn(root, 'config', 'extensions.worktreeConfig', 'true');
    writeFileSync(join(root, '.git/config.worktree'), driver(project));
    const { stdout } = await start(project).give<Said>({ command: everyday });
    expect(stdout).toContain('+Says hello to everybody.');

    gitIn(root, 'worktree', 'add', '--quiet', join(project.outside, 'tree'));
    const linked = join(project.outside, 'tree');
    writeFileSync(join(root, '.git/worktrees/tree/config.worktree'), driver(project));
    put(linked, 'README.md', 'in the tree\n');
    const inTree = start({ ...project, root: linked });
    expect((await inTree.give<Said>({ command: everyday })).stdout).toContain('+in the tree');
    expect(hasRun(project)).toBe(false);
  });

  test('a repository within the repository', async () => {
    const project = createSampleRepository();
    const { root } = project;
    makeRepository(join(root, 'inner'));
    put(root, 'inner/a.txt');
    gitIn(join(root, 'inner'), 'add', '--all');
    gitIn(join(root, 'inner'), 'commit', '--quiet', '--message=inner');
    gitIn(root, 'add', 'inner');
    put(root, 'inner/a.txt', 'changed\n');
    put(root, 'inner/.git/info/attributes', '* filter=evil\n');
    gitIn(join(root, 'inner'), 'config', 'filter.evil.clean', evil(project));
    const workshop = start(project);
    expect(await workshop.fail({ command: 'git status' })).toMatchObject({ code: 'approval_refused' });
    expect(warningsOf(workshop)[0]).toContain('filter.evil.clean');
    for (const command of ['cd inner && git status', 'git -C inner diff', 'git diff --submodule=diff'])
      expect(await workshop.fail({ command })).toMatchObject({ code: 'approval_refused' });
    expect(hasRun(project)).toBe(false);
  });

  test('where missing objects would be fetched from is not asked', async () => {
    const project = createProject();
    const { root } = project;
    const blob = gitIn(root, 'rev-parse', 'HEAD~1:README.md').trim();
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    for (const [name, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'lazy'],
      ['remote.lazy.url', root],
      ['remote.lazy.uploadpack', evil(project)],
    ] as const)
      gitIn(root, 'config', name, value);
    const { stderr } = await start(project).give<Said>({ command: 'git show HEAD~1:README.md' });
    expect(stderr).toContain("transport 'file' not allowed");
    expect(hasRun(project)).toBe(false);
  });

  test('a setting that is written by the line itself is asked about', async () => {
    const project = createProject();
    const workshop = start(project);
    const command = `git config diff.evil.textconv '${evil(project)}' && git diff`;
    expect(await workshop.fail({ command })).toMatchObject({ code: 'approval_refused' });
    expect(hasRun(project)).toBe(false);
  });

  test('one that appears after the question is not followed', async () => {
    const project = createProject();
    const { root } = project;
    const service = new ToolService({
      approver: () => {
        appendFileSync(join(root, '.git/config'), `[filter "late"]\n\tclean = "${evil(project)}"\n`);
        return { decision: 'allow_once' };
      },
    });
    service.registerTool(start(project).tool);
    put(root, '.gitattributes', '* filter=late\n');
    expect(await service.execute('Bash', { command: 'rm -r src && git status' })).toMatchObject({
      data: { reason: 'settings_changed' },
    });
    expect(hasRun(project)).toBe(false);
  });
});

describe('in an ordinary repository', () => {
  test('git says what it always says', async () => {
    const project = createSampleRepository();
    const { root } = project;
    const workshop = start(project);
    for (const words of ['status', 'diff', 'log', 'log -p', 'show', 'blame HEAD README.md', 'branch -v']) {
      const { stdout, exit_code } = await workshop.give<Said>({ command: `git ${words}` });
      expect([words, exit_code, stdout]).toEqual([words, 0, gitIn(root, ...words.split(' '))]);
    }
    expect(workshop.questions).toEqual([]);
  });

  test('a merge driver is replaced by the merge of git, which loses nothing', async () => {
    const project = createSampleRepository();
    const { root } = project;
    put(root, '.git/info/attributes', '* merge=evil\n');
    gitIn(root, 'config', 'merge.evil.driver', 'false');
    put(root, 'README.md', '# Sample\n\nA small project.\n\nEnd.\n');
    gitIn(root, 'stash', 'push', '--quiet');
    put(root, 'README.md', '# Title\n\nA small project.\n');
    gitIn(root, 'add', 'README.md');
    gitIn(root, 'commit', '--quiet', '--message=title');
    await start(project).give({ command: 'git stash pop' });
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('# Title\n\nA small project.\n\nEnd.\n');
  });

  test('what git lfs has set up is no question', async () => {
    const project = createSampleRepository();
    const { root } = project;
    const settings = {
      clean: 'git-lfs clean -- %f',
      smudge: 'git-lfs smudge -- %f',
      process: 'git-lfs filter-process',
    };
    for (const [name, value] of Object.entries(settings)) gitIn(root, 'config', `filter.lfs.${name}`, value);
    const workshop = start(project);
    expect(await workshop.call({ command: 'git status' })).toMatchObject({ status: 'success' });
    gitIn(root, 'config', 'lfs.extension.evil.clean', 'false');
    expect(await workshop.fail({ command: 'git status' })).toMatchObject({ code: 'approval_refused' });
  });

  test('with a yes to its filter, the filter is applied', async () => {
    const project = createSampleRepository();
    const { root } = project;
    gitIn(root, 'config', 'filter.shout.clean', 'tr a-z A-Z');
    put(root, '.gitattributes', 'README.md filter=shout\n');
    const { stdout } = await start(project, 'allow_once').give<Said>({ command: 'git diff README.md' });
    expect(stdout).toContain('+SAYS HELLO TO EVERYBODY.');
  });
});
