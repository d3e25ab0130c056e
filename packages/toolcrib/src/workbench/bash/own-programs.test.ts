import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApprovalQuestion } from '@toolcrib/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openToolcrib, type Toolcrib } from '../../open-toolcrib.ts';

let base: string;
let home: string;
let project: string;
const opened: Toolcrib[] = [];
const questions: ApprovalQuestion[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-own-')));
  [home, project] = [join(base, 'home'), join(base, 'project')];
  mkdirSync(project);
  // A toolchain as rustup installs it: the program, what it reads elsewhere in the home, and keys beside it.
  put(
    '.cargo/bin/cargo',
    '#!/bin/sh\ncat "$RUSTUP_HOME/toolchains/words" "$CARGO_HOME/credentials.toml"\n',
    0o755,
  );
  put('.cargo/credentials.toml', 'the key');
  put('.rustup/toolchains/words', 'built ');
  put('.ssh/id', 'the key');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  questions.splice(0);
  rmSync(base, { recursive: true, force: true });
});

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text, { mode });
}

interface Run {
  readonly sandbox?: object;
  readonly answer?: 'allow_once' | 'reject_once';
  readonly path?: string;
  readonly environment?: { readonly [name: string]: string };
}

type Ended = { status: string; output: string; code: unknown };

async function bash(command: string, run: Run = {}): Promise<Ended> {
  const [ended] = await inTurn([command], run);
  if (ended === undefined) throw new Error('nothing ended');
  return ended;
}

async function inTurn(
  commands: readonly string[],
  { sandbox, answer = 'reject_once', path, environment }: Run = {},
): Promise<readonly Ended[]> {
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ sandbox: sandbox ?? {} }));
  const one = await openToolcrib({
    trust: 'always',
    project,
    environment: {
      HOME: home,
      PATH: `${path ?? join(home, '.cargo/bin')}:/usr/bin:/bin`,
      TOOLCRIB_STATE: join(base, 'state'),
      TOOLCRIB_LOG: 'off',
      ...environment,
    },
    service: {
      approver: (question) => {
        questions.push(question);
        return { decision: answer };
      },
    },
  });
  opened.push(one);
  const ended: Ended[] = [];
  for (const command of commands) {
    const result = await one.service.execute('Bash', { command });
    const { stdout = '', stderr = '' } = (result.status === 'success' ? result.output : {}) as {
      stdout?: string;
      stderr?: string;
    };
    const code = 'errorCode' in result ? result.errorCode : '';
    ended.push({ status: result.status, output: stdout + stderr, code });
  }
  return ended;
}

test('a program of the user is asked about, told where it is from, and does not run without a yes', async () => {
  expect(await bash('cargo build')).toMatchObject({ status: 'blocked', code: 'approval_refused' });
  expect(questions[0]?.warning).toContain('outside the project');
  expect(questions[0]?.warning).toContain(join(home, '.cargo/bin/cargo'));
});

test.each([
  ['a question', {}, 'allow_once'],
  ['allow_commands', { allow_commands: ['cargo'] }, 'reject_once'],
  ['an exact list', { commands: ['cargo'] }, 'reject_once'],
] as const)(
  'with %s it runs in the sandbox, and reads its installation but no keys',
  async (_, sandbox, answer) => {
    const { status, output } = await bash('cargo build', {
      sandbox: { mode: 'required', ...sandbox },
      answer,
    });
    expect(status).toBe('success');
    expect(output).toContain('built ');
    expect(output).not.toContain('the key');
    expect(questions.length).toBe(answer === 'allow_once' ? 1 : 0);
  },
);

test('what is listed is also found by the programs that start it', async () => {
  const sandbox = { mode: 'required', allow_commands: ['cargo'] };
  writeFileSync(join(project, 'build.sh'), 'cargo build\n');
  expect((await bash('sh build.sh', { sandbox })).output).toContain('built ');
  expect((await bash('sh build.sh', { sandbox: { mode: 'required' } })).output).not.toContain('built ');
});

test('one yes to a program counts until the session ends, and for this program alone', async () => {
  put('.cargo/bin/go', '#!/bin/sh\necho going\n', 0o755);
  const sandbox = { mode: 'required' };
  await inTurn(['cargo build', 'cargo test', 'go build', 'cargo install x'], {
    sandbox,
    answer: 'allow_once',
  });
  expect(questions.map(({ arguments: given }) => given['command'])).toEqual([
    'cargo build',
    'go build',
    'cargo install x',
  ]);
});

