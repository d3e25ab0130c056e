import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openToolcrib } from 'toolcrib';
import { serveHttp } from 'toolcrib/http';
import { expect, onTestFinished, test } from 'vitest';
import { findIn } from '../../packages/toolcrib/src/cli/doctor/finding.ts';
import { examineNode, neededNode } from '../../packages/toolcrib/src/cli/doctor/node.ts';
import { hostSystem } from '../../packages/toolcrib/src/cli/doctor/host-system.ts';
import { examineDisk, examineSandbox } from '../../packages/toolcrib/src/cli/doctor/sandbox.ts';
import { examineSpace } from '../../packages/toolcrib/src/cli/doctor/store.ts';
import { run } from '../command.ts';
import { clonedProject, mockTool, storeOf, temporaryProject } from '../project.ts';

interface Report {
  readonly code: number | null;
  readonly layer: string | undefined;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
  }[];
}

async function doctor(cwd: string, env: { readonly [name: string]: string } = {}): Promise<Report> {
  const { code, stdout } = await run(['doctor', '--json'], { cwd, env: { ...at(cwd), ...env } });
  const { findings, layer } = JSON.parse(stdout) as Omit<Report, 'code'>;
  for (const finding of findings) expect(finding).toMatchObject({ remedy: expect.stringMatching(/\S/u) });
  // What this machine has is not what is tried here.
  return {
    code,
    layer,
    findings: findings.filter(({ code: found }) => !['sandbox_weak', 'project_wide'].includes(found)),
  };
}

/** Clients keep their settings in the home folder; the state has a place of its own, as everywhere in the tests. */
function at(cwd: string): { readonly [name: string]: string } {
  return { HOME: cwd, TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']) };
}

/** Codes and severities. */
function brief({ findings }: Report): string[] {
  return findings.map(({ code, severity }) => `${severity} ${code}`);
}

/** A port that somebody listens at, or that nobody does. */
async function somePort({ taken }: { readonly taken: boolean }): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (taken) onTestFinished(() => void server.close());
  else await new Promise((resolve) => server.close(resolve));
  return port;
}

const rest = (implementation: object): object =>
  mockTool('ask', { implementation: { type: 'rest', method: 'GET', path: '/', ...implementation } });
const quiet = { server: { port: 0 } };

test('a project in order has no findings, and looking makes no store', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': quiet });
  const report = await doctor(cwd);
  expect([report.code, brief(report)]).toEqual([0, []]);
  const { code, stdout, stderr } = await run(['doctor', '--locale', 'zh-CN'], { cwd, env: at(cwd) });
  expect(code).toBe(0);
  expect(stdout).toContain(cwd);
  expect(stderr).toMatch(/没有问题。|项发现。/u);
  expect(existsSync(storeOf(cwd))).toBe(false);
});

test('a configuration with problems, and one that cannot be read at all: exit 4', async () => {
  const some = await doctor(temporaryProject({ 'toolcrib.json': { ...quiet, tools: [{ name: 'a' }] } }));
  expect([some.code, some.findings[0]?.severity]).toEqual([4, 'error']);
  expect(some.findings[0]?.message).toContain('tools[0]');
  const none = await doctor(temporaryProject({ 'toolcrib.json': '{' }));
  expect([none.code, none.findings.length, none.layer]).toEqual([4, 1, undefined]);
});

test('a store of a newer Toolcrib, one that is no database, and one that is not reached: exit 1', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': quiet });
  await run(['call', 'calculator', 'expression=1'], { cwd });
  expect(brief(await doctor(cwd))).toEqual([]);
  const database = new DatabaseSync(storeOf(cwd));
  database.exec('update schema_version set version = 9999');
  database.close();
  const newer = await doctor(cwd);
  expect([newer.code, brief(newer)]).toEqual([1, ['error store_trouble']]);
  expect(newer.findings[0]?.message).toContain('9999');
  writeFileSync(storeOf(cwd), 'no database at all'.repeat(100));
  const broken = await doctor(cwd);
  expect([broken.code, brief(broken)]).toEqual([1, ['error store_trouble']]);
  const port = await somePort({ taken: false });
  const store = `postgres://127.0.0.1:${port}/none`;
  const away = await doctor(temporaryProject({ 'toolcrib.json': { ...quiet, store } }));
  expect([away.code, brief(away)]).toEqual([1, ['error store_trouble']]);
});

test('a store where no folder can be', async () => {
  const outside = temporaryProject({ notes: 'a file' });
  const cwd = temporaryProject({ 'toolcrib.json': { ...quiet, store: join(outside, 'notes/store.db') } });
  expect(brief(await doctor(cwd))).toEqual(['error store_not_writable']);
});

test.runIf(process.getuid?.() !== 0)('a store that may not be written', async () => {
  const outside = temporaryProject();
  const cwd = temporaryProject({ 'toolcrib.json': { ...quiet, store: join(outside, 'held/store.db') } });
  mkdirSync(join(outside, 'held'), { mode: 0o500 });
  expect(brief(await doctor(cwd))).toEqual(['error store_not_writable']);
});

