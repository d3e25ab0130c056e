import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { executorContract } from '@toolcrib/core/testing';
import {
  descriptor,
  echoBody,
  fromWat,
  livingIn,
  openShop,
  program,
  says,
  type Shop,
} from './plugin.test-support.ts';
import { wasiFunctions } from './wasi-functions.ts';
import { WasiHost } from './wasi-host.ts';

/** Answers with what stands behind `{"value":`. */
const echoValue = `(local $n i32)
  (local.set $n (call $in (i32.const 1024) (i32.const 60000)))
  (call $out (i32.const 1) (i32.const 1033) (i32.sub (local.get $n) (i32.const 10)))`;
const forever = '(loop $again (br $again))';

describe('a plugin', () => {
  const shop = openShop(afterAll);
  const fails = says('broken', 2);
  const required = { properties: { value: {} }, required: ['value'], type: 'object' };
  beforeAll(async () => {
    await shop.add('echo', program(echoValue), {}, descriptor('echo', { parameters: required }));
    await shop.add('fail', program(`${fails.body} (call $exit (i32.const 1))`, fails));
    await shop.add('hang', program(forever));
  });
  const subject = { service: () => shop.service, without: { flaky: 'a plugin reaches no server' } };
  test.each(executorContract(subject).map(({ title, check }) => [title, check] as const))('%s', (_, check) =>
    check(),
  );
});

test('each call gets a fresh instance, and the process is kept for the next', async () => {
  const shop = openShop(onTestFinished);
  // Counts in its memory, and tells how far it is.
  const counting = program(
    '(i32.store8 (i32.const 4096) (i32.add (i32.load8_u (i32.const 4096)) (i32.const 1))) (call $out (i32.const 1) (i32.const 4096) (i32.const 1))',
    { more: '(data (i32.const 4096) "0")' },
  );
  await shop.add('count', counting, { limits: { instances: 1 } });
  for (let round = 0; round < 5; round++)
    expect(await shop.service.execute('count', {})).toMatchObject({ output: 1 });
  expect(shop.connector.processes).toBe(1);
});

test('no more processes than allowed, however many call; the others wait', async () => {
  const shop = openShop(onTestFinished);
  await shop.add('echo', program(echoBody), { limits: { instances: 2 } });
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, value) => shop.service.execute('echo', { value })),
  );
  expect(results.map((result) => result.status === 'success' && result.output)).toEqual(
    Array.from({ length: 12 }, (_, value) => ({ value })),
  );
  expect(shop.connector.processes).toBe(2);
});

test('a process that nobody needs is ended, and another one started when somebody does', async () => {
  const shop = openShop(onTestFinished, { idleMs: 1 });
  await shop.add('echo', program(echoBody));
  for (let round = 0; round < 2; round++) {
    expect(await shop.service.execute('echo', { value: round })).toMatchObject({ status: 'success' });
    await until(() => shop.connector.processes === 0 && livingIn(shop.stateFolder) === 0);
  }
});

test('a call tells what it took, the layer that held it, and what it complained about', async () => {
  const shop = openShop(onTestFinished);
  const complains = says('a little', 2);
  await shop.add(
    'echo',
    program(`${complains.body} ${says('1').body.replace('2048', '3072')}`, {
      more: `${complains.more} (data (i32.const 3072) "1")`,
    }),
  );
  const { metadata } = await shop.service.execute('echo', {});
  expect(metadata.usage).toMatchObject({ source: 'process_tree' });
  expect(metadata.usage?.cpuMs).toBeGreaterThan(0);
  expect(metadata.usage?.memoryBytes).toBeGreaterThan(1_000_000);
  expect(metadata.notes).toMatchObject({ stderr: 'a little' });
  expect(['checks', 'seatbelt', 'namespaces', 'bubblewrap']).toContain(metadata.notes['plugin_layer']);
});

test('a call that has used up its CPU time tells how much that was', async () => {
  const shop = openShop(onTestFinished);
  await shop.add('hang', program(forever), { limits: { cpuMs: 200 } });
  const { metadata } = await shop.service.execute('hang', {});
  const { usage, notes } = metadata;
  if (notes['plugin_layer'] === 'checks') return;
  expect(usage?.source).toBe('process_tree');
  expect(usage?.cpuMs).toBeGreaterThan(190);
});

test('where a sandbox is required and there is none, no plugin runs', async () => {
  const shop = openShop(onTestFinished, { mode: 'required' });
  await shop.add('echo', program(echoBody));
  const result = await shop.service.execute('echo', { value: 1 });
  if (result.status === 'success') expect(result.metadata.notes['plugin_layer']).not.toBe('checks');
  else expect(result.errorCode).toBe('no_fence');
});

test('a module that was changed on the disk after it was accepted does not run', async () => {
  const shop = openShop(onTestFinished);
  const { implementation } = await shop.add('echo', program(echoBody));
  const digest = implementation.kind === 'wasm' ? implementation.digest : '';
  writeFileSync(join(shop.stateFolder, 'plugins', `${digest}.wasm`), program('unreachable'));
  expect(await shop.service.execute('echo', {})).toMatchObject({
    errorCode: 'tool_failed',
    data: { reason: 'plugin_copy_lost' },
  });
});

