import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linesOf, run, start, type Ended } from '../command.ts';
import { mockTool, storeOf, temporaryProject, trustConfiguration } from '../project.ts';

/** Tells on standard error which modules are loaded. */
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); } });
`)}`;

test('a command that neither reads nor writes the store makes no folder and loads nothing for it', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  const { code, stderr } = await run(['list_tools'], { cwd, node: ['--import', tellModules] });
  expect([code, existsSync(storeOf(cwd))]).toEqual([0, false]);
  expect(stderr).toContain('/dist/');
  expect(stderr).not.toMatch(/kysely/u);
});

test('a call is recorded in the state folder, nothing in the project, and a second one does not need the library of queries', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  expect(await run(['call', 'pong'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(storeOf(cwd))).toBe(true);
  expect(readdirSync(cwd)).toEqual(['toolcrib.json']);
  const { code, stderr } = await run(['call', 'pong'], { cwd, node: ['--import', tellModules] });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/kysely/u);
});

test.each(['no database', 'cut short'])(
  'a store that is %s is told as such; calls that only read go on, and others are refused',
  async (trouble) => {
    const peek = mockTool('peek', { annotations: { read_only: true } });
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong'), peek] } });
    const file = storeOf(cwd);
    if (trouble === 'no database') {
      mkdirSync(dirname(file), { mode: 0o700 });
      writeFileSync(file, 'a diary, in no format that anybody knows\n'.repeat(100));
    } else {
      await run(['call', 'pong'], { cwd });
      truncateSync(file, 9000);
    }
    for (const given of [['history'], ['stats'], ['approvals', 'list'], ['plan', 'list']]) {
      const { code, stdout, stderr } = await run(given, { cwd });
      expect([given, code, stdout]).toEqual([given, 1, '']);
      expect(stderr).toContain(`${file} is no store, or a damaged one`);
      expect(stderr).not.toMatch(/^ +at /mu);
    }
    const chinese = await run(['history'], { cwd, env: { LANG: 'zh_CN.UTF-8' } });
    expect(chinese.stderr).toContain('不是存储文件，或已损坏');
    expect(await run(['call', 'peek'], { cwd })).toMatchObject({ code: 0 });
    const refused = await run(['call', 'pong', '--json'], { cwd });
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([
      3,
      { error_code: 'history_unavailable' },
    ]);
  },
);

const pong = { 'toolcrib.json': { tools: [mockTool('pong')] } };

describe('a store that cannot be used', () => {
  const newer = (file: string): void => {
    const database = new DatabaseSync(file);
    database.exec('update schema_version set version = 99');
    database.close();
  };
  const overwrite = (from: number, to?: number) => (file: string) => {
    const handle = openSync(file, 'r+');
    const bytes = (to === undefined ? statSync(file).size : to * 4096) - from * 4096;
    writeSync(handle, Buffer.alloc(bytes, 0xab), 0, bytes, from * 4096);
    closeSync(handle);
  };
  const folder = (file: string): void => {
    rmSync(file);
    mkdirSync(file);
  };

  test.each([
    ['was written by a newer Toolcrib', newer, 'newer_schema', 'Update Toolcrib'],
    ['has lost its first pages', overwrite(0, 8), 'damaged', 'toolcrib store salvage'],
    ['has lost all but its first pages', overwrite(3), 'damaged', 'toolcrib store salvage'],
    ['was cut short', (file: string) => truncateSync(file, 9000), 'damaged', 'toolcrib store salvage'],
    ['is a folder', folder, 'not_private', 'Move it away'],
  ] as const)(
    'because it %s keeps the service from starting, with a code and a remedy',
    async (_, damage, code, remedy) => {
      const cwd = temporaryProject(pong);
      await run(['call', 'pong'], { cwd });
      damage(storeOf(cwd));
      const served = await run(['serve', '--port', '0', '--json'], { cwd });
      expect([served.code, JSON.parse(served.stdout)]).toMatchObject([1, { error_code: code }]);
      expect((JSON.parse(served.stdout) as { readonly error: string }).error).toContain(remedy);
      const examined = await run(['doctor', '--json'], { cwd });
      const { findings } = JSON.parse(examined.stdout) as { readonly findings: readonly { code: string }[] };
      expect(findings.map((finding) => finding.code)).toContain('store_trouble');
      const verified = await run(['history', 'verify'], { cwd });
      const checked = await run(['store', 'check'], { cwd });
      expect([verified.code, checked.code]).toEqual([1, 1]);
      for (const { stdout, stderr } of [served, examined, verified, checked])
        expect(`${stdout}${stderr}`).not.toMatch(/^ +at /mu);
    },
  );

  test('is salvaged when it is damaged, and the service starts over what could be read', async () => {
    const cwd = temporaryProject(pong);
    for (let n = 0; n < 3; n++) await run(['call', 'pong'], { cwd });
    expect(await run(['store', 'check'], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 records') as string,
    });
    expect(await run(['store', 'salvage'], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is not damaged. Nothing was changed.') as string,
    });
    overwrite(0, 8)(storeOf(cwd));
    const { code, stdout } = await run(['store', 'salvage', '--json'], { cwd });
    const report = JSON.parse(stdout) as { readonly recovered: number; readonly kept: string };
    expect([code, report]).toMatchObject([0, { salvaged: true }]);
    expect(existsSync(join(report.kept, 'store.db'))).toBe(true);
    const history = await run(['history', '--json'], { cwd });
    expect(JSON.parse(history.stdout)).toHaveLength(report.recovered);
    const service = start(['serve', '--port', '0', '--json'], { cwd });
    const { value } = (await linesOf(service).next()) as { readonly value: string };
    expect(JSON.parse(value)).toMatchObject({ link: expect.stringContaining('#token=') as string });
  });
});

