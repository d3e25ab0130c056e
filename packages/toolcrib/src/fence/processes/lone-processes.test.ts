import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createProcesses } from './create-processes.ts';
import { thisMachine } from './machine.ts';
import type { Processes } from './processes.ts';
import { createSite, processesWith, sayAlone } from './site.test-support.ts';
import { systemReads } from './system-reads.ts';

const landlock = thisMachine().hold('checks')?.landlock === true;
const site = createSite();
let opened: Processes[] = [];
const open = (mode: 'off' | 'best_effort'): Processes => {
  const processes = createProcesses({ root: site.root, stateFolder: site.stateFolder, mode });
  opened.push(processes);
  return processes;
};
afterEach(async () => {
  for (const processes of opened) await processes.close();
  opened = [];
});
afterAll(() => site.remove());

const say = (processes: Processes, line: string): ReturnType<typeof sayAlone> =>
  sayAlone(processes, line, site.root);

describe.each(['off', 'best_effort'] as const)('a lone process, with the sandbox %s', (mode) => {
  test('gives all that it writes, and its exit code', async () => {
    const processes = open(mode);
    const said = await Promise.all(Array.from({ length: 20 }, () => say(processes, 'echo whole; exit 3')));
    expect(said).toEqual(said.map(() => ({ out: 'whole\n', exitCode: 3 })));
  });

  test('is told nothing of ours, and leaves no folder', async () => {
    process.env['TOOLCRIB_TEST_SECRET'] = 'secret';
    expect((await say(open(mode), 'echo "<$TOOLCRIB_TEST_SECRET>"')).out).toBe('<>\n');
    const folder = join(site.stateFolder, 'processes');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  test('that cannot be started is a typed error', async () => {
    const start = (program: string): Promise<unknown> =>
      open(mode).start({ argv: [program], directory: site.root, writes: 'nothing', lone: true });
    await expect(start('/no/such')).rejects.toMatchObject({ name: 'StartError', program: '/no/such' });
    await expect(start(site.root)).rejects.toMatchObject({ name: 'StartError', code: 'EACCES' });
  });

  test('ends when it is told to, and when all is closed', async () => {
    const processes = open(mode);
    const start = (seconds: string) =>
      processes.start({
        argv: ['/bin/sleep', seconds],
        directory: site.root,
        writes: 'nothing',
        lone: true,
        reads: systemReads(),
      });
    const [first, second] = [`91${process.pid}`, `92${process.pid}`];
    const running = await start(first);
    await start(second);
    await running.end();
    expect((await running.exited).signal).toBe('SIGKILL');
    expect([processesWith(first).length, processesWith(second).length]).toEqual([0, 1]);
    await processes.close();
    expect(processesWith(second)).toEqual([]);
    await expect(start(first)).rejects.toMatchObject({ code: 'CLOSED' });
  });
});

test.skipIf(thisMachine().supervisor === undefined)(
  'a lone process is given no descriptor that somebody left open',
  async () => {
    const script = [
      `import { createProcesses } from '${join(import.meta.dirname, 'create-processes.ts')}';`,
      `const given = ${JSON.stringify({ root: site.root, stateFolder: site.stateFolder, mode: 'off' })};`,
      `const request = ${JSON.stringify({ argv: ['/bin/ls', '/proc/self/fd'], directory: site.root, writes: 'nothing', lone: true })};`,
      'const { stdout } = await createProcesses(given).start(request);',
      'stdout.pipe(process.stdout);',
    ].join('\n');
    const left = Array.from({ length: 71 }, (_, number) => (number < 3 || number === 70 ? 'pipe' : 'ignore'));
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: left as 'pipe'[],
    });
    expect((await text(child.stdout)).trim().split('\n')).toEqual(['0', '1', '2', '3']);
  },
);

describe.skipIf(!landlock)('the one that is kept ready', () => {
  test('becomes the next, is missed by nobody, and goes when all is closed', async () => {
    const script = join(import.meta.dirname, 'ready-process.test-support.ts');
    const child = spawn(process.execPath, [script, site.root, site.stateFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 20_000,
    });
    expect(JSON.parse(await text(child.stdout))).toEqual({
      first: { out: '', exitCode: 1 },
      becameIt: true,
      third: { out: 'whole\n', exitCode: 0 },
      left: [],
    });
  });

  test('keeps nobody from ending', async () => {
    const script = [
      `import { createProcesses } from '${join(import.meta.dirname, 'create-processes.ts')}';`,
      `const given = ${JSON.stringify({ root: site.root, stateFolder: site.stateFolder, mode: 'best_effort' })};`,
      `const request = ${JSON.stringify({ argv: ['/bin/true'], directory: site.root, writes: 'nothing', lone: true, reads: systemReads() })};`,
      'await (await createProcesses(given).start(request)).exited;',
      'await new Promise((resolve) => setTimeout(resolve, 200));',
    ].join('\n');
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect.poll(() => processesWith(`parent=${child.pid}\0`)).toEqual([]);
  });
});

describe.skipIf(!landlock)('Landlock keeps a lone process', () => {
  test('in the project, and in what it must read', async () => {
    symlinkSync(site.outside, join(site.root, 'out'));
    const tried = [
      `(read -r line < ${site.outside}/canary) 2> /tmp/x || echo outside`,
      '(read -r line < out/canary) || echo link',
      '(read -r line < /proc/self/status) || echo proc',
      '(read -r line < /dev/zero) || echo device',
      '(echo x > file) || echo write',
      '(exec 3<>/dev/tcp/127.0.0.1/9) || echo network',
      'echo *',
    ];
    expect((await say(open('best_effort'), tried.join('\n'))).out.split('\n')).toEqual([
      'outside',
      'link',
      'proc',
      'device',
      'write',
      'network',
      'out',
      '',
    ]);
  });

  test('which the system kills when we are killed', async () => {
    const word = `93${process.pid}`;
    const script = join(import.meta.dirname, 'hard-kill.test-support.ts');
    const hold = JSON.stringify(thisMachine().hold('checks'));
    const given = [script, site.root, site.stateFolder, hold, `echo up; exec sleep ${word}`, 'lone'];
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    while (processesWith(word).length > 0) await pause(20);
  });
});