test('a sandbox that is demanded and not there, and one that would be better', () => {
  const parts = [{ name: 'bubblewrap', works: false, detail: 'not found' }] as const;
  const found = (['required', 'best_effort', 'off'] as const).map((mode) =>
    examineSandbox({ mode, layer: 'checks', parts }, findIn('en'), 'linux'),
  );
  expect(found.map(([finding]) => `${finding?.severity} ${finding?.code}`)).toEqual([
    'error sandbox_missing',
    'warning sandbox_weak',
    'undefined undefined',
  ]);
  expect(found[0]?.[0]?.message).toContain('bubblewrap: not found');
  expect(examineSandbox({ mode: 'required', layer: 'namespaces', parts }, findIn('en'))).toEqual([]);
});

test('Windows, and both kinds of its Linux, are told with what to do', () => {
  const kernels = ['6.8.0-45-generic', '4.4.0-22621-Microsoft', '5.15.167.4-microsoft-standard-WSL2'];
  expect(kernels.map((kernel) => hostSystem('linux', () => kernel))).toEqual(['linux', 'wsl1', 'wsl2']);
  expect([hostSystem('win32'), hostSystem('darwin'), hostSystem('freebsd')]).toEqual([
    'windows',
    'macos',
    'other',
  ]);
  for (const locale of ['en', 'zh-CN'] as const) {
    const find = findIn(locale);
    const bare = { layer: 'checks', parts: [] } as const;
    for (const [system, word] of [
      ['windows', 'WSL 2'],
      ['wsl1', 'wsl --set-version'],
    ] as const) {
      const [demanded] = examineSandbox({ ...bare, mode: 'required' }, find, system);
      const [wished] = examineSandbox({ ...bare, mode: 'best_effort' }, find, system);
      expect([demanded?.severity, wished?.severity]).toEqual(['error', 'warning']);
      expect(demanded?.code).toBe(`sandbox_${system}`);
      expect(demanded?.remedy).toContain(word);
    }
    const lent = examineDisk('/mnt/c/shop', find, 'wsl2', () => true);
    expect(lent.map(({ code }) => code)).toEqual(['project_on_windows_disk']);
    expect(examineDisk('/home/me/shop', find, 'wsl2', () => false)).toEqual([]);
    expect(examineDisk('/mnt/c/shop', find, 'linux', () => true)).toEqual([]);
  }
});

test('a disk with little room, and one with none', async () => {
  const find = findIn('en');
  const found = await Promise.all(
    [500, 100, 5].map((megabytes) =>
      examineSpace('/here', find, async () => ({ bavail: megabytes * 1000, bsize: 1000 })),
    ),
  );
  expect(found.map(([finding]) => finding?.severity)).toEqual([undefined, 'warning', 'error']);
  expect(found[1]?.[0]).toMatchObject({ code: 'space_low', message: expect.stringContaining('100 MB') });
});

test('a Node that is too old', async () => {
  const needed = await neededNode();
  expect(examineNode(process.versions.node, needed, findIn('en'))).toEqual([]);
  const [finding] = examineNode('20.11.1', needed, findIn('zh-CN'));
  expect(finding).toMatchObject({
    code: 'node_too_old',
    severity: 'error',
    message: expect.stringContaining(needed),
  });
});

test('a clock that lies behind what was recorded', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': quiet });
  const clock = {
    now: () => Date.now() + 3_600_000,
    elapsed: () => performance.now(),
    random: () => Math.random(),
    setTimeout: (callback: () => void, milliseconds: number) => setTimeout(callback, milliseconds),
    clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  };
  const { service, close } = await openToolcrib({ trust: 'always', project: cwd, service: { clock } });
  await service.execute('calculator', { expression: '1' });
  await close();
  const report = await doctor(cwd);
  expect([report.code, brief(report)]).toEqual([0, ['warning clock_behind']]);
});

test('secrets that are not set, whoever needs them; one alternative of several is enough', async () => {
  const port = await somePort({ taken: true });
  const base_url = `http://127.0.0.1:${port}`;
  const bearer = (secret: string): object => ({ type: 'bearer', secret });
  const cwd = temporaryProject({
    'toolcrib.json': {
      ...quiet,
      tools: [rest({ base_url, auth: [[bearer('FIRST_TOKEN')], [bearer('SECOND_TOKEN')]] })],
      recommend: { model: { url: `${base_url}/v1`, name: 'm', secret: 'MODEL_KEY' } },
    },
  });
  const none = await doctor(cwd);
  expect([none.code, brief(none)]).toEqual([1, ['error secret_missing', 'error secret_missing']]);
  expect(none.findings.map(({ message }) => message).join(' ')).toMatch(/FIRST_TOKEN.+ask.+MODEL_KEY/u);
  expect(brief(await doctor(cwd, { SECOND_TOKEN: 'a', MODEL_KEY: 'b' }))).toEqual([]);
});

