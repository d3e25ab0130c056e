import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOptions } from '@toolcrib/core';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { faultsOf, openWorkshop, type Workshop, type WorkshopOptions } from '../workshop.test-support.ts';
import { loadParts, type TerminalParts } from './parts.ts';
import { createTerminalTool } from './terminal.ts';

const examples = openWorkshop(createTerminalTool);
afterAll(() => examples.close());
test.each(examples.tool.examples)('the example holds: $description', async (example) => {
  expect(await faultsOf(examples, example)).toEqual([]);
});

let workshop: Workshop;
let open: Workshop[] = [];
const start = (options?: WorkshopOptions): Workshop => {
  const opened = openWorkshop(createTerminalTool, options);
  open.push(opened);
  return opened;
};
beforeEach(() => {
  workshop = start();
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

interface Seen {
  readonly session: string;
  readonly screen: string;
  readonly screen_rest?: string;
  readonly cursor: { readonly row: number; readonly column: number };
  readonly full_screen: boolean;
  readonly running: boolean;
  readonly exit_code?: number;
  readonly found?: boolean;
}

/** At the end of what the shell shows when it is ready. */
const prompt = process.getuid?.() === 0 ? '# ' : '$ ';

/** What is waited for comes, however busy the machine is. */
const terminal = (action: string, more: object = {}, options?: CallOptions): Promise<Seen> =>
  workshop.give({ action, ...('wait_for' in more && { wait_ms: 30_000 }), ...more }, options);
/** Runs a program until it says that it is ready, or has ended. */
const run = (command: string, more: object = {}): Promise<Seen> =>
  terminal('open', { command, wait_for: 'ready.', ...more });

describe('a shell', () => {
  test('runs what is typed, in the folder that was asked for', async () => {
    const { session, running } = await terminal('open', { cwd: 'src', wait_for: prompt });
    expect(running).toBe(true);
    const { screen } = await terminal('send', {
      session,
      text: 'pwd; echo $((6*7))',
      keys: ['enter'],
      wait_for: '42',
    });
    expect(screen).toContain(join(workshop.project.root, 'src'));
    const seen = await terminal('send', {
      session,
      text: 'exit 3',
      keys: ['enter'],
      wait_for: 'never',
      wait_ms: 5000,
    });
    expect(seen).toMatchObject({ running: false, exit_code: 3, found: false });
    const asked = workshop.questions.length;
    expect(await workshop.fail({ action: 'send', session, text: 'echo more' })).toMatchObject({
      reason: 'session_ended',
    });
    expect(await terminal('read', { session })).toMatchObject({ running: false });
    expect(workshop.questions).toHaveLength(asked);
  });

  test('sees nothing of our environment', async () => {
    process.env['SECRET_OF_OURS'] = 'canary';
    try {
      const { screen } = await run('env; echo rea""dy.', { rows: 60 });
      expect(screen).toContain('TERM=xterm-256color');
      expect(screen).not.toContain('canary');
    } finally {
      delete process.env['SECRET_OF_OURS'];
    }
  });

  test('is interrupted by a key', async () => {
    const { session } = await terminal('open', { wait_for: prompt });
    // Before it says so itself, the shell and not the program may be what the key interrupts.
    const text = `bash -c 'echo rea""dy.; exec sleep 1000'`;
    await terminal('send', { session, text, keys: ['enter'], wait_for: 'ready.' });
    await terminal('send', { session, keys: ['ctrl_c'], wait_for: prompt });
    const seen = await terminal('send', {
      session,
      text: 'echo code=$?',
      keys: ['enter'],
      wait_for: 'code=130',
    });
    expect(seen).toMatchObject({ found: true });
  });

  test('is edited by keys like any other', async () => {
    const { session } = await terminal('open', { wait_for: prompt });
    await terminal('send', {
      session,
      text: 'echo bxc',
      keys: ['left', 'backspace', 'home'],
      wait_for: 'echo bc',
    });
    const keys = ['end', 'enter', 'up', 'ctrl_u'];
    const seen = await terminal('send', { session, text: 'A=1 ', keys, wait_for: '\nbc\n' });
    expect(seen).toMatchObject({ found: true });
  });

  test('knows its size, and hears when it changes', async () => {
    const { session } = await terminal('open', { columns: 80, rows: 24, wait_for: prompt });
    const size = async (): Promise<string> => {
      const sent = { text: 'clear; stty size; echo do""ne', keys: ['enter'], wait_for: 'done' };
      const { screen } = await terminal('send', { session, ...sent });
      return /^\d+ \d+$/mu.exec(screen)?.[0] ?? screen;
    };
    expect(await size()).toBe('24 80');
    await terminal('resize', { session, columns: 120, rows: 40 });
    expect(await size()).toBe('40 120');
  });
});

describe('waiting', () => {
  test('for a text that comes late, and for one that scrolls away at once', async () => {
    expect(await run('sleep 0.3; echo rea""dy.')).toMatchObject({ found: true });
    expect(await run('echo rea""dy.; seq 500; sleep 10')).toMatchObject({ found: true });
  });

  test('for a text that is broken at the edge of the screen', async () => {
    expect(await run('printf "%s" aaaaaaaaaaaaaaaaaarea""dy.', { columns: 20 })).toMatchObject({
      found: true,
    });
  });

  test('not for what was there before', async () => {
    const { session } = await run('echo ready.; read line; sleep 0.2; echo "<$line>"; sleep 10');
    const { found, screen } = await terminal('send', {
      session,
      text: 'x',
      keys: ['enter'],
      wait_for: '<x>',
    });
    expect([found, screen.includes('<x>')]).toEqual([true, true]);
    expect(await terminal('send', { session, text: 'y', wait_for: 'ready.', wait_ms: 200 })).toMatchObject({
      found: false,
    });
  });

  test('for quiet, for the end of the program, and no longer than was said', async () => {
    expect(
      await terminal('open', { command: 'echo a; sleep 0.1; echo b; sleep 100', quiet_ms: 1000 }),
    ).toMatchObject({
      screen: 'a\nb',
      running: true,
    });
    expect(await terminal('open', { command: 'exit 7', wait_for: 'never', wait_ms: 10_000 })).toMatchObject({
      running: false,
      exit_code: 7,
      found: false,
    });
    expect(await terminal('open', { command: 'sleep 100', wait_for: 'never', wait_ms: 50 })).toMatchObject({
      running: true,
      found: false,
    });
  });

  test('a program that is killed says by what', async () => {
    const { exit_code } = await terminal('open', {
      command: 'kill -9 $$',
      wait_for: 'never',
      wait_ms: 10_000,
    });
    expect(exit_code).toBe(137);
  });
});

describe('the screen', () => {
  test('of a program that takes all of it, and what is there when it gives it back', async () => {
    const script = String.raw`printf 'before\n\e[?1049h\e[2;3Hinside ready.'; read -n 1; printf '\e[?1049l'; echo after; sleep 100`;
    const { session, ...seen } = await run(script);
    expect(seen).toMatchObject({
      full_screen: true,
      screen: '\n  inside ready.',
      cursor: { row: 2, column: 16 },
    });
    expect(await terminal('send', { session, text: 'x', wait_for: 'after' })).toMatchObject({
      full_screen: false,
      screen: expect.stringMatching(/^before\n.*after$/su) as string,
    });
  });

  test.skipIf(!has('vim'))('an editor writes a file', async () => {
    const { session } = await terminal('open', {
      command: 'vim -u NONE -N new.txt',
      wait_for: 'new.txt',
      wait_ms: 10_000,
    });
    await terminal('send', { session, text: 'ihello 你好', keys: ['escape'], quiet_ms: 300 });
    const { screen } = await terminal('send', {
      session,
      text: ':wq',
      keys: ['enter'],
      wait_for: 'nothing',
      wait_ms: 2000,
    });
    expect(readFileSync(join(workshop.project.root, 'new.txt'), 'utf8')).toBe('hello 你好\n');
    expect(screen).not.toContain('\u001B');
  });

  test('holds no escapes and no control characters, whatever is printed', async () => {
    const script = String.raw`printf 'a\e[31mb\e[0m\e]0;title\a\e]8;;http://x\ac\e]8;;\a\e]52;c;aGk=\a\eP+q544e\e\\\e_x\e\\\x07\x00\x7f\x08d\xc2\x9b31me\xff\xed\xa0\x80\e[3bf ready.\e[?'; sleep 100`;
    const { screen } = await run(script);
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(screen).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/u);
    expect(screen.isWellFormed()).toBe(true);
    expect(screen).not.toContain('http://x');
  });

  test('answers programs that ask where the cursor is', async () => {
    const { screen } = await run(
      String.raw`printf 'abc\e[6n'; read -rs -d R -t 5 answer; printf '<%q> ready.' "$answer"`,
    );
    expect(screen).toContain('[1;4');
  });

  test('what has scrolled away can be read, and too much of it is kept elsewhere', async () => {
    const { session } = await run('seq -f "line %.0f" 1500; echo rea""dy.; sleep 100');
    const { screen } = await terminal('read', { session, scrollback: 50 });
    expect(screen).toContain('line 1450\n');
    expect(screen).not.toContain('line 1400\n');
    const { session: wide } = await run(
      'for i in {1..400}; do printf "%0250d\\n" $i; done; echo rea""dy.; sleep 100',
      {
        columns: 300,
      },
    );
    const cut = await terminal('read', { session: wide, scrollback: 2000 });
    expect(cut.screen.length).toBeLessThanOrEqual(50_500);
    expect(cut.screen_rest).toMatch(/^output:/u);
  });
});

test('what comes last, while the screen takes in the rest, is not waited for in vain', async () => {
  const real = await loadParts();
  let tell: (text: string) => void = () => undefined;
  const spawn: typeof real.spawn = (...given) => {
    const pty = real.spawn(...given);
    const onData = (listener: (text: string) => void): unknown => pty.onData((tell = listener));
    return Object.create(pty, { onData: { value: onData } }) as typeof pty;
  };
  class Screen extends real.Screen {
    override write(data: string | Uint8Array, taken?: () => void): void {
      super.write(data, taken);
      if (data !== '') return;
      // That is where somebody waits until everything so far is on the screen. What keeps it busy comes next, and then the last.
      super.write(' ', () => {
        for (const end = performance.now() + 50; performance.now() < end; );
      });
      tell('ready.');
      tell = () => undefined;
    }
  }
  const load = (): Promise<TerminalParts> => Promise.resolve({ spawn, Screen });
  const opened = openWorkshop((bench) => createTerminalTool(bench, { load }));
  open.push(opened);
  const input = { action: 'open', command: 'sleep 1000', wait_for: 'ready.', wait_ms: 60_000 };
  expect(await opened.give(input)).toMatchObject({ found: true });
});

describe('floods', () => {
  test('that never end stay within bounds, and others get their turn', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    const { session } = await terminal('open', { command: 'yes', wait_for: 'never', wait_ms: 3000 });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(10);
    expect(
      await terminal('send', { session, keys: ['ctrl_c'], wait_for: '^C', wait_ms: 10_000 }),
    ).toMatchObject({
      found: true,
    });
    await terminal('close', { session });
    expect(workshop.processes()).toEqual([]);
  });

  test.each([
    [
      'marks without a place of their own',
      String.raw`printf x; yes $'\u0301' | head -c 1500000 | tr -d '\n'`,
    ],
    ['links', String.raw`seq -f $'\e]8;;http://x/%.0f\al\e]8;;\a' 150000 | tr -d '\n'`],
    ['questions', String.raw`stty -echo; yes $'\e[6n' | head -c 10000000 | tr -d '\n'`],
  ])('of %s leave nothing behind', async (_, command) => {
    const before = process.memoryUsage();
    const { session, found } = await run(`${command}; echo; echo rea""dy.; sleep 100`, { wait_ms: 15_000 });
    expect(found).toBe(true);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(150_000_000);
    expect((await terminal('read', { session })).screen_rest).toBeUndefined();
  });
});

