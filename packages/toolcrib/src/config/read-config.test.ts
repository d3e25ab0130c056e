import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Origin } from './config-reader.ts';
import type { Config } from './config.ts';
import { ConfigError, readConfig } from './read-config.ts';

function temporaryProject(files: { readonly [name: string]: string | Uint8Array } = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'toolcrib-config-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

function read(directory: string, options: Partial<Origin> = {}): Promise<Config> {
  return readConfig({
    directory,
    environment: {},
    locale: undefined,
    systemLocale: 'en',
    allowLists: [],
    ...options,
  });
}

async function failureOf(directory: string, options: Partial<Origin> = {}): Promise<ConfigError> {
  const failure = await read(directory, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ConfigError)) throw new Error('expected a ConfigError', { cause: failure });
  return failure;
}

test('without a file everything has its default', async () => {
  const directory = temporaryProject();
  expect(await read(directory)).toMatchObject({
    file: undefined,
    project: directory,
    tools: [],
    problems: [],
  });
});

test.each([
  ['toolcrib.json', '{ "defaults": { "timeout": 5 } }'],
  ['toolcrib.jsonc', '// why\n{ /* and how */ "defaults": { "timeout": 5, }, }'],
  ['toolcrib.json', '{\r\n  // a comment\r\n  "defaults": { "timeout": 5, },\r\n}\r\n'],
  ['toolcrib.json', '\uFEFF{ "defaults": { "timeout": 5 } }'],
  ['toolcrib.yaml', '# why\ndefaults:\n  timeout: 5\n'],
  ['toolcrib.yml', '\uFEFFdefaults: { timeout: 5 }'],
  ['toolcrib.yaml', 'x: &limits { timeout: 5 }\ndefaults: *limits'],
])('%s is read: %j', async (name, text) => {
  const { file, defaults, problems } = await read(temporaryProject({ [name]: text }));
  expect(file).toMatch(new RegExp(`${name}$`, 'u'));
  expect(defaults).toEqual({ timeout: 5 });
  expect(problems.filter(({ path }) => path !== 'x')).toEqual([]);
});

test('an empty YAML file, and empty sections, say nothing', async () => {
  expect((await read(temporaryProject({ 'toolcrib.yaml': '' }))).problems).toEqual([]);
  const config = await read(temporaryProject({ 'toolcrib.yaml': 'rules:\nagents:\ntools:\nsandbox:\n' }));
  expect(config).toMatchObject({ rules: [], agents: {}, tools: [], sandbox: undefined, problems: [] });
});

test('of several files JSON comes first', async () => {
  const directory = temporaryProject({ 'toolcrib.yaml': 'sandbox: off', 'toolcrib.json': '{}' });
  expect((await read(directory)).file).toBe(join(directory, 'toolcrib.json'));
});

test('a given file is read instead, and relative paths in it start at its own directory', async () => {
  const directory = temporaryProject({ 'toolcrib.json': '{ "locale": "en" }' });
  mkdirSync(join(directory, 'etc'));
  writeFileSync(join(directory, 'etc/other.yaml'), 'project: sub\nlocale: zh-CN');
  expect(await read(directory, { file: 'etc/other.yaml' })).toMatchObject({
    locale: 'zh-CN',
    project: join(directory, 'etc/sub'),
  });
});

test.each([
  ['toolcrib.json', '', '1:1'],
  ['toolcrib.json', '{\n  "tools": [}\n}', '2:13'],
  ['toolcrib.json', '{ "tools": [', '1:13'],
  ['toolcrib.json', '{}\n{}', '2:1'],
  ['toolcrib.json', '{ "a": 1,\n  "b": 2,\n  "a": 3 }', '3:3'],
  ['toolcrib.json', '{ "rules": [{ "tool": "a", "tool": "b" }] }', '1:28'],
  ['toolcrib.json', '{ "a": 01 }', '1:9'],
  ['toolcrib.yaml', 'a: 1\nb: [1, 2\nc: 3', '3:1'],
  ['toolcrib.yaml', 'a: 1\na: 2', '2:1'],
  ['toolcrib.yaml', 'a: 1\n---\nb: 2', '2:1'],
  ['toolcrib.yaml', 'a:\n\t- b', '2:1'],
])('%s with the text %j is refused at %s', async (name, text, place) => {
  const directory = temporaryProject({ [name]: text });
  const failure = await failureOf(directory);
  expect(failure).toMatchObject({ code: 'syntax', file: join(directory, name) });
  expect(failure.message).toMatch(
    new RegExp(`^${join(directory, name)}:${place} The file cannot be read: .+ Correct it here`, 'u'),
  );
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain(`:${place} 文件无法读取：`);
});