test('a host that takes no connection is told with the tool that needs it', async () => {
  const port = await somePort({ taken: false });
  const cwd = temporaryProject({
    'toolcrib.json': { ...quiet, tools: [rest({ base_url: `http://127.0.0.1:${port}` })] },
  });
  const report = await doctor(cwd);
  expect([report.code, brief(report)]).toEqual([0, ['warning host_unreachable']]);
  expect(report.findings[0]?.message).toMatch(/ask.+ECONNREFUSED/u);
});

test('sources: one that nobody has accepted is not started, one that is gone is an error, a change waits', async () => {
  const sample = fileURLToPath(
    new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
  );
  const elsewhere = clonedProject({ 'server.ts': readFileSync(sample, 'utf8') });
  const mcpServers = { sample: { command: process.execPath, args: [join(elsewhere, 'server.ts'), '.'] } };
  const cwd = temporaryProject({ 'toolcrib.json': { ...quiet, mcpServers } });
  const waits = await doctor(cwd);
  expect([waits.code, brief(waits)]).toEqual([0, ['warning source_waits']]);
  const accepted = await run(['tools', 'accept', '--yes'], { cwd, env: at(cwd) });
  expect(accepted.code).toBe(0);
  expect(brief(await doctor(cwd))).toEqual([]);
  const changed = readFileSync(sample, 'utf8').replace('`The tool ${name}.`', '`Now ${name}.`');
  writeFileSync(join(elsewhere, 'server.ts'), changed);
  expect(brief(await doctor(cwd))).toEqual(['warning tools_held_back']);
  rmSync(join(elsewhere, 'server.ts'));
  const gone = await doctor(cwd);
  expect([gone.code, brief(gone)]).toEqual([1, ['error source_unreachable']]);
});

test('sources: a server whose program in the project has changed is told with the file, and not started', async () => {
  const started = 'process.getBuiltinModule("fs").appendFileSync("started", "x");\n';
  const mcpServers = { sample: { command: process.execPath, args: ['server.ts', '.'] } };
  const sample = new URL(
    '../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts',
    import.meta.url,
  );
  const cwd = temporaryProject({
    'toolcrib.json': { ...quiet, mcpServers },
    'server.ts': `${readFileSync(sample, 'utf8')}${started}`,
  });
  expect((await run(['tools', 'accept', '--yes'], { cwd, env: at(cwd) })).code).toBe(0);
  const starts = readFileSync(join(cwd, 'started'), 'utf8');
  appendFileSync(join(cwd, 'server.ts'), '// planted');
  const report = await doctor(cwd);
  expect([report.code, brief(report)]).toEqual([0, ['warning program_changed']]);
  expect(report.findings[0]?.message).toContain('server.ts');
  const shown = await run(['tools', 'diff'], { cwd, env: at(cwd) });
  expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('~ server.ts')]);
  const called = await run(['call', 'sample__echo', 'value=x'], { cwd, env: at(cwd) });
  expect(called.stdout + called.stderr).toContain('files that "sample" is started from have changed');
  expect(readFileSync(join(cwd, 'started'), 'utf8')).toBe(starts);
});

test('a port that somebody else has, and one that a service of ours has', async () => {
  const port = await somePort({ taken: true });
  const cwd = temporaryProject({ 'toolcrib.json': { server: { port } } });
  const report = await doctor(cwd);
  expect([report.code, brief(report)]).toEqual([0, ['warning port_taken']]);
  expect(report.findings[0]?.message).toContain(String(port));
  const toolcrib = await openToolcrib({ trust: 'always', project: temporaryProject(), desks: [] });
  const service = await serveHttp(toolcrib, { port: 0 });
  const ours = { server: { port: Number(new URL(service.address).port) } };
  expect(brief(await doctor(temporaryProject({ 'toolcrib.json': ours })))).toEqual([]);
  await service.stop();
  await toolcrib.close();
});

test('clients that start us by a file that is gone', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': quiet });
  const env = at(cwd);
  for (const client of ['claude-code', 'codex']) {
    const { code } = await run(['mcp', 'install', client, '--write'], { cwd, env });
    expect(code).toBe(0);
  }
  expect(brief(await doctor(cwd))).toEqual([]);
  for (const file of ['.mcp.json', '.codex/config.toml']) {
    const text = readFileSync(join(cwd, file), 'utf8');
    writeFileSync(join(cwd, file), text.replace(/[^"]+toolcrib\.js/u, '/gone/toolcrib/bin/toolcrib.js'));
  }
  const report = await doctor(cwd);
  expect(brief(report)).toEqual(['warning client_points_nowhere', 'warning client_points_nowhere']);
  expect(report.findings.map(({ message }) => message).join()).toMatch(/claude-code.+codex/u);
});