describe('store import', () => {
  const history = async (cwd: string): Promise<unknown[]> =>
    JSON.parse((await run(['history', '--json'], { cwd })).stdout) as unknown[];

  test('brings the records of another store and nothing that gives rights, once', async () => {
    const old = temporaryProject(pong);
    await run(['call', 'pong', 'of=old'], { cwd: old });
    await run(['grants', 'add', 'Write'], { cwd: old });
    await run(['token', 'create'], { cwd: old });
    const cwd = temporaryProject(pong);
    await run(['call', 'pong', 'of=new'], { cwd });

    const first = await run(['store', 'import', storeOf(old)], { cwd });
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toContain('Imported 1 record. Grants, tokens, approvals and plans');
    expect(await history(cwd)).toMatchObject([
      { arguments: { of: 'old' }, imported: true },
      { arguments: { of: 'new' } },
    ]);
    expect((await run(['grants', 'list', '--json'], { cwd })).stdout.trim()).toBe('[]');
    expect((await run(['token', 'list', '--json'], { cwd })).stdout.trim()).toBe('[]');
    expect(await run(['history', 'verify'], { cwd })).toMatchObject({ code: 0 });

    const again = await run(['store', 'import', storeOf(old), '--json'], { cwd });
    expect(JSON.parse(again.stdout)).toEqual({ imported: 0, known: 1, unreadable: 0 });
    expect(await history(cwd)).toHaveLength(2);
  });

  test('a store that somebody has prepared takes the place of no record, whatever its ids are', async () => {
    const cwd = temporaryProject(pong);
    await run(['execute_tool', '{"id": "deploy-7", "tool_name": "pong", "arguments": {"of": "own"}}'], {
      cwd,
    });
    const [own] = (await history(cwd)) as [{ readonly call_id: string }];
    const file = join(cwd, 'other.db');
    sql(file, 'create table calls (seq integer, record text)');
    const free = `call_${'f'.repeat(32)}`;
    for (const callId of [own.call_id, 'deploy-7', 'deploy-7', free])
      sql(
        file,
        'insert into calls values (1, ?)',
        JSON.stringify({ ...foreign, callId, time: Math.random() }),
      );
    const { stdout } = await run(['store', 'import', file, '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({ imported: 4, known: 0, unreadable: 0 });
    const shown = await run(['history', 'show', own.call_id, '--json'], { cwd });
    expect(JSON.parse(shown.stdout)).toMatchObject({ tool: 'pong', arguments: { of: 'own' } });
    const keys = (await history(cwd)).map((record) => (record as { readonly call_id: string }).call_id);
    expect(new Set(keys).size).toBe(5);
    expect(keys).toContain(free);
    // What else was called so is named beside it, and nothing is taken for the other.
    const asked = await run(['history', 'show', 'deploy-7'], { cwd });
    expect([asked.code, asked.stdout]).toEqual([2, '']);
    for (const key of keys.filter((one) => one.startsWith('imported_')).slice(0, 2))
      expect(asked.stderr).toContain(key);
    expect(asked.stderr).toContain(own.call_id);
    expect((await run(['replay', 'deploy-7', '--yes'], { cwd })).code).toBe(2);
  });

  const foreign = {
    tool: 'Write',
    agent: 'user',
    status: 'success',
    arguments: { file_path: 'evil.txt', content: 'x' },
    causes: [],
    executionTimeMs: 1,
    attempts: 1,
    outcomeUnknown: false,
  };

  const prepared: { readonly [what: string]: (file: string) => void } = {
    'a file with other content': (file) => writeFileSync(file, 'a diary'.repeat(1000)),
    'an empty file': (file) => writeFileSync(file, ''),
    'a named pipe': (file) => execFileSync('mkfifo', [file]),
    'a folder': (file) => mkdirSync(file),
    'a link to a device': (file) => execFileSync('ln', ['-s', '/dev/zero', file]),
    'a view in place of the table': (file) => sql(file, 'create view calls as select 1 as seq, 2 as record'),
    'a generated column': (file) =>
      sql(file, `create table calls (seq integer, record text as (replace(hex(zeroblob(99)), '0', 'x')))`),
  };

  test.each(Object.keys(prepared))('%s is refused with a code, and nothing is added', async (what) => {
    const cwd = temporaryProject(pong);
    const file = join(cwd, 'other.db');
    prepared[what]?.(file);
    const { code, stderr } = await run(['store', 'import', file], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} cannot be read as a store`)]);
    expect(stderr).not.toMatch(/^ +at /mu);
    expect(await history(cwd)).toEqual([]);
  });

  test('what is no record is counted and left out, and triggers do not run', async () => {
    const cwd = temporaryProject(pong);
    const file = join(cwd, 'other.db');
    const lines = ['{"callId":7}', 'no JSON', `"${'x'.repeat(2_000_000)}"`, '['.repeat(400_000)];
    sql(file, 'create table calls (seq integer, record); create table mark (at)');
    sql(file, 'create trigger t before update on calls begin insert into mark values (1); end');
    for (const line of [...lines, 4, null]) sql(file, 'insert into calls values (1, ?)', line);
    const { stdout } = await run(['store', 'import', file, '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({ imported: 0, known: 0, unreadable: 6 });
  });

  function sql(file: string, text: string, ...values: (string | number | null)[]): void {
    const database = new DatabaseSync(file);
    if (values.length === 0) database.exec(text);
    else database.prepare(text).run(...values);
    database.close();
  }
});

describe('store move', () => {
  const move = (cwd: string, from: string): Promise<Ended> => run(['store', 'move', from], { cwd });

  test('a project that was renamed gets its history and grants back; its configuration is trusted anew', async () => {
    const old = temporaryProject(pong);
    await run(['call', 'pong', 'of=old'], { cwd: old });
    await run(['grants', 'add', 'Write'], { cwd: old });
    const cwd = `${old}-renamed`;
    renameSync(old, cwd);
    onTestFinished(() => renameSync(cwd, old));
    expect(JSON.parse((await run(['history', '--json'], { cwd })).stdout)).toEqual([]);

    const moved = await move(cwd, old);
    expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining('now belong to this project')]);
    expect(JSON.parse((await run(['history', '--json'], { cwd })).stdout)).toMatchObject([
      { arguments: { of: 'old' } },
    ]);
    expect(JSON.parse((await run(['grants', 'list', '--json'], { cwd })).stdout)).toHaveLength(1);
    expect((await run(['list'], { cwd })).stderr).toContain('Restricted: ');
    expect(existsSync(storeOf(old))).toBe(false);
  });

  test('neither the state of a folder that is still there, nor over a history of its own, nor out of nothing', async () => {
    const there = temporaryProject(pong);
    const cwd = temporaryProject(pong);
    for (const project of [there, cwd]) await run(['call', 'pong'], { cwd: project });
    const copied = await move(cwd, there);
    expect([copied.code, copied.stderr]).toEqual([1, expect.stringContaining('is still there')]);
    const unknown = await move(cwd, join(there, 'never'));
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Nothing is kept for')]);
    renameSync(there, `${there}-gone`);
    onTestFinished(() => renameSync(`${there}-gone`, there));
    const taken = await move(cwd, there);
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('of its own')]);
    trustConfiguration(cwd);
    expect(JSON.parse((await run(['history', '--json'], { cwd })).stdout)).toHaveLength(1);
  });
});
