import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { temporaryProject } from '../project.ts';

const assemblyscript = dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json'));

/** Runs the command in a project of its own. */
function inProject(files: { readonly [name: string]: unknown } = {}): {
  project: string;
  toolcrib: (...given: string[]) => Promise<Ended>;
} {
  const project = temporaryProject(files);
  const env = { TOOLCRIB_STATE: temporaryProject() };
  return { project, toolcrib: (...given) => run(given, { cwd: project, env }) };
}

test('from a template to a tool: made, built, registered, called, replaced and taken out', {
  timeout: 90_000,
}, async () => {
  const { project, toolcrib } = inProject({
    'toolcrib.json': { agents: { helper: { tools: ['tally'] } } },
  });
  expect(await toolcrib('plugin', 'new', 'tally')).toMatchObject({ code: 0 });
  const folder = join(project, 'tally');
  execFileSync(
    process.execPath,
    [join(assemblyscript, 'bin/asc.js'), 'assembly/index.ts', '--target', 'release'],
    { cwd: folder },
  );
  const registered = await toolcrib('register_custom_tool', 'tally/tally.wasm');
  expect(registered.stderr).toBe('Registered tally@1.0.0.\n');
  expect(JSON.parse(registered.stdout)).toMatchObject({
    status: 'success',
    tool: { name: 'tally', version: '1.0.0', type: 'wasm', permission: 'read_only' },
    replaced: null,
    capabilities: { asked: {}, granted: {} },
    limits: { memory_mb: 16, time_ms: 2000, output_kb: 1024 },
  });
  const text = 'one "two"\nthree \\ 四 😀';
  const call = { id: '1', tool_name: 'tally', arguments: { text } };
  const result = await toolcrib('execute_tool', JSON.stringify(call));
  expect(JSON.parse(result.stdout)).toMatchObject({
    status: 'success',
    output: { words: 6, lines: 2, characters: 21 },
  });

  const again = await toolcrib('register_custom_tool', 'tally/tally.wasm');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ error_code: 'plugin_version_not_higher' });
  const file = join(folder, 'tally.tool.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('1.0.0', '1.1.0'));
  const replaced = await toolcrib('register_custom_tool', 'tally/tally.wasm', '--limits', '{"memory_mb": 8}');
  expect(JSON.parse(replaced.stdout)).toMatchObject({ replaced: '1.0.0', limits: { memory_mb: 8 } });

  const removed = await toolcrib('unregister_custom_tool', 'tally');
  expect(JSON.parse(removed.stdout)).toEqual({
    status: 'success',
    name: 'tally',
    version: '1.1.0',
    agents: ['user', 'helper'],
  });
  expect(removed.stderr).toContain('The agent helper could call tally');
  expect((await toolcrib('call', 'tally', 'text=x')).stderr).toContain('tool_not_found');
  expect(JSON.parse((await toolcrib('unregister_custom_tool', 'tally')).stdout)).toMatchObject({
    error_code: 'plugin_unknown',
  });
});

/** `(module (memory (export "memory") 1) (func (export "_start")))` */
const nothing = Buffer.from(
  '0061736d01000000010401600000030201000503010001071302066d656d6f72790200065f737461727400000a040102000b',
  'hex',
);

test('what a plugin asks for is shown, and needs a yes', async () => {
  const { project, toolcrib } = inProject({
    'asking.tool.json': {
      name: 'asking',
      version: '1.0.0',
      description: 'Asks.',
      parameters: { type: 'object' },
      capabilities: { environment: ['TRACKER_URL'], files: { read: ['docs'] } },
    },
  });
  writeFileSync(join(project, 'asking.wasm'), nothing);
  const refused = await toolcrib('register_custom_tool', 'asking.wasm');
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error_code: 'plugin_not_granted' });
  expect(refused.stderr).toBe('asking 1.0.0 asks for:\n  environment: TRACKER_URL\n  files.read: docs\n');
  const chinese = await toolcrib('register_custom_tool', 'asking.wasm', '--locale', 'zh-CN');
  expect(chinese.stderr).toContain('请求');
  const granted = await toolcrib('register_custom_tool', 'asking.wasm', '--yes');
  expect(JSON.parse(granted.stdout)).toMatchObject({
    capabilities: { granted: { environment: ['TRACKER_URL'], files: { read: ['docs'] } } },
  });
  const { plugins } = JSON.parse(readFileSync(join(project, 'toolcrib.json'), 'utf8')) as {
    plugins: unknown;
  };
  expect(plugins).toEqual({
    asking: { file: 'asking.wasm', grant: { environment: ['TRACKER_URL'], files: { read: ['docs'] } } },
  });
});

test('what makes no sense is said', async () => {
  const { toolcrib } = inProject();
  expect(await toolcrib('register_custom_tool')).toMatchObject({ code: 2 });
  expect(await toolcrib('register_custom_tool', 'none.wasm', '--limits', '{"fuel": 1}')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('limits.fuel'),
  });
  expect(JSON.parse((await toolcrib('register_custom_tool', 'none.wasm')).stdout)).toMatchObject({
    error_code: 'plugin_not_readable',
  });
  expect(await toolcrib('plugin', 'new', 'x', '--language', 'cobol')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('assemblyscript'),
  });
  expect(await toolcrib('plugin', 'new', 'no name')).toMatchObject({ code: 2 });
});

test.each(['assemblyscript', 'c', 'rust', 'tinygo'])(
  'the template for %s is copied under its name',
  async (language) => {
    const { project, toolcrib } = inProject();
    expect(await toolcrib('plugin', 'new', 'my-tool', '--language', language)).toMatchObject({ code: 0 });
    expect(await toolcrib('plugin', 'new', 'my-tool', '--language', language)).toMatchObject({ code: 1 });
    const said = JSON.parse(readFileSync(join(project, 'my-tool/my-tool.tool.json'), 'utf8')) as object;
    expect(said).toMatchObject({ name: 'my-tool', version: '1.0.0' });
    expect(readFileSync(join(project, 'my-tool/README.md'), 'utf8')).toContain('my-tool.wasm');
  },
);
