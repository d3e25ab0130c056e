import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parseJson } from '../../packages/toolcrib/src/config/parse-json.ts';
import { parseYaml } from '../../packages/toolcrib/src/config/parse-yaml.ts';
import { identityOf, TrustRecords } from '../../packages/toolcrib/src/config/trust/trust-records.ts';
import { command, run, type Ended } from '../command.ts';
import { clonedProject } from '../project.ts';

interface Place {
  readonly project: string;
  readonly state: string;
  readonly toolcrib: (...given: string[]) => Promise<Ended>;
}

function place(files: { readonly [name: string]: unknown } = {}): Place {
  const [project, state] = [clonedProject(files), clonedProject()];
  const toolcrib = (...given: string[]): Promise<Ended> =>
    run(given, { cwd: project, env: { TOOLCRIB_STATE: state } });
  return { project, state, toolcrib };
}

const memory = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-memory/dist/index.js', import.meta.url),
);
const byNumber = (one: number | null, other: number | null): number => Number(one) - Number(other);
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

function readJson(file: string): unknown {
  return parseJson(readFileSync(file, 'utf8')).value;
}

test('of servers that are added at once none is lost: not its entry, nor its acceptance, nor its lock', async () => {
  const { project, toolcrib } = place({ 'toolcrib.json': { locale: 'en' } });
  const added = await Promise.all(
    names.map((name) => toolcrib('mcp', 'add', name, '--yes', '--', process.execPath, memory)),
  );
  expect(added.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(names.map(() => 0));
  const { mcpServers } = readJson(join(project, 'toolcrib.json')) as { mcpServers: object };
  expect(Object.keys(mcpServers).toSorted()).toEqual(names);
  const { sources } = readJson(join(project, 'toolcrib.lock')) as { sources: object };
  expect(Object.keys(sources).toSorted()).toEqual(names);
  const listed = JSON.parse((await toolcrib('mcp', 'list', '--json')).stdout) as {
    accepted: boolean;
    held_back: number;
  }[];
  // Only what is trusted is a server at all.
  expect(listed.map(({ accepted, held_back }) => [accepted, held_back])).toEqual(names.map(() => [true, 0]));
  expect(readdirSync(project).toSorted()).toEqual(['toolcrib.json', 'toolcrib.lock']);
});

const workers = 8;
const rounds = 12;

/** What each of the processes runs: it changes all four kinds of files, and says which change it has made. */
const worker = fileURLToPath(new URL('edits-at-once.worker.ts', import.meta.url));

function startWorker(given: readonly string[]): { readonly done: Promise<string[]>; kill(): void } {
  const child = spawn(process.execPath, ['--no-warnings', worker, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += String(piece)));
  const done = once(child, 'close').then(() => said.split('\n').slice(0, -1));
  return { done, kill: () => void child.kill('SIGKILL') };
}

test.each([
  ['toolcrib.json', '{\n  // Ours.\n  "locale": "en", /* why */\n}\n', ['// Ours.', '/* why */']],
  ['toolcrib.yaml', '# Ours.\nlocale: en # why\n', ['# Ours.', '# why']],
])(
  'eight processes change %s, the lock, the acceptances and a client’s file, others are killed at it, and no change is lost',
  { timeout: 120_000 },
  async (name, text, comments) => {
    const { project, state } = place({ [name]: text });
    const file = join(project, name);
    const start = (id: string, count: number): ReturnType<typeof startWorker> =>
      startWorker([project, state, name, id, String(count)]);
    const running = Array.from({ length: workers }, (_, index) => start(`w${index}`, rounds));
    const progress = { over: false };
    const all = Promise.all(running.map(({ done }) => done)).finally(() => (progress.over = true));
    const torn: string[] = [];
    const acknowledged: string[] = [];
    for (let round = 0; !progress.over || round < 2; round++) {
      const victim = start(`v${round}`, 1000);
      // It is killed at some point of its work, never at the same.
      await new Promise((resolve) => setTimeout(resolve, 200 + 37 * round));
      victim.kill();
      acknowledged.push(...(await victim.done));
      try {
        parse(file);
      } catch (error) {
        torn.push(String(error));
      }
    }
    acknowledged.push(...(await all).flat());
    expect(acknowledged.length).toBeGreaterThanOrEqual(workers * rounds);
    expect(torn).toEqual([]);
    const written = readFileSync(file, 'utf8');
    for (const comment of comments) expect(written).toContain(comment);
    const { mcpServers } = parse(file) as { mcpServers: object };
    const { sources } = readJson(join(project, 'toolcrib.lock')) as { sources: object };
    const { mcpServers: client } = readJson(join(project, '.mcp.json')) as { mcpServers: object };
    const trusted = new TrustRecords(join(state, 'trust')).read(identityOf(file))?.document as {
      mcpServers: object;
    };
    const lost = [mcpServers, sources, client, trusted.mcpServers].map((kept) =>
      acknowledged.filter((key) => !Object.hasOwn(kept, key)),
    );
    expect(lost).toEqual([[], [], [], []]);
  },
);

function parse(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.yaml') ? parseYaml(text) : parseJson(text)).value;
}

test('of two that add the same name at once one is told that it is taken', async () => {
  const { project, toolcrib } = place({ 'toolcrib.json': {} });
  const added = await Promise.all(
    ['first', 'second'].map((word) =>
      toolcrib('mcp', 'add', 'same', '--no', '--', process.execPath, memory, word),
    ),
  );
  expect(added.map(({ code }) => code).toSorted(byNumber)).toEqual([1, 2]);
  const { mcpServers } = readJson(join(project, 'toolcrib.json')) as {
    mcpServers: { same: { args: string[] } };
  };
  const [winner] = added.map(({ code }, index) => (code === 1 ? index : -1)).filter((index) => index >= 0);
  expect(mcpServers.same.args.at(-1)).toBe(['first', 'second'][winner ?? -1]);
});

test('of two that begin a project at once one writes it, whole', async () => {
  const { project, toolcrib } = place();
  const begun = await Promise.all([toolcrib('init', '--yes'), toolcrib('init', '--yes')]);
  expect(begun.map(({ code }) => code).toSorted(byNumber)).toEqual([0, 1]);
  expect((await toolcrib('check')).code).toBe(0);
  expect(readdirSync(project)).toEqual(['toolcrib.json']);
});

test('a command that meets a lock held by a frozen process ends with a code and changes nothing; one held by a killed process is free', async () => {
  const { project, state, toolcrib } = place({ 'toolcrib.json': {} });
  const lock = new URL('../../packages/toolcrib/src/files/with-lock.ts', import.meta.url).href;
  const source = `import { withLock } from '${lock}';
    await withLock(process.argv[1], () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)); });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', source, join(state, 'trust')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  holder.kill('SIGSTOP');
  const refused = await toolcrib('mcp', 'add', 'one', '--yes', '--json', '--', process.execPath, memory);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'error', error_code: 'file_locked' });
  expect(readJson(join(project, 'toolcrib.json'))).toEqual({});
  const gone = once(holder, 'close');
  holder.kill('SIGKILL');
  await gone;
  expect((await toolcrib('mcp', 'add', 'one', '--yes', '--', process.execPath, memory)).code).toBe(0);
  expect(existsSync(join(project, 'toolcrib.lock'))).toBe(true);
}, 60_000);

test('where a project has put something in the place of the files that are written, nothing is written through it', async () => {
  const { project, toolcrib } = place({ 'toolcrib.json': '{}' });
  const home = clonedProject({ 'target.json': '{"mcpServers":{}}' });
  symlinkSync(join(home, 'target.json'), join(project, 'toolcrib.lock'));
  symlinkSync(join(home, 'target.json'), join(project, '.mcp.json'));
  symlinkSync(home, join(project, '.cursor'));
  mkdirSync(join(project, '.vscode/mcp.json'), { recursive: true });
  const refused = await toolcrib('mcp', 'add', 'one', '--yes', '--json', '--', process.execPath, memory);
  expect(refused.code).toBe(1);
  const codes = await Promise.all(
    ['claude-code', 'cursor', 'vscode'].map(async (client) => {
      const { stdout } = await toolcrib('mcp', 'install', client, '--write', '--json');
      return (JSON.parse(stdout) as { error_code: string }).error_code;
    }),
  );
  expect(codes).toEqual(['file_outside', 'file_outside', 'file_not_regular']);
  expect(readdirSync(home)).toEqual(['target.json']);
  expect(readFileSync(join(home, 'target.json'), 'utf8')).toBe('{"mcpServers":{}}');
});

test('a disk without room is told with a code, and every file stays what it was', async () => {
  const { project, state, toolcrib } = place({ 'toolcrib.json': '{}' });
  expect((await toolcrib('mcp', 'add', 'one', '--yes', '--', process.execPath, memory)).code).toBe(0);
  const file = join(project, 'toolcrib.json');
  // Longer than what may be written below.
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', `{\n  // ${'x'.repeat(200_000)}\n`));
  const before = readFileSync(file, 'utf8');
  const records = (): string[] => readdirSync(join(state, 'trust')).map((name) => `${name} ${sizeOf(name)}`);
  const sizeOf = (name: string): number => statSync(join(state, 'trust', name)).size;
  const kept = records();
  const given = ['mcp', 'add', 'two', '--yes', '--json', '--', process.execPath, memory];
  const limited = ['-c', 'trap "" XFSZ; ulimit -f 300; exec "$@"', 'sh', process.execPath, command, ...given];
  const child = spawn('sh', limited, {
    cwd: project,
    env: { ...process.env, TOOLCRIB_STATE: state, TOOLCRIB_LOG: 'off', LANG: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.on('data', (piece: Buffer) => (stdout += String(piece)));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { error_code: 'file_not_written' }]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(records()).toEqual(kept);
  expect(readdirSync(project).toSorted()).toEqual(['toolcrib.json', 'toolcrib.lock']);
});