describe('sessions', () => {
  test('an agent sees its own, and nothing of others', async () => {
    const one = await terminal('open', { command: 'sleep 100', wait_ms: 0 }, { agent: 'runner' });
    const other = await terminal('open', { command: 'sleep 200', wait_ms: 0 });
    expect(await workshop.give({ action: 'list' }, { agent: 'runner' })).toEqual({
      sessions: [{ session: one.session, command: 'sleep 100', running: true }],
    });
    for (const action of ['read', 'send', 'resize', 'close']) {
      const { reason, error } = await workshop.fail({ action, session: other.session }, { agent: 'runner' });
      expect(reason).toBe('no_session');
      expect(error).toContain(`Open: ${one.session}.`);
    }
    expect(await terminal('read', { session: other.session })).toMatchObject({ running: true });
  });

  test('are at most eight, also when all come at once; one that has ended makes room', async () => {
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => workshop.call({ action: 'open', command: 'sleep 100', wait_ms: 0 })),
    );
    expect(opened.filter(({ status }) => status === 'success')).toHaveLength(8);
    const asked = workshop.questions.length;
    expect((await workshop.fail({ action: 'open' })).reason).toBe('too_many_sessions');
    for (const input of [
      { action: 'open', cwd: 'none' },
      { action: 'send', session: 't99', text: 'x' },
    ])
      expect((await workshop.fail(input)).status).toBe('error');
    expect(workshop.questions).toHaveLength(asked);
    await terminal('close', { session: 't1' });
    const { session } = await terminal('open', { command: 'true', wait_for: 'never', wait_ms: 5000 });
    expect(await terminal('open', { command: 'sleep 100', wait_ms: 0 })).toMatchObject({ running: true });
    expect((await workshop.fail({ action: 'read', session })).reason).toBe('no_session');
  });

  const runaways =
    'setsid sleep 1000 & nohup sleep 1000 & (sleep 1000 & disown) ; trap "" HUP TERM INT; echo rea""dy.; sleep 1000';

  test('close ends everything that was started, however far it has wandered off', async () => {
    const { session } = await run(runaways);
    // One that is just becoming another program cannot be told for a moment.
    await expect.poll(() => workshop.processes().length).toBeGreaterThanOrEqual(4);
    await terminal('close', { session });
    expect(workshop.processes()).toEqual([]);
    expect((await workshop.fail({ action: 'read', session })).reason).toBe('no_session');
  });

  test('when the program has ended, what it has left behind ends with the session', async () => {
    const { session } = await run('setsid sleep 1000 & echo rea""dy.');
    await expect.poll(async () => (await terminal('read', { session })).running).toBe(false);
    await terminal('close', { session });
    expect(workshop.processes()).toEqual([]);
  });

  test('the bench ends all of them, and no new one is opened', async () => {
    await Promise.all([run(runaways), run(runaways)]);
    const waiting = workshop.call({ action: 'read', session: 't1', wait_for: 'never', wait_ms: 60_000 });
    await workshop.bench.close();
    expect(workshop.processes()).toEqual([]);
    expect(await waiting).toMatchObject({ status: 'success', output: { running: false } });
    expect(await workshop.call({ action: 'open' })).toMatchObject({ errorCode: 'cancelled' });
  });

  test('one whose opening is cancelled is not left open', async () => {
    const controller = new AbortController();
    const input = { action: 'open', command: 'echo up; sleep 1000', wait_for: 'never', wait_ms: 60_000 };
    const opening = workshop.call(input, { signal: controller.signal });
    const sessions = async (): Promise<unknown[]> =>
      (await workshop.give<{ sessions: unknown[] }>({ action: 'list' })).sessions;
    await expect.poll(sessions).toHaveLength(1);
    controller.abort();
    expect(await opening).toMatchObject({ errorCode: 'cancelled' });
    await expect.poll(sessions).toEqual([]);
    await expect.poll(() => workshop.processes()).toEqual([]);
  });
});

