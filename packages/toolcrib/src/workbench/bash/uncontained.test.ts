import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ToolService, type ToolResult } from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createFence } from '../../fence/fence.ts';
import { createTestBench, type TestBench } from '../bench.test-support.ts';
import { gitIn } from '../git/repository.test-support.ts';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { createBashTool } from './bash.ts';

/** Bash where only checks hold, in a project that is full of links to a secret beside it. */

const secret = 'hunter2-is-secret';

let project: SampleProject;
let bench: TestBench;
let service: ToolService;
let outer: string;

beforeEach(() => {
  project = createSampleProject();
  outer = dirname(project.root);
  put(join(outer, 'other/secret_name.txt'), secret);
  symlinkSync('../other/secret_name.txt', join(project.root, 'link_file'));
  symlinkSync('../other', join(project.root, 'link_folder'));
  mkdirSync(join(project.root, 'nest/deep'), { recursive: true });
  symlinkSync('../../../other/secret_name.txt', join(project.root, 'nest/deep/link'));
  // In its place this one leads to nothing of interest.
  put(join(project.root, 'nest/other/secret_name.txt'), 'harmless');
  symlinkSync('../other/secret_name.txt', join(project.root, 'nest/deep/turns'));
  put(join(project.root, '-rf'), 'a name');
  bench = createTestBench(project, { parts: { commands: createCommandGuard({ root: project.root }) } });
  const { approver } = scriptedApprover([]);
  service = new ToolService({ fence: createFence({ mode: 'off', ...bench }), approver });
  service.registerTool(createBashTool(bench));
});

