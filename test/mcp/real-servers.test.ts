import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  connecting,
  type Connected,
} from '../../packages/toolcrib/src/connectors/mcp/connect.test-support.ts';

const { connect, folderForTest } = connecting(onTestFinished);

/** A published server, started as its package says. */
function real(
  name: string,
  args: readonly string[] = [],
  env: { readonly [name: string]: string } = {},
): Connected {
  const description = createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(description, 'utf8')) as { bin: { [program: string]: string } };
  const [script = ''] = Object.values(bin);
  return connect({
    name: name.replace('server-', ''),
    elicitation: true,
    way: {
      type: 'stdio',
      command: process.execPath,
      args: [join(dirname(description), script), ...args],
      env,
      cwd: folderForTest(),
    },
  });
}

test('server-everything: content of every kind, structured content, progress and a question', async () => {
  const { service, register } = real('server-everything');
  const names = (await register()).map(({ name }) => name);
  expect(names).toContain('everything__echo');
  const output = async (name: string, input: object = {}): Promise<unknown> => {
    const result = await service.execute(`everything__${name}`, input);
    return result.status === 'success' ? result.output : result.error;
  };
  expect(await output('echo', { message: 'hi' })).toBe('Echo: hi');
  expect(await output('get-sum', { a: 2, b: 40 })).toBe('The sum of 2 and 40 is 42.');
  expect(await output('get-tiny-image')).toMatchObject({
    content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }, { type: 'text' }],
  });
  expect(await output('get-structured-content', { location: 'Chicago' })).toMatchObject({
    temperature: expect.any(Number),
  });
  const heard: unknown[] = [];
  service.on('call-progress', ({ data }) => heard.push(data));
  await output('trigger-long-running-operation', { duration: 0.2, steps: 2 });
  expect(heard[0]).toMatchObject({ progress: 1, total: 2 });
  expect(await output('trigger-elicitation-request')).toContain('declined');
});

test('server-filesystem: reads what is inside its folder, and refuses the rest', async () => {
  const folder = folderForTest();
  mkdirSync(join(folder, 'open'));
  writeFileSync(join(folder, 'open', 'a.txt'), 'inside');
  writeFileSync(join(folder, 'b.txt'), 'outside');
  const { service, register } = real('server-filesystem', [join(folder, 'open')]);
  await register();
  expect(
    await service.execute('filesystem__read_text_file', { path: join(folder, 'open', 'a.txt') }),
  ).toMatchObject({
    output: { content: 'inside' },
  });
  expect(await service.execute('filesystem__read_text_file', { path: join(folder, 'b.txt') })).toMatchObject({
    errorCode: 'tool_failed',
    error: expect.stringContaining('Access denied'),
  });
});

test('server-memory: remembers, in the file that its environment names', async () => {
  const file = join(folderForTest(), 'memory.jsonl');
  const { service, register } = real('server-memory', [], { MEMORY_FILE_PATH: file });
  await register();
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }];
  expect(await service.execute('memory__create_entities', { entities })).toMatchObject({ status: 'success' });
  expect(await service.execute('memory__search_nodes', { query: 'Ada' })).toMatchObject({
    output: { entities },
  });
  expect(readFileSync(file, 'utf8')).toContain('Ada');
});
