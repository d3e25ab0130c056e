import { existsSync } from 'node:fs';
import {
  defineTool,
  MemoryHistory,
  rollUp,
  toDescriptor,
  ToolRegistry,
  ToolService,
  toStatistics,
} from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { storeOf, temporaryProject } from '../project.ts';

const convert = defineTool({
  name: 'convert_image',
  description: 'Convert an image. Keeps its size.',
  whenToUse: 'When a picture is needed in another format.',
  category: 'media',
  tags: ['文件操作', 'image'],
  parameters: {
    type: 'object',
    properties: {
      file: { type: 'string', description: 'The image' },
      format: { type: 'string', enum: ['png', 'webp'], default: 'png' },
      quality: { type: 'integer', default: 80 },
    },
    required: ['file'],
  },
  run: ({ file }) => file,
});

test('A4.1 a registered tool keeps its name, its purpose and when to use it', () => {
  const registry = new ToolRegistry();
  registry.register(convert);

  expect(registry.getMetadata('convert_image')).toMatchObject({
    name: 'convert_image',
    description: 'Convert an image. Keeps its size.',
    shortDescription: 'Convert an image.',
    whenToUse: 'When a picture is needed in another format.',
  });
  expect(toDescriptor(convert)).toMatchObject({
    name: 'convert_image',
    description: 'Convert an image. Keeps its size.',
    short_description: 'Convert an image.',
    when_to_use: 'When a picture is needed in another format.',
  });
});

test('A4.2 the descriptor tells name, type, whether required, and default of each parameter', () => {
  const { parameters, parameter_list } = toDescriptor(convert);

  expect(parameters).toEqual(convert.parameters);
  expect(parameter_list).toEqual([
    { name: 'file', type: 'string', required: true, description: 'The image' },
    { name: 'format', type: '"png" | "webp"', required: false, default: 'png' },
    { name: 'quality', type: 'integer', required: false, default: 80 },
  ]);
});

test('A4.2 the defaults of the schema are what the tool receives', async () => {
  const service = new ToolService({ builtins: false });
  service.registerTool({
    ...convert,
    run: undefined,
    implementation: { kind: 'native', run: (input: unknown) => input },
  });

  expect(await service.execute('convert_image', { file: 'a.gif', quality: 50 })).toMatchObject({
    status: 'success',
    output: { file: 'a.gif', format: 'png', quality: 50 },
  });
});

test('A4.3 calls are counted, with their success rate and mean time', async () => {
  const clock = createFakeClock();
  const history = new MemoryHistory();
  const service = new ToolService({ builtins: false, clock, history });
  service.registerTool({
    ...convert,
    run: undefined,
    implementation: {
      kind: 'native',
      run: ({ quality }: { quality: number }) =>
        new Promise((resolve, reject) => {
          clock.setTimeout(() => (quality > 90 ? reject(new Error('too good')) : resolve('done')), quality);
        }),
    },
  });
  for (const quality of [10, 20, 30, 100]) {
    const calling = service.execute('convert_image', { file: 'a.gif', quality });
    await clock.advance(quality);
    await calling;
  }

  expect(toStatistics(rollUp(history.list({ tool: 'convert_image' })))).toMatchObject([
    { tool: 'convert_image', calls: 4, successRate: 0.75, meanMs: 40 },
  ]);
});

test('A4.3 the descriptor tells how a tool was used, once it was', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': {} });
  const describe = async (): Promise<{ statistics?: unknown }> =>
    JSON.parse((await run(['get_tool_descriptor', 'calculator'], { cwd })).stdout) as object;

  expect((await describe()).statistics).toBeUndefined();
  expect(existsSync(storeOf(cwd))).toBe(false);
  await run(['call', 'calculator', 'expression=1+1'], { cwd });
  await run(['call', 'calculator', 'expression=1/0'], { cwd });
  expect((await describe()).statistics).toMatchObject({
    calls: 2,
    success_rate: 0.5,
    mean_ms: expect.any(Number),
  });
  const page = await run(['describe', 'calculator', '--locale', 'zh-CN'], { cwd });
  expect(page.stdout).toMatch(/## 使用统计\n\n- 调用次数：2\n- 成功率：50\.0 %\n- 平均：\S+ ms\n$/u);
});

test('A4.4 tags and categories filter the tools', () => {
  const registry = new ToolRegistry();
  const tool = (name: string, category: string, tags: readonly string[]): object => ({
    name,
    description: name,
    category,
    tags,
    parameters: { type: 'object' },
    run: () => name,
  });
  registry.register(tool('read', 'files', ['文件操作', '安全']));
  registry.register(tool('write', 'files', ['文件操作']));
  registry.register(tool('fetch', 'web', ['安全']));
  const names = (filter: Parameters<ToolRegistry['list']>[0]): string[] =>
    registry.list(filter).map(({ name }) => name);

  expect(names({ tag: '文件操作' })).toEqual(['read', 'write']);
  expect(names({ tag: '安全' })).toEqual(['read', 'fetch']);
  expect(names({ category: 'files' })).toEqual(['read', 'write']);
  expect(names({ category: 'files', tag: '安全' })).toEqual(['read']);
  expect(names({ tag: 'nobody has it' })).toEqual([]);
  expect(registry.get('read')).toMatchObject({ category: 'files', tags: ['文件操作', '安全'] });
});

test('A4.4 the command lists by tag and by category', async () => {
  const tool = (name: string, category: string, tags: readonly string[]): object => ({
    name,
    description: `${name}.`,
    category,
    tags,
    type: 'function',
    handler: name,
    parameters: { type: 'object' },
    implementation: { type: 'mock', mock_response: null },
  });
  const cwd = temporaryProject({
    'toolcrib.json': {
      tools: [tool('one', 'music', ['安全']), tool('two', 'music', []), tool('three', 'film', ['安全'])],
    },
  });
  const names = async (...options: string[]): Promise<string[]> => {
    const { stdout } = await run(['list_tools', ...options], { cwd });
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  };

  expect(await names('--tag', '安全')).toEqual(['one', 'three']);
  expect(await names('--category', 'music')).toEqual(['one', 'two']);
});