test.each([
  ['an alias of nothing', 'a: *b'],
  ['many aliases', `x: &x [1]\ny: [${Array(200).fill('*x').join(', ')}]`],
  [
    'a bomb of aliases',
    ['a: &a [x, x, x, x, x, x, x, x, x]']
      .concat(
        Array.from(
          'bcdefghi',
          (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(', ')}]`,
        ),
      )
      .join('\n'),
  ],
])('YAML with %s is refused', async (_, text) => {
  expect(await failureOf(temporaryProject({ 'toolcrib.yaml': text }))).toMatchObject({ code: 'syntax' });
});

const deep = 100_000;
const large = `"${'x'.repeat(1000)}",`.repeat(10_000);

test.each([
  ['toolcrib.json', '['.repeat(deep) + ']'.repeat(deep)],
  ['toolcrib.json', '{"a":'.repeat(1000) + '1' + '}'.repeat(1000)],
  ['toolcrib.json', `{"tools": [${large}]}`],
  ['toolcrib.json', `{"tools": [${'1,'.repeat(1_000_001)}]}`],
  ['toolcrib.yaml', '['.repeat(1000) + ']'.repeat(1000)],
  ['toolcrib.yaml', '- '.repeat(deep) + 'x'],
  ['toolcrib.yaml', '? '.repeat(1000) + 'x'],
  ['toolcrib.yaml', Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['toolcrib.yaml', `tools: [${large}]`],
  ['toolcrib.yaml', 'tools: &tools [*tools]'],
  ['toolcrib.yaml', `x: &x [${'1,'.repeat(50_000)}]\ny: [${Array(50).fill('*x').join(', ')}]`],
])('%s that is too large to be meant is refused (%#)', async (name, text) => {
  const directory = temporaryProject({ [name]: text });
  const failure = await failureOf(directory);
  expect(failure).toMatchObject({ code: 'too_large', file: join(directory, name) });
  expect(failure.message).toContain('Make it smaller');
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain('请缩小它');
});

test('a file with ten thousand tools is read, each with its place', async () => {
  const tool = {
    description: 'd',
    type: 'function',
    handler: 'h',
    parameters: { type: 'object' },
    implementation: { type: 'mock', mock_response: 1 },
  };
  const lines = Array.from({ length: 10_000 }, (_, i) => JSON.stringify({ name: `t${i}`, ...tool }));
  const config = await read(temporaryProject({ 'toolcrib.json': `{"tools": [\n${lines.join(',\n')}\n]}` }));
  expect(config.problems).toEqual([]);
  expect(config.tools.length).toBe(10_000);
  expect(config.tools[9999]?.place).toMatchObject({ line: 10_001, column: 1, path: 'tools[9999]' });
});

test('a given file that is not there is an error that says how to make one', async () => {
  const directory = temporaryProject({ 'toolcrib.json': '{}' });
  const failure = await failureOf(directory, { file: 'nope.json' });
  expect(failure).toMatchObject({ code: 'file_missing', file: join(directory, 'nope.json') });
  expect(failure.message).toContain('toolcrib init');
  expect((await failureOf(directory, { file: 'nope.json', locale: 'zh-CN' })).message).toContain(
    '没有配置文件',
  );
});

test('a project directory that is not there is an error: its rules would be missing without a word', async () => {
  const directory = join(temporaryProject({ file: '' }), 'file');
  expect(await failureOf(directory)).toMatchObject({ code: 'project_missing', file: directory });
  const failure = await failureOf(`${directory}/nope`, { locale: 'zh-CN' });
  expect(failure).toMatchObject({ code: 'project_missing' });
  expect(failure.message).toContain('没有项目目录');
});

test('a file that is there but cannot be read is an error, and no other file steps in', async () => {
  const directory = temporaryProject({ 'toolcrib.yaml': 'sandbox: off' });
  mkdirSync(join(directory, 'toolcrib.json'));
  expect(await failureOf(directory)).toMatchObject({ code: 'not_readable' });
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain('文件无法读取');
});

test('a link to nowhere is an error', async () => {
  const directory = temporaryProject();
  symlinkSync('nowhere', join(directory, 'toolcrib.json'));
  expect(await failureOf(directory)).toMatchObject({ code: 'file_missing' });
});

// The superuser may read everything.
test.skipIf(process.getuid?.() === 0)('a file without permission is an error', async () => {
  const directory = temporaryProject({ 'toolcrib.json': '{}' });
  chmodSync(join(directory, 'toolcrib.json'), 0);
  expect(await failureOf(directory)).toMatchObject({ code: 'not_readable' });
});

test('bytes that are no UTF-8 do no harm', async () => {
  const text = Buffer.concat([Buffer.from('{ "store": "'), Buffer.from([0xff, 0xc3]), Buffer.from('" }')]);
  expect((await read(temporaryProject({ 'toolcrib.json': text }))).store).toBe('\uFFFD\uFFFD');
});
