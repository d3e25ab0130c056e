import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxMode } from '@toolcrib/core';
import { createProcesses } from './create-processes.ts';
import type { Hold } from './hold.ts';
import { thisMachine } from './machine.ts';
import { bash, createSite, processesWith, testedHolds, type Site } from './site.test-support.ts';

// What a command must not see.
process.env['TOOLCRIB_TEST_SECRET'] = 'secret';

const holds = testedHolds();
const pty = await import('@lydell/node-pty').catch(() => undefined);
let token = 0;

/** A number of seconds that nobody else sleeps. */
function unique(): string {
  return `9${process.pid}${Date.now() % 100_000}${token++}`;
}

type Escape = (word: string) => string;

/** Four ways to hide from whoever kills a process. */
const escapes: readonly [Escape, Escape, Escape, Escape] = [
  (word) => `sleep ${word} & echo up; wait`,
  (word) => `setsid sleep ${word} & echo up; sleep ${word}`,
  (word) => `(setsid bash -c "sleep ${word} & exec sleep ${word}" &) ; echo up; sleep ${word}`,
  (word) => `trap '' TERM INT HUP; nohup sleep ${word} > /dev/null 2>&1 & echo up; sleep ${word}`,
];

for (const { name, hold: found, files, walled, brokered, supervised, whole } of holds) {
  describe.skipIf(found === undefined)(name, () => {
    const hold = found as Hold;
    let site: Site;
    beforeAll(() => {
      site = createSite();
    });
    afterAll(() => site.remove());

    test('no more of them run at a time than may, and those that wait come in turn', async () => {
      const processes = site.processes(hold, { concurrency: 1 });
      const line = 'echo begins >> turns; sleep 0.05; echo ends >> turns';
      await Promise.all([1, 2, 3].map(() => bash(processes, line, { directory: site.root })));
      const turns = readFileSync(join(site.root, 'turns'), 'utf8');
      expect(turns).toBe('begins\nends\n'.repeat(3));
    });

    test('gives output, exit code and what it took', async () => {
      const processes = site.processes(hold);
      const ended = await bash(processes, 'echo out; echo err > /dev/null; echo err >&2; exit 7', {
        directory: site.root,
      });
      expect(ended).toMatchObject({
        exitCode: 7,
        signal: null,
        stdout: 'out\n',
        stderr: 'err\n',
        outputCut: false,
      });
      if (!supervised) return;
      expect(ended.cpuMs).toBeGreaterThan(0);
      expect(ended.peakMemoryBytes).toBeGreaterThan(1_000_000);
    });

    test.skipIf(!whole)('tells the signal that ended it', async () => {
      const ended = await bash(site.processes(hold), 'kill -SEGV $$', { directory: site.root });
      expect(ended).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
    });

    test('runs ordinary commands', async () => {
      const processes = site.processes(hold);
      const line = [
        'cd "$(mktemp -d)" && git init -q repository && git -C repository status --short && echo git',
        'printf "b\\na\\n" | sort | head -n 1',
        'node --print "6 * 7"',
        'cat <(echo substitution)',
        'mktemp > /dev/null && echo temporary',
        'cd ~ && echo home > file && cat file',
        'ls /usr/bin > /dev/null && echo listed',
        'date -d @0 +%Y',
      ].join(' && ');
      const ended = await bash(processes, line, { directory: site.root });
      expect(ended.stderr).toBe('');
      expect(ended.stdout.trim().split('\n')).toEqual([
        'git',
        'a',
        '42',
        'substitution',
        'temporary',
        'home',
        'listed',
        '1970',
      ]);
      if (!supervised) return;
      const streams = await bash(
        processes,
        'cat /dev/stdin; echo err > /dev/stderr; echo out > /dev/stdout',
        {
          directory: site.root,
          input: Buffer.from('given '),
        },
      );
      expect(streams).toMatchObject({ stdout: 'given out\n', stderr: 'err\n' });
    });

    test('sees nothing of our environment, and no descriptor of ours', async () => {
      const ended = await bash(site.processes(hold), 'env; echo --; ls /proc/self/fd', {
        directory: site.root,
        environment: { ADDED: 'yes' },
      });
      const [variables = '', descriptors] = ended.stdout.split('--\n');
      const names = variables
        .trim()
        .split('\n')
        .map((line) => line.split('=', 1)[0]);
      expect(names.toSorted().join(' ')).toBe(
        'ADDED GIT_CONFIG_NOSYSTEM HOME LANG PATH PWD SHLVL TERM TMPDIR TOOLCRIB_PROCESS _',
      );
      if (supervised) expect(descriptors?.trim().split('\n')).toEqual(['0', '1', '2', '3']);
    });

    test.skipIf(!whole)('leaves nothing behind: no process, no folder', async () => {
      const processes = site.processes(hold);
      const word = unique();
      await Promise.all(
        Array.from({ length: 25 }, async (_, index) => {
          const controller = new AbortController();
          const running = bash(processes, escapes[(index % 4) as 0](word), {
            directory: site.root,
            signal: controller.signal,
            onOutput: () => controller.abort(new Error('enough')),
          });
          await expect(running).rejects.toThrow('enough');
        }),
      );
      const hidden = supervised ? 'env -i ' : '';
      const alone = await bash(processes, `(setsid ${hidden}sleep ${word} &) & echo left; exit 0`, {
        directory: site.root,
      });
      expect(alone).toMatchObject({ exitCode: 0 });
      expect(processesWith(word)).toEqual([]);
      await processes.close();
      // The folders of the tests before this one may still be on their way out.
      await expect
        .poll(() =>
          readdirSync(join(site.stateFolder, 'processes')).filter((entry) => entry.startsWith('p-')),
        )
        .toEqual([]);
    });

    test.skipIf(!whole)('what goes on is talked to and ended, also by closing', async () => {
      const processes = site.processes(hold);
      const word = unique();
      const [cat, sleeper] = await Promise.all([
        processes.start({ argv: ['/bin/cat'], directory: site.root }),
        processes.start({ argv: ['/bin/bash', '-c', escapes[1](word)], directory: site.root }),
      ]);
      cat.stdin.write('hello\n');
      expect(String(await once(cat.stdout, 'data'))).toBe('hello\n');
      cat.stdin.end();
      expect(await cat.exited).toMatchObject({ exitCode: 0 });
      await once(sleeper.stdout, 'data');
      expect(processesWith(word).length).toBeGreaterThan(0);
      await processes.close();
      expect(await sleeper.exited).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
      expect(processesWith(word)).toEqual([]);
      await expect(bash(processes, 'true', { directory: site.root })).rejects.toMatchObject({
        code: 'CLOSED',
      });
    });

    test.skipIf(pty === undefined || !whole)('a terminal has job control, and ends as a whole', async () => {
      const processes = site.processes(hold);
      const word = unique();
      const prepared = await processes.prepare({
        argv: ['/bin/bash', '--norc', '-i'],
        directory: site.root,
        environment: { TERM: 'xterm', PS1: '> ' },
      });
      const terminal = pty!.spawn(prepared.file, [...prepared.arguments], {
        cwd: prepared.directory,
        env: prepared.environment,
      });
      let screen = '';
      const closed = new Promise((resolve) => terminal.onExit(resolve));
      terminal.onData((text) => (screen += text));
      const see = async (text: string): Promise<void> => {
        while (!screen.includes(text)) await pause(10);
      };
      terminal.write(`setsid sleep ${word} & echo $((40 + 2))up\r`);
      await see('42up');
      const stopped = unique();
      terminal.write(`sleep ${stopped}\r`);
      while (processesWith(stopped).length === 0) await pause(10);
      terminal.write('\u0003');
      terminal.write('echo ended-with-$?\r');
      await see('ended-with-130');
      expect(processesWith(word)).toHaveLength(1);
      await prepared.end(terminal.pid);
      await closed;
      expect(processesWith(word)).toEqual([]);
    });

    // Without a supervisor nobody is left to see that we are gone.
    test.skipIf(!supervised || !whole)('ends when whoever wanted it is killed', async () => {
      const word = unique();
      const script = join(import.meta.dirname, 'hard-kill.test-support.ts');
      const child = spawn(
        process.execPath,
        [script, site.root, site.stateFolder, JSON.stringify(hold), escapes[2](word)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'exit');
      while (processesWith(word).length > 0) await pause(20);
    });

    test.skipIf(!whole)('a program that is not there is a typed error', async () => {
      const processes = site.processes(hold);
      await expect(processes.run({ argv: ['/no/such'], directory: site.root })).rejects.toMatchObject({
        name: 'StartError',
        code: 'ENOENT',
        program: '/no/such',
      });
      await expect(processes.start({ argv: [site.root], directory: site.root })).rejects.toMatchObject({
        code: 'EACCES',
      });
      await expect(processes.run({ argv: ['/bin/true'], directory: site.outside })).rejects.toMatchObject({
        code: 'outside_project',
      });
      await expect(
        processes.run({ argv: ['/bin/true'], directory: site.root, environment: { LD_PRELOAD: 'x' } }),
      ).rejects.toThrow('LD_PRELOAD');
    });

    test.skipIf(!whole)('a flood of output is cut', async () => {
      const ended = await bash(site.processes(hold), 'yes', { directory: site.root, maxOutputBytes: 1000 });
      expect(ended).toMatchObject({ outputCut: true, exitCode: null, signal: 'SIGKILL' });
      expect(ended.stdout).toHaveLength(1000);
    });

    test.skipIf(!supervised || !whole)('a memory bomb, a spin and a large file are stopped', async () => {
      const processes = site.processes(hold);
      const [bomb, spin, file] = await Promise.all([
        bash(processes, `exec perl -e '$_ = "x" x 2_000_000_000; print "fits"'`, {
          directory: site.root,
          limits: { memoryBytes: 200_000_000 },
        }),
        bash(processes, 'while :; do :; done', { directory: site.root, limits: { cpuSeconds: 1 } }),
        bash(processes, 'exec head -c 5000000 /dev/zero > large', {
          directory: site.root,
          limits: { fileBytes: 1_000_000 },
        }),
      ]);
      expect(bomb.stdout).toBe('');
      expect(bomb.exitCode).not.toBe(0);
      expect(bomb.peakMemoryBytes).toBeLessThan(250_000_000);
      expect(spin).toMatchObject({ exitCode: null, signal: 'SIGXCPU' });
      expect(file).toMatchObject({ exitCode: null, signal: 'SIGXFSZ' });
      expect(readFileSync(join(site.root, 'large'))).toHaveLength(1_000_000);
    });

    test.skipIf(!files)('opens no file outside the project', async () => {
      const canary = join(site.outside, 'canary');
      writeFileSync(join(site.stateFolder, 'secret'), 'secret');
      const line = [
        `cat ${canary} ${site.stateFolder}/secret /etc/shadow /root/.bashrc`,
        `echo touched > ${canary}`,
        `rm -f ${canary}`,
        `touch ${site.outside}/planted /usr/planted /etc/planted`,
        `ln -s ${canary} link; cat link; echo touched > link`,
        `ln ${canary} hard`,
        'cat /proc/1/environ /proc/$PPID/environ | tr -d "\\0" | grep -o TOOLCRIB_TEST_SECRET',
        'echo reached',
      ].join('\n');
      const ended = await bash(site.processes(hold), line, { directory: site.root });
      expect(ended.stdout).toBe('reached\n');
      expect(readFileSync(canary, 'utf8')).toBe('untouched');
      for (const planted of [
        `${site.outside}/planted`,
        '/usr/planted',
        '/etc/planted',
        `${site.root}/hard`,
      ]) {
        expect(existsSync(planted)).toBe(false);
      }
    });

    test.skipIf(!files)('writes nothing in the project when it may only read', async () => {
      writeFileSync(join(site.root, 'kept'), 'kept');
      const ended = await bash(
        site.processes(hold),
        'echo x > new; echo x > kept; cat kept; echo x > ~/own',
        {
          directory: site.root,
          writes: 'nothing',
        },
      );
      expect(ended).toMatchObject({ stdout: 'kept', exitCode: 0 });
      expect(existsSync(join(site.root, 'new'))).toBe(false);
    });

    test.skipIf(!files)('reads a folder outside that it was given', async () => {
      const line = 'cat canary; echo touched > canary';
      const ended = await bash(site.processes(hold), `cd ${site.outside}; ${line}`, {
        directory: site.root,
        reads: [site.outside],
      });
      expect(ended.stdout).toBe('untouched');
      expect(readFileSync(join(site.outside, 'canary'), 'utf8')).toBe('untouched');
    });

    test.skipIf(!files)('has no capabilities and can get none', async () => {
      const ended = await bash(site.processes(hold), 'grep -E "^(Cap|NoNewPrivs)" /proc/self/status', {
        directory: site.root,
      });
      // Only who has some can bound what others may get; without new privileges there is nothing to bound.
      expect(ended.stdout.match(/^Cap(?:Inh|Prm|Eff|Amb):\s+0{16}$/gmu)).toHaveLength(4);
      if (walled) expect(ended.stdout).toMatch(/^CapBnd:\s+0{16}$/mu);
      expect(ended.stdout).toMatch(/^NoNewPrivs:\s+1$/mu);
    });

    test.skipIf(!files)(
      'makes no sockets of strange families, and no calls that reach past the walls',
      async () => {
        const line = [
          "perl -e 'for (40, 38, 17) { socket(S, $_, 2, 0) and print qq(family $_\\n) }'",
          "perl -e 'socket(S, 1, 1, 0) or die'",
          // keyctl, bpf, io_uring_setup
          `perl -e 'my @calls = (${process.arch === 'arm64' ? '219, 280, 425' : '250, 321, 425'}); syscall($_, 0, 0, 0) < 0 && $! == 1 or print for @calls'`,
          'echo done',
        ].join('\n');
        const ended = await bash(site.processes(hold), line, { directory: site.root });
        expect(ended).toMatchObject({ stdout: 'done\n', stderr: '' });
      },
    );

    test.skipIf(!files || walled)('without a network of its own it has none', async () => {
      const line = "perl -e 'for (2, 10) { socket(S, $_, 1, 0) and print; socket(S, $_, 2, 0) and print }'";
      const request = { directory: site.root, network: 'allow_list' } as const;
      const ended = await bash(site.processes(hold), line, request);
      expect(ended).toMatchObject({ exitCode: 0, stdout: '' });
    });

    test.skipIf(!walled)('sees its own processes only, and makes no namespaces', async () => {
      const line =
        'ls -d /proc/[0-9]* | wc -l; unshare --user true; unshare --user --net true; kill -0 1; echo $?';
      const ended = await bash(site.processes(hold), line, { directory: site.root });
      const [count, killed] = ended.stdout.trim().split('\n');
      expect(Number(count)).toBeLessThan(8);
      expect(ended.stderr.match(/unshare failed/gu)).toHaveLength(2);
      if (hold.landlock) expect(killed).toBe('1');
    });

    // Without walls everybody is reached, which shows that the attack is one.
    test.skipIf(!walled && name !== 'checks')(
      'reaches nobody behind walls: not by TCP, UDP, a socket of the file system or an abstract one',
      async () => {
        const reached: string[] = [];
        const server = createServer(() => reached.push('tcp')).listen(0, '127.0.0.1');
        const local = createServer(() => reached.push('unix')).listen(join(site.outside, 'socket'));
        const hidden = `toolcrib-${unique()}`;
        const abstract = createServer(() => reached.push('abstract')).listen(`\0${hidden}`);
        const udp = createSocket('udp4').on('message', () => reached.push('udp'));
        udp.bind(0, '127.0.0.1');
        await Promise.all([...[server, local, abstract].map(listening), once(udp, 'listening')]);
        const unix = (path: string): string =>
          `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un("${path}")) or die "$!\\n"'`;
        const line = [
          `echo x > /dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port}`,
          `echo x > /dev/udp/127.0.0.1/${udp.address().port}`,
          unix(join(site.outside, 'socket')),
          unix(`\\0${hidden}`),
          walled ? 'getent hosts localhost > /dev/null; getent hosts example.com' : '',
          'echo done',
        ].join('\n');
        const ended = await bash(site.processes(hold), line, { directory: site.root });
        expect(ended.stdout).toBe('done\n');
        await pause(50);
        for (const each of [server, local, abstract]) each.close();
        udp.close();
        expect(reached.toSorted()).toEqual(walled ? [] : ['abstract', 'tcp', 'udp', 'unix']);
      },
    );

    test.skipIf(!whole)('reaches the proxy, and only when it may use hosts', async () => {
      const socketPath = join(site.outside, `proxy-${unique()}`);
      const proxy = createServer((client) => {
        client.on('data', (chunk) => client.end(`answer to ${String(chunk)}`));
      }).listen(socketPath);
      await listening(proxy);
      const processes = site.processes(hold, {
        proxy: { socketPath, environmentFor: (port) => ({ PROXY_PORT: String(port) }) },
      });
      const line = 'exec 3<> /dev/tcp/127.0.0.1/$PROXY_PORT; echo question >&3; cat <&3';
      const [allowed, refused] = await Promise.all([
        bash(processes, line, { directory: site.root, network: 'allow_list' }),
        bash(processes, `echo $PROXY_PORT; ${line}`, { directory: site.root }),
      ]);
      await processes.close();
      proxy.close();
      expect(allowed.stdout).toBe('answer to question\n');
      expect(refused.stdout).toBe('\n');
    });

    test.skipIf(!walled || !whole)('serves itself on its own loopback', async () => {
      const line = [
        `node -e 'require("net").createServer((c) => c.end("served")).listen(8080, "127.0.0.1", () => console.log("up"))' > up &`,
        'until grep -q up up; do sleep 0.02; done; cat < /dev/tcp/127.0.0.1/8080',
      ].join('\n');
      const ended = await bash(site.processes(hold), line, { directory: site.root });
      expect(ended.stdout).toBe('served');
    });

    test.skipIf(!walled || !whole)('too many processes are the end of all', async () => {
      const controller = new AbortController();
      const stop = setTimeout(() => controller.abort(new Error('not stopped')), 10_000);
      const ended = await bash(site.processes(hold), 'while :; do sleep 1000 & done', {
        directory: site.root,
        limits: { processes: 50 },
        signal: controller.signal,
        maxOutputBytes: 1_000_000,
      });
      clearTimeout(stop);
      expect(ended.exitCode === null || ended.outputCut).toBe(true);
    });

    test.skipIf(!walled)(
      'writes no protected path, whether it is there or not, and leaves no trace of that',
      async () => {
        const { root } = createdProject(site, 'guarded');
        const processes = site.processes(hold, { root });
        const line = [
          'echo x > .git/config; rm -f .git/config; mv .git/config .git/other; git config a.b c',
          'echo x > .git/hooks/pre-commit; rm -rf .git/hooks; mv .git aside; mkdir -p .git/hooks',
          'echo x > .mcp.json; rm -rf .mcp.json; ln -sfT x .mcp.json; echo {} > toolcrib.json',
          'mkdir -p .vscode; echo x > .vscode/settings.json; mv .vscode aside; mv folder .vscode',
          'echo x > .npmrc; rm -f .npmrc; mv free .npmrc',
          'echo x > .git/HEAD; echo x > free; mkdir folder; echo x > folder/config',
          'git status --short 2> /dev/null; echo $?',
        ].join('\n');
        const seen = new Set<string>();
        const look = setInterval(() => readdirSync(root).forEach((entry) => seen.add(entry)), 1);
        const [ended] = await Promise.all([
          bash(processes, line, { directory: root }),
          bash(processes, 'sleep 0.2; echo x > .mcp.json; mkdir .mcp.json/x', { directory: root }),
        ]);
        clearInterval(look);
        await processes.close();
        expect(ended.stdout).toBe('128\n');
        expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('[core]\n');
        expect(readFileSync(join(root, '.git/HEAD'), 'utf8')).toBe('x\n');
        expect(readFileSync(join(root, '.npmrc'), 'utf8')).toBe('a=b\n');
        expect(readdirSync(root).toSorted()).toEqual(['.git', '.npmrc', 'folder', 'free']);
        expect(readdirSync(join(root, '.git')).toSorted()).toEqual(['HEAD', 'config']);
        if (brokered) expect([...seen].toSorted()).toEqual(['.git', '.npmrc', 'folder', 'free']);
      },
    );
  });
}

test.runIf(holds.some(({ name, hold }) => name === 'namespaces without broker' && hold !== undefined))(
  'placeholders of commands that were killed are gone after the next command',
  async () => {
    const site = createSite();
    const { hold } = holds.find(({ name }) => name === 'namespaces without broker') ?? {};
    const processes = site.processes(hold as Hold);
    const running = await processes.start({
      argv: ['/bin/sh', '-c', 'echo up; read -r line'],
      directory: site.root,
    });
    await once(running.stdout, 'data');
    expect(readdirSync(site.root)).toContain('.vscode');
    const script = join(import.meta.dirname, 'hard-kill.test-support.ts');
    const given = [
      script,
      site.root,
      site.stateFolder,
      JSON.stringify(hold),
      `echo up; exec sleep ${unique()}`,
    ];
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await running.end();
    await expect.poll(() => readdirSync(site.root), { timeout: 20_000 }).toEqual([]);
    await bash(processes, 'true', { directory: site.root });
    await processes.close();
    await expect.poll(() => readdirSync(site.root), { timeout: 20_000 }).toEqual([]);
    site.remove();
  },
);

test.skipIf(holds.every(({ walled, hold }) => !walled || hold === undefined))(
  'a link that comes and goes where a protected path is leads nobody out',
  async () => {
    const site = createSite();
    for (const { hold, walled, whole } of holds) {
      if (hold === undefined || !walled || !whole) continue;
      const { root } = createdProject(site, 'swapped');
      // To the folder of both, the project and what is outside.
      const swap =
        'while :; do mv -T .git aside; ln -s ../.. .git; mv -T .git link; mv -T aside .git; rm link; done';
      const swapping = await site
        .processes(hold)
        .start({ argv: ['/bin/bash', '-c', `cd ${root}; ${swap}`], directory: site.root });
      const attacked = site.processes(hold, { root });
      for (let round = 0; round < 15; round++) {
        const line = `cat ${site.outside}/canary .git/outside/canary; echo x > ${site.outside}/planted`;
        const ended = await bash(attacked, line, { directory: root }).catch(String);
        expect(ended).not.toMatchObject({ stdout: expect.stringContaining('untouched') });
      }
      await swapping.end();
      await attacked.close();
    }
    expect(readdirSync(site.outside)).toEqual(['canary']);
    site.remove();
  },
);

test.skipIf(process.getuid?.() !== 0 || !nobodyCanRead(import.meta.filename))(
  'the same layers hold nobody as they hold root',
  async () => {
    const script = join(import.meta.dirname, 'unprivileged.test-support.ts');
    const given = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, script];
    const { stdout } = await promisify(execFile)('setpriv', given);
    const { uid, ...results } = JSON.parse(stdout) as Record<string, unknown>;
    expect(uid).toBe(65_534);
    const walled = holds.filter((each) => each.walled && each.hold !== undefined);
    expect(Object.keys(results)).toEqual(expect.arrayContaining(walled.map(({ name }) => name)));
    for (const { name } of walled) {
      expect(results[name]).toEqual({
        exitCode: 0,
        stdout: ['1', '0', expect.stringMatching(/^[1-7]$/u)],
        canary: 'untouched',
        entries: ['file'],
        inside: 'inside',
      });
    }
  },
);