describe('who may do what', () => {
  test('only those who may execute, and a person is asked before anything runs or is typed', async () => {
    for (const agent of ['reader', 'writer'])
      expect(await workshop.fail({ action: 'list' }, { agent })).toMatchObject({ code: 'permission_denied' });
    const { session } = await terminal('open', { command: 'cat', wait_ms: 0 }, { agent: 'runner' });
    await terminal('send', { session, text: 'rm -rf /\u001B[2K', keys: ['enter'] }, { agent: 'runner' });
    await terminal('read', { session }, { agent: 'runner' });
    expect(workshop.questions.map(({ effects }) => effects.at(-1))).toEqual([
      expect.objectContaining({ kind: 'run', command: 'cat', risk: 'high', interactive: true }),
      expect.objectContaining({ kind: 'run', command: 'rm -rf /\u001B[2K<enter>', risk: 'high' }),
    ]);
    expect(workshop.questions[0]?.effects.at(-1)?.warning).toContain('is not checked');
  });

  test('without a yes nothing is started', async () => {
    workshop = start({ answer: 'reject_once' });
    const canary = join(workshop.project.root, 'canary');
    expect(await workshop.fail({ action: 'open', command: `touch ${canary}` })).toMatchObject({
      code: 'approval_refused',
    });
    expect(() => readFileSync(canary)).toThrow();
    expect(workshop.processes()).toEqual([]);
  });
});