describe('what a plugin is given', () => {
  const imports = `
    (import "wasi_snapshot_preview1" "environ_sizes_get" (func $sizes (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "environ_get" (func $environ (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open" (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_prestat_get" (func $granted (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_readdir" (func $list (param i32 i32 i32 i64 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 2)
    (func $out (param $at i32) (param $length i32)
      (i32.store (i32.const 0) (local.get $at))
      (i32.store (i32.const 4) (local.get $length))
      (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))`;

  test('variables that were granted, and no others', async () => {
    const shop = openShop(onTestFinished, { environment: { GIVEN: '"yes"', KEPT: 'secret' } });
    // The texts begin at 4096: `GIVEN=` is passed over, the zero at the end too.
    const module = fromWat(`(module ${imports} (func (export "_start")
      (drop (call $sizes (i32.const 16) (i32.const 20)))
      (drop (call $environ (i32.const 2048) (i32.const 4096)))
      (call $out (i32.const 4102) (i32.sub (i32.load (i32.const 20)) (i32.const 7)))))`);
    const asks = descriptor('tells', { capabilities: { environment: ['GIVEN'] } });
    const grant = { environment: ['GIVEN', 'KEPT'], readFolders: [] };
    await shop.add('tells', module, { grant }, asks);
    expect(await shop.service.execute('tells', {})).toMatchObject({ output: 'yes' });
  });

  /** Reads its arguments, takes them for a path without quotes, and answers with what stands there. */
  const reading =
    fromWat(`(module ${imports} (data (i32.const 512) "{\\"error\\":\\"  \\"}") (func (export "_start") (local $n i32) (local $e i32)
    (i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 1000))
    (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (local.set $n (i32.sub (i32.load (i32.const 8)) (i32.const 12)))
    (local.set $e (call $open (i32.const 3) (i32.const 0) (i32.const 1034) (local.get $n) (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 16)))
    (if (local.get $e) (then
      (i32.store8 (i32.const 522) (i32.add (i32.const 48) (i32.div_u (local.get $e) (i32.const 10))))
      (i32.store8 (i32.const 523) (i32.add (i32.const 48) (i32.rem_u (local.get $e) (i32.const 10))))
      (call $out (i32.const 512) (i32.const 14)) (return)))
    (i32.store (i32.const 0) (i32.const 8192)) (i32.store (i32.const 4) (i32.const 60000))
    (drop (call $read (i32.load (i32.const 16)) (i32.const 0) (i32.const 1) (i32.const 8)))
    (call $out (i32.const 8192) (i32.load (i32.const 8)))))`);

  async function reader(granted: boolean): Promise<Shop> {
    const shop = openShop(onTestFinished);
    const project = join(shop.folder, 'project');
    mkdirSync(join(project, 'docs/deep'), { recursive: true });
    writeFileSync(join(project, 'docs/deep/a.json'), '"inside"');
    writeFileSync(join(project, 'secret.json'), '"outside"');
    symlinkSync('../secret.json', join(project, 'docs/link.json'));
    const asks = granted ? { capabilities: { files: { read: ['docs'] } } } : {};
    const grant = { environment: [], readFolders: granted ? ['docs'] : [] };
    await shop.add('reads', reading, { grant }, descriptor('reads', asks));
    return shop;
  }

  test('a folder that was granted can be read, and nothing by a way out of it', async () => {
    const { service } = await reader(true);
    const answer = async (value: string): Promise<unknown> => {
      const result = await service.execute('reads', { value });
      return result.status === 'success' ? result.output : result.error;
    };
    expect(await answer('deep/a.json')).toBe('inside');
    expect(await answer('deep/../deep/a.json')).toBe('inside');
    expect(await answer('deep/none.json')).toEqual({ error: '44' });
    for (const path of ['../secret.json', 'link.json', 'deep/../../secret.json', '/etc/passwd'])
      expect(await answer(path), path).toEqual({ error: '76' });
    const { effects } = service.getTool('reads') ?? {};
    expect(effects?.({} as never)).toEqual([{ kind: 'read', path: 'docs' }]);
  });

  test('without a grant there is no folder at all', async () => {
    const { service } = await reader(false);
    expect(await service.execute('reads', { value: 'deep/a.json' })).toMatchObject({
      output: { error: '08' },
    });
  });
});

test('what is imported is exactly what a module may import, and nothing behind it', () => {
  const host = new WasiHost({
    program: 'x',
    environment: {},
    outputBytes: 1,
    folders: [],
    ask: () => {
      throw new Error('nobody to ask');
    },
  });
  expect(Object.getPrototypeOf(host.imports)).toBe(null);
  const functions = host.imports['wasi_snapshot_preview1'] ?? {};
  expect(Object.getPrototypeOf(functions)).toBe(null);
  expect(Object.keys(functions).toSorted()).toEqual([...wasiFunctions].toSorted());
});

test('nothing is left behind when everything is closed', async () => {
  const shop = openShop(onTestFinished);
  await shop.add('hang', program(forever));
  const hanging = shop.service.execute('hang', {});
  await until(() => livingIn(shop.stateFolder) > 0);
  await shop.connector.close();
  expect(await hanging).toMatchObject({ errorCode: 'cancelled' });
  expect(livingIn(shop.stateFolder)).toBe(0);
  expect(readdirSync(join(shop.stateFolder, 'plugins/room'))).toEqual([]);
});

async function until(fact: () => boolean): Promise<void> {
  for (let round = 0; round < 1000; round++) {
    if (fact()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came true');
}