/** Everybody must be able to go all the way down to a file. */
function nobodyCanRead(file: string): boolean {
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & (path === file ? 0o4 : 0o1)) === 0) return false;
  }
  return true;
}

function listening(server: Server): Promise<unknown> {
  return server.listening ? Promise.resolve() : once(server, 'listening');
}

function createdProject(site: Site, name: string): { readonly root: string } {
  const root = join(site.root, `${name}-${unique()}`);
  mkdirSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git/config'), '[core]\n');
  writeFileSync(join(root, '.npmrc'), 'a=b\n');
  return { root };
}

describe('the mode', () => {
  const site = createSite();
  afterAll(() => site.remove());
  const layerIn = (mode: SandboxMode): string =>
    createProcesses({ root: site.root, stateFolder: site.stateFolder, mode }).layer();

  test('chooses the strongest layer that works, or none', () => {
    const strongest = holds.findLast(({ hold }) => hold !== undefined)?.hold?.layer;
    expect([layerIn('required'), layerIn('best_effort'), layerIn('off')]).toEqual([
      strongest,
      strongest,
      'checks',
    ]);
  });

  test('what the machine has is told part by part', () => {
    const parts = thisMachine().describe();
    expect(parts.map(({ name }) => name)).toEqual([
      'perl',
      'bubblewrap',
      'namespaces',
      'proc',
      'landlock',
      'broker',
    ]);
    for (const { detail } of parts) expect(detail).not.toBe('');
  });
});