test('what lies beside it does not take the place of programs of the system', async () => {
  put('.cargo/bin/ls', '#!/bin/sh\necho planted\n', 0o755);
  const sandbox = { mode: 'required', allow_commands: ['cargo'] };
  for (const command of ['ls', 'cargo build; ls', "sh -c 'ls'"])
    expect((await bash(command, { sandbox })).output).not.toContain('planted');
  // Unless that is what was asked for.
  expect((await bash('ls', { sandbox: { allow_commands: ['ls'] } })).output).toContain('planted');
});

test('a variable that names the whole home as an installation opens no home', async () => {
  put('.cargo/bin/cargo', `#!/bin/sh\ncat ${home}/.ssh/id; echo done\n`, 0o755);
  const sandbox = { mode: 'required', allow_commands: ['cargo'] };
  for (const environment of [
    { CARGO_HOME: home, PYENV_ROOT: base },
    { RUSTUP_HOME: '/', PNPM_HOME: home },
  ]) {
    const { output } = await bash('cargo build', { sandbox, environment });
    expect(output).toContain('done');
    expect(output).not.toContain('the key');
  }
});

test.runIf(spawnSync('python3', ['-m', 'venv', '--help']).status === 0)(
  'a program of a virtual environment outside the project runs with its Python',
  async () => {
    const environment = join(home, 'environments/tools');
    expect(spawnSync('python3', ['-m', 'venv', '--without-pip', environment]).status).toBe(0);
    const script = `#!${environment}/bin/python\nimport sys, helper\nprint("ran in", sys.prefix, helper.word)\n`;
    put('environments/tools/bin/pytest', script, 0o755);
    const [lib = ''] = readdirSync(join(environment, 'lib'));
    put(`environments/tools/lib/${lib}/site-packages/helper.py`, 'word = "helped"\n');
    const sandbox = { mode: 'required', allow_commands: ['pytest'] };
    const found = { sandbox, path: `${environment}/bin`, environment: { HOME: process.env['HOME'] ?? home } };
    expect((await bash('pytest -q', found)).output).toContain(`ran in ${environment} helped`);
  },
);

test('a program in the project, or one that others may write, is nobody’s own', async () => {
  const sandbox = { allow_commands: ['cargo'] };
  mkdirSync(join(project, 'bin'));
  writeFileSync(join(project, 'bin/cargo'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
  symlinkSync(join(project, 'bin'), join(base, 'linked'));
  mkdirSync(join(base, 'open'));
  writeFileSync(join(base, 'open/cargo'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
  chmodSync(join(base, 'open'), 0o777);
  for (const path of [join(project, 'bin'), join(base, 'linked'), join(base, 'open'), 'bin'])
    expect((await bash('cargo build', { sandbox, path })).output).not.toContain('planted');
});

/** Toolchains of this machine, where they are the user's own. */
const { HOME = '', PATH = '' } = process.env;
const ownOf = (name: string): boolean =>
  PATH.split(':').some((folder) => folder.startsWith(`${HOME}/`) && existsSync(join(folder, name))) &&
  spawnSync(name, ['--version']).status === 0;

async function really(command: string, program: string): Promise<string> {
  writeFileSync(
    join(project, 'toolcrib.json'),
    JSON.stringify({ sandbox: { mode: 'required', allow_commands: [program] } }),
  );
  const environment = { ...process.env, TOOLCRIB_STATE: join(base, 'state'), TOOLCRIB_LOG: 'off' };
  const one = await openToolcrib({ trust: 'always', project, environment });
  opened.push(one);
  const result = await one.service.execute('Bash', { command }, { timeout: 120_000 });
  return JSON.stringify(result);
}

test.runIf(ownOf('cargo'))('cargo tests a crate in the sandbox', { timeout: 120_000 }, async () => {
  writeFileSync(
    join(project, 'Cargo.toml'),
    '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n',
  );
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/lib.rs'), '#[test]\nfn adds() { assert_eq!(1 + 1, 2); }\n');
  expect(await really('cargo test --offline', 'cargo')).toContain('1 passed');
});

test.runIf(ownOf('pytest'))('pytest runs a test in the sandbox', { timeout: 120_000 }, async () => {
  writeFileSync(join(project, 'test_sample.py'), 'def test_adds():\n    assert 1 + 1 == 2\n');
  expect(await really('pytest -q', 'pytest')).toContain('1 passed');
});