afterEach(async () => {
  await bench.close();
  project.remove();
  rmSync(join(outer, 'other'), { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const run = (command: string): Promise<ToolResult> => service.execute('Bash', { command });

async function expectNothing(command: string): Promise<void> {
  const said = JSON.stringify(await run(command));
  expect([command, said]).toEqual([command, expect.not.stringContaining(secret)]);
  // Nor its name, where the line does not say it.
  if (!command.includes('secret_name')) expect(said).not.toContain('secret_name');
}

describe('a pattern does not lead out of the project', () => {
  test.each([
    'cat link_*',
    'cat link_fil?',
    'cat [a-z]ink_file',
    'cat l*',
    'cat *',
    'cat {link,none}_*',
    'cat link_{file,*}',
    'cat "link"_*',
    'cat n*/d*/l*',
    'cat nest/**/link',
    'grep -r hunter *',
    'grep -rh hunter link_f*',
    'head -c 40 */secret_name.txt',
    'head -c 40 link_folder/*',
    'wc -l * && head *',
    'echo ../*',
    'echo ../*/*',
    'echo link_folder/*',
    'echo */*',
    "x='link_folder/*'; echo $x",
    "x='../*/*'; echo $x",
    'for f in link_*; do cat $f; done',
    'for f in link_folder/*; do echo $f; done',
    "bash -c 'cat link_*'",
    'cat $(echo link_*)',
    'echo "$(cat l*)"',
    'cat < link_*',
    'sed -n p link_*',
    'sort link_*',
    'mv nest/deep moved; cat moved/*',
    'mv nest/deep moved; cat moved/link',
    'mv nest/deep/turns .; cat turns',
    'mv nest/deep/t* .; cat turns',
    'cp -r nest/deep moved; cat moved/l*',
    'cp -P nest/deep/turns .; cat t*',
    'cp -a nest/deep moved && cat moved/turns',
    'mv nest n2; cat n2/deep/link',
    'cd nest && cat deep/*',
    'cd nest; cat deep/*',
    'find link_*/ -type f -exec cat {} +',
    'tar cf - link_folder/* | cat',
    'ls -R link_*/',
    'diff link_* notes.txt',
    'env cat link_*',
    'timeout 5 cat link_*',
    'stat -c %N link_folder/*',
  ])('%j', async (command) => {
    await expectNothing(command);
  });

  test('a link that takes the place of a file after the judgement is not followed by a pattern', async () => {
    const { commands } = bench;
    let looks = 0;
    const racing = {
      ...bench,
      commands: {
        isExact: false,
        listedOwn: [],
        judge: (...given: Parameters<typeof commands.judge>) => {
          // The last look of all is that of the call itself.
          if (++looks === 4) symlinkSync('../other/secret_name.txt', join(project.root, 'notes.lnk'));
          return commands.judge(...given);
        },
      },
    };
    const other = new ToolService({ fence: createFence({ mode: 'off', ...bench }) });
    other.registerTool(createBashTool(racing));
    for (let call = 0; call < 5; call++)
      expect(JSON.stringify(await other.execute('Bash', { command: 'cat notes*' }))).not.toContain(secret);
  });
});

describe('a pattern that stays inside works unasked', () => {
  test.each([
    ['cat notes*', 'first'],
    ['cat n[o]tes.t?t', 'first'],
    ['wc -l src/*.ts', 'greet.ts'],
    ['for f in src/*.ts; do echo "$f"; done', 'src/greet.ts'],
    ['echo none*', 'none*'],
    ['ls -- -*', '-rf'],
    ['cat no"tes".t*', 'first'],
    ["echo 'src/*' src/*.none", 'src/*'],
    ['cp src/*.ts nest && ls nest/greet.ts', 'nest/greet.ts'],
    ['cd src && ls *.ts', 'greet.ts'],
  ])('%j', async (command, said) => {
    const result = await run(command);
    expect([command, result.status, JSON.stringify(result)]).toEqual([
      command,
      'success',
      expect.stringContaining(said),
    ]);
  });

  test('names are taken for what they are, not for what they look like', async () => {
    put(join(project.root, "it's; echo oops $(id)"), 'text');
    expect(await run('cat it*')).toMatchObject({ status: 'success', output: { stdout: 'text' } });
    // A file that is called like an option is judged like the option.
    expect(await run('rm -*')).toMatchObject({ errorCode: 'approval_refused' });
  });

  test('what the line itself makes is not overlooked', async () => {
    expect(await run('touch src/late.ts && ls src/*.ts')).toMatchObject({ status: 'blocked' });
    expect(await run('mkdir new && ls src/*.ts')).toMatchObject({ status: 'success' });
  });
});

describe('a repository above the project', () => {
  beforeEach(() => {
    for (const link of ['link_file', 'link_folder']) rmSync(join(project.root, link));
    gitIn(outer, 'init', '--quiet');
    gitIn(outer, 'add', '-A');
    gitIn(outer, '-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'all');
    writeFileSync(join(outer, 'other/secret_name.txt'), `${secret} more`);
  });
  afterEach(() => rmSync(join(outer, '.git'), { recursive: true, force: true }));

  test.each([
    'git show HEAD:other/secret_name.txt',
    'git show HEAD',
    'git grep -n hunter -- :/',
    'git grep hunter HEAD -- :/',
    'git log -p -- :/other',
    'git log -p',
    'git diff :/',
    'git diff',
    'git status -v',
    'git blame ../other/secret_name.txt',
    'git cat-file -p HEAD:other/secret_name.txt',
    'git archive HEAD',
    'git stash show -p',
    'git show $(git rev-parse HEAD)',
    'git ls-files -s :/ && git cat-file blob HEAD:other/secret_name.txt',
    'git reflog -p',
  ])('%j shows nothing unasked', async (command) => {
    const said = JSON.stringify(await run(command));
    expect([command, said]).toEqual([command, expect.not.stringContaining(secret)]);
  });

  test.each(['git status --short', 'git branch --show-current', 'git rev-parse HEAD'])(
    '%j works unasked',
    async (command) => {
      expect(await run(command)).toMatchObject({ status: 'success', output: { exit_code: 0 } });
    },
  );

  test('a .git file that names a repository elsewhere is no way around it', async () => {
    renameSync(join(outer, '.git'), join(outer, 'elsewhere.git'));
    put(join(project.root, '.git'), `gitdir: ${outer}/elsewhere.git\n`);
    await expectNothing('git show HEAD:other/secret_name.txt');
    rmSync(join(outer, 'elsewhere.git'), { recursive: true });
  });
});

describe('settings of the repository that name files outside', () => {
  beforeEach(() => {
    for (const link of ['link_file', 'link_folder']) rmSync(join(project.root, link));
    gitIn(project.root, 'init', '--quiet');
    gitIn(project.root, 'add', 'notes.txt');
    gitIn(project.root, '-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'notes');
  });

  test.each([
    ['blame.ignoreRevsFile', 'git blame notes.txt'],
    ['core.excludesFile', 'git check-ignore -v hunter2-is-secret'],
    ['core.attributesFile', 'git check-attr -a notes.txt; git status'],
    ['mailmap.file', 'git log --use-mailmap; git shortlog HEAD'],
    ['commit.template', 'git commit --allow-empty --no-edit; git status -v'],
    ['diff.orderFile', 'git diff HEAD~0'],
    ['include.path', 'git status; git config --list'],
  ])('%s shows nothing unasked', async (name, command) => {
    gitIn(project.root, 'config', name, join(outer, 'other/secret_name.txt'));
    await expectNothingOf(command);
  });

  test.each([
    ['above the project', ''],
    ['beside it', 'other'],
  ])('core.worktree %s shows nothing unasked', async (_, folder) => {
    gitIn(project.root, 'config', 'core.worktree', join(outer, folder));
    await expectNothingOf('git grep --untracked hunter -- :/');
    await expectNothingOf('git add -A :/ && git diff --cached');
  });

  async function expectNothingOf(command: string): Promise<void> {
    const { output, error } = (await run(command)) as {
      output?: { stdout: string; stderr: string };
      error?: string;
    };
    expect(`${output?.stdout} ${output?.stderr} ${error}`.replaceAll(command, '')).not.toContain(secret);
    expect(readFileSync(join(outer, 'other/secret_name.txt'), 'utf8')).toBe(secret);
  }
});
