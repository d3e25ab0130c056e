import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import wabt from 'wabt';
import { openToolcrib, type Toolcrib } from 'toolcrib';
import { temporaryProject } from '../project.ts';

const tools = await wabt();

const reads = '(import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))';
const writes =
  '(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))';
/** Answers with its arguments. */
const echo = `(module ${reads} ${writes} (memory (export "memory") 1) (func (export "_start")
  (i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 60000))
  (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
  (i32.store (i32.const 4) (i32.load (i32.const 8)))
  (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))`;
const busy = '(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))';
const greedy = `(module (memory (export "memory") 1) (func (export "_start")
  (loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) unreachable))`;

interface Home {
  readonly project: string;
  readonly toolcrib: Toolcrib;
  readonly register: (name: string, wat: string, changes?: object) => Promise<unknown>;
}

async function home(config: object = {}): Promise<Home> {
  const project = temporaryProject({ 'toolcrib.json': { store: 'memory', ...config } });
  const environment = { TOOLCRIB_STATE: temporaryProject(), TOOLCRIB_LOG: 'off' };
  const toolcrib = await openToolcrib({
    trust: 'always',
    project,
    environment,
    onImportNotice: () => undefined,
  });
  onTestFinished(() => toolcrib.close());
  return {
    project,
    toolcrib,
    async register(name, wat, changes = {}) {
      const file = join(project, `${name}.wasm`);
      writeFileSync(file, tools.parseWat(name, wat).toBinary({}).buffer);
      const descriptor = {
        name,
        version: '1.0.0',
        description: `The custom tool ${name}.`,
        parameters: { type: 'object', properties: { value: { type: 'string' } } },
        ...changes,
      };
      writeFileSync(join(project, `${name}.tool.json`), JSON.stringify(descriptor));
      return (await toolcrib.plugins()).register(file);
    },
  };
}

test('B8.1 a plugin is loaded, its descriptor checked, and it is listed and called like every other tool', async () => {
  const { toolcrib, register } = await home();
  const { service } = toolcrib;
  await register('shout', echo);
  expect(service.listTools({ type: 'wasm' })).toMatchObject([{ id: 'shout@1.0.0', source: 'wasm:shout' }]);
  expect(await service.execute('shout', { value: 'hello' })).toMatchObject({ output: { value: 'hello' } });
  expect(await service.execute('shout', { value: 1 })).toMatchObject({ errorCode: 'invalid_arguments' });
});

test.each([
  ['a name that is none', { name: 'no name' }, 'plugin_bad_descriptor'],
  ['a version that is none', { version: 'latest' }, 'plugin_bad_descriptor'],
  ['parameters that are no schema', { parameters: { type: 'strng' } }, 'plugin_bad_descriptor'],
  ['a wish that nobody can grant', { capabilities: { hosts: ['*'] } }, 'plugin_capability_unknown'],
  ['a wish that nobody has granted', { capabilities: { environment: ['HOME'] } }, 'plugin_not_granted'],
])('B8.1 a descriptor with %s is refused, and nothing is listed', async (_, changes, code) => {
  const { toolcrib, register } = await home();
  await expect(register('shout', echo, changes)).rejects.toMatchObject({ code });
  expect(toolcrib.service.listTools({ type: 'wasm' })).toEqual([]);
});

test('B8.2 time, CPU time and memory are limited, and what runs beside is not disturbed', async () => {
  const { toolcrib, register } = await home();
  const { service } = toolcrib;
  await register('shout', echo);
  await register('endless', busy, { limits: { time_ms: 200 } });
  await register('busy', busy, { limits: { cpu_ms: 200 } });
  await register('greedy', greedy, { limits: { memory_mb: 8 } });
  const names = ['endless', 'busy', 'greedy', 'shout'];
  const results = await Promise.all(names.map((name) => service.execute(name, { value: 'x' })));
  expect(results).toMatchObject([
    { errorCode: 'timeout' },
    { errorCode: 'tool_failed', data: { reason: 'plugin_cpu_time' } },
    {
      errorCode: 'tool_failed',
      data: { reason: 'plugin_trapped' },
      error: expect.stringContaining('8 of 8 MB'),
    },
    { status: 'success' },
  ]);
  expect(await service.execute('shout', { value: 'again' })).toMatchObject({ status: 'success' });
});

test('B8.3 unloading removes it, and warns the agents that use it', async () => {
  const { toolcrib, register, project } = await home({
    allow_lists: { words: { tool_names: ['shout'] } },
    agents: { writer: { permission: 'read_only', allow_list: 'words' }, other: { tools: ['datetime'] } },
  });
  const { service, plugins } = toolcrib;
  const warned: unknown[] = [];
  service.on('tool-removed', ({ name, agents }) => void warned.push([name, agents]));
  await register('shout', echo);
  expect(await service.execute('shout', { value: 'x' }, { agent: 'writer' })).toMatchObject({
    status: 'success',
  });
  await (await plugins()).unregister('shout');
  expect(warned).toEqual([['shout', ['user', 'writer']]]);
  expect(await service.execute('shout', {}, { agent: 'writer' })).toMatchObject({
    errorCode: 'tool_not_found',
  });
  const again = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  expect(again.service.getTool('shout')).toBeUndefined();
  await again.close();
});