describe('what cannot be done', () => {
  test('a folder that is not there, or not in the project', async () => {
    writeFileSync(join(workshop.project.root, 'file'), '');
    mkdirSync(join(workshop.project.outside, 'folder'));
    for (const cwd of ['nope', 'file'])
      expect(await workshop.fail({ action: 'open', cwd })).toMatchObject({ reason: 'path_not_found' });
    for (const cwd of ['..', '/', '../outside/folder'])
      expect(await workshop.fail({ action: 'open', cwd })).toMatchObject({ code: 'outside_project' });
    expect(workshop.processes()).toEqual([]);
  });

  test.each([
    {},
    { action: 'run' },
    { action: 'open', columns: 10_000 },
    { action: 'open', rows: 0 },
    { action: 'send', session: 't1', keys: ['ctrl_alt_delete'] },
    { action: 'read', session: 't1', wait_ms: 100_000 },
    { action: 'open', shell: '/bin/zsh' },
  ])('the arguments %j are refused', async (input) => {
    expect(await workshop.fail(input)).toMatchObject({ code: 'invalid_arguments' });
  });

  test('a system without pseudo-terminals', async () => {
    const load = (): Promise<never> => Promise.reject(new Error('no such package'));
    for (const [locale, words] of [
      ['en', 'the package @lydell/node-pty is missing'],
      ['zh-CN', '缺少软件包 @lydell/node-pty'],
    ] as const) {
      const opened = openWorkshop((bench) => createTerminalTool(bench, { load }), { locale });
      open.push(opened);
      const { reason, error } = await opened.fail({ action: 'open' });
      expect(reason).toBe('terminal_unavailable');
      expect(error).toContain(words);
    }
  });

  test('failures are told in Chinese, too', async () => {
    workshop = start({ locale: 'zh-CN' });
    expect((await workshop.fail({ action: 'read', session: 't9' })).error).toContain(
      '没有会话 t9。当前没有打开的会话',
    );
    expect((await workshop.fail({ action: 'read' })).error).toContain('没有会话');
  });
});

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('where an exact list holds, only what is listed is opened, and no shell', async () => {
  const { project } = workshop;
  const exact = start({
    project,
    parts: { commands: createCommandGuard({ root: project.root, onlyCommands: ['cat'] }) },
  });
  for (const command of [undefined, 'bash', 'cat notes.txt; id', 'id'])
    expect(await exact.fail({ action: 'open', command })).toMatchObject({ code: 'command_not_allowed' });
  const { screen } = await exact.give<Seen>({ action: 'open', command: 'cat notes.txt', wait_for: 'fourth' });
  expect(screen).toContain('first');
});
