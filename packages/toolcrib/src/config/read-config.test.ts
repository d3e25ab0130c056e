import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Origin } from './config-reader.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';

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
    trust: { mode: 'always', folder: join(directory, 'trust') },
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
  ['toolcrib.yaml', '# why\r\ndefaults:\r\n  timeout: 5\r\n'],
  ['toolcrib.yaml', 'x: &limits { timeout: 5 }\ndefaults: *limits'],
  ['toolcrib.yaml', 'x: &x\n  defaults: { timeout: 5 }\n<<: *x'],
])('%s is read: %j', async (name, text) => {
  const { file, defaults, problems } = await read(temporaryProject({ [name]: text }));
  expect(file).toMatch(new RegExp(`${name}$`, 'u'));
  expect(defaults).toEqual({ timeout: 5 });
  expect(problems.filter(({ path }) => path !== 'x')).toEqual([]);
});

test('empty sections say nothing', async () => {
  const config = await read(
    temporaryProject({ 'toolcrib.yaml': 'rules:\nagents:\nallow_lists:\ntools:\ndefaults:\n' }),
  );
  expect(config).toMatchObject({ rules: [], agents: {}, allowLists: [], tools: [], problems: [] });
});

test.each([
  ['toolcrib.json', 'null', '1:1'],
  ['toolcrib.json', '// why\n[{ "rules": [] }]', '2:1'],
  ['toolcrib.json', '"rules"', '1:1'],
  ['toolcrib.yaml', '', '1:1'],
  ['toolcrib.yaml', '# rules:\n#   - decision: deny\n', '1:1'],
  ['toolcrib.yaml', '- rules:\n', '1:1'],
])('%s with the text %j is no object: nothing is done at all', async (name, text, place) => {
  const directory = temporaryProject({ [name]: text });
  const failure = await failureOf(directory);
  expect(failure).toMatchObject({ code: 'not_an_object', file: join(directory, name) });
  expect(failure.message).toBe(
    `${join(directory, name)}:${place} A configuration must be an object. Write {} if there is nothing to configure; nothing is done until then.`,
  );
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain(`:${place} 配置必须是对象。`);
});

test.each([
  ['Rules', 'rules'],
  ['rule', 'rules'],
  ['ruels', 'rules'],
  ['rules ', 'rules'],
  ['rul\u0435s', 'rules'],
  ['deny_rules', 'rules'],
  ['agent', 'agents'],
  ['agnets', 'agents'],
  ['allow_list', 'allow_lists'],
  ['allowLists', 'allow_lists'],
  ['allow-lists', 'allow_lists'],
  ['SANDBOX', 'sandbox'],
  ['sandbox_mode', 'sandbox'],
  ['default', 'defaults'],
])('the key %j may be a misspelt %s, so nothing is done at all', async (key, meant) => {
  const directory = temporaryProject({ 'toolcrib.json': `{\n "rules": [],\n ${JSON.stringify(key)}: 0\n}` });
  const failure = await failureOf(directory);
  expect(failure).toMatchObject({
    code: 'misspelt_key',
    problem: {
      file: join(directory, 'toolcrib.json'),
      line: 3,
      path: key,
      message: `Unknown key "${key}".`,
      remedy: `Did you mean ${meant}? Correct or remove it; nothing is done until then.`,
    },
  });
  expect(failure.message).toMatch(/toolcrib\.json:3:\d+ .+: Unknown key .+ Did you mean/u);
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain(`您是否想写 ${meant}？`);
});

test('a key that is nothing of the kind is reported, and the rest is read', async () => {
  const { problems, rules } = await read(
    temporaryProject({ 'toolcrib.yaml': 'tolos: []\nx-note: 1\nrules: [{ decision: deny }]' }),
  );
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'tolos unknown_key',
    'x-note unknown_key',
  ]);
  expect(rules.length).toBe(1);
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
  ['toolcrib.yaml', 'agents: !!omap\n  - user: { tools: [] }', '1:9'],
  ['toolcrib.yaml', '%YAML 1.1\n---\nagents: !!omap\n  - user: { tools: [] }', '3:9'],
  ['toolcrib.yaml', 'rules: !mine []', '1:8'],
  ['toolcrib.yaml', 'x:\n  1: a\n  "1": b', '3:3'],
  ['toolcrib.yaml', 'x: &x {}\n<<: *x\n<<: *x', '3:1'],
  ['toolcrib.yaml', '? [a]\n: b', '1:3'],
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

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);
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
  ['toolcrib.yaml', `tools: [${large.slice(0, 1_000_000)}]`],
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

test.each([
  [
    'toolcrib.json',
    (count: number) => JSON.stringify(Object.fromEntries(keys(count).map((key) => [key, 1]))),
  ],
  [
    'toolcrib.yaml',
    (count: number) =>
      keys(count)
        .map((key) => `${key}: 1\n`)
        .join(''),
  ],
])('%s with very many keys that nobody knows is read, each with its place', async (name, write) => {
  const count = name === 'toolcrib.json' ? 200_000 : 90_000;
  const { problems } = await read(temporaryProject({ [name]: write(count) }));
  expect(problems.length).toBe(count);
  expect(problems.at(-1)).toMatchObject({ path: `k${count - 1}`, code: 'unknown_key' });
});

test.runIf(process.platform === 'linux')(
  'a device without end and a pipe without a writer are no files',
  async () => {
    const directory = temporaryProject();
    execFileSync('sh', ['-c', 'mkfifo toolcrib.json'], { cwd: directory });
    expect(await failureOf(directory)).toMatchObject({ code: 'not_readable' });
    expect(await failureOf(directory, { file: '/dev/zero' })).toMatchObject({ code: 'not_readable' });
  },
);

test('the ending says that it is YAML, however it is written', async () => {
  const directory = temporaryProject({ 'other.YAML': 'defaults: { timeout: 5 }' });
  expect((await read(directory, { file: 'other.YAML' })).defaults).toEqual({ timeout: 5 });
});

test('a given file that is not there is an error that says how to make one', async () => {
  const directory = temporaryProject({ 'toolcrib.json': '{}' });
  const failure = await failureOf(directory, { file: 'nope.json' });
  expect(failure).toMatchObject({ code: 'file_missing', file: join(directory, 'nope.json') });
  expect(failure.message).toContain('toolcrib init');
  expect((await failureOf(directory, { file: 'nope.json', locale: 'zh-CN' })).message).toContain(
    '没有这个配置文件',
  );
});

test('a project directory that is not there is an error: its rules would be missing without a word', async () => {
  const directory = join(temporaryProject({ file: '' }), 'file');
  expect(await failureOf(directory)).toMatchObject({ code: 'project_missing', file: directory });
  const failure = await failureOf(`${directory}/nope`, { locale: 'zh-CN' });
  expect(failure).toMatchObject({ code: 'project_missing' });
  expect(failure.message).toContain('没有这个项目目录');
});

test('a file that is there but cannot be read is an error, and no other file steps in', async () => {
  const directory = temporaryProject({ 'toolcrib.yaml': 'sandbox: off' });
  mkdirSync(join(directory, 'toolcrib.json/folder'), { recursive: true });
  const failure = await failureOf(directory);
  expect(failure).toMatchObject({ code: 'not_readable' });
  expect(failure.message).toContain('This is a directory, a pipe or a device, not a file.');
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain(
    '这是目录、管道或设备，不是文件。',
  );
});

test('an empty folder, such as keeps a name free while a command runs, is no file', async () => {
  const directory = temporaryProject({ 'toolcrib.yaml': 'sandbox: off' });
  mkdirSync(join(directory, 'toolcrib.json'));
  expect(await read(directory)).toMatchObject({ sandbox: { mode: 'off' } });
});

test('a link out of the project is not followed, unless somebody names it', async () => {
  const outside = join(temporaryProject({ 'mine.json': '{ "sandbox": "required" }' }), 'mine.json');
  const directory = temporaryProject();
  symlinkSync(outside, join(directory, 'toolcrib.json'));
  expect(await failureOf(directory)).toMatchObject({ code: 'leads_outside' });
  expect((await failureOf(directory, { locale: 'zh-CN' })).message).toContain('此链接指向项目之外');
  expect(await read(directory, { file: 'toolcrib.json' })).toMatchObject({ sandbox: { mode: 'required' } });
});

test('a link inside the project is followed', async () => {
  const directory = temporaryProject({ 'mine.json': '{ "sandbox": "required" }' });
  symlinkSync('mine.json', join(directory, 'toolcrib.json'));
  expect(await read(directory)).toMatchObject({ sandbox: { mode: 'required' } });
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

test.each([
  ['Latin 1', Buffer.from('{ "rules": [{ "decision": "deny", "tool": "l\u00f6schen" }] }', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFF{ "rules": [] }', 'utf16le')],
  ['no text', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0xfe])],
])('a file in %s is refused: a pattern in it would match nothing', async (_, bytes) => {
  for (const name of ['toolcrib.json', 'toolcrib.yaml']) {
    const directory = temporaryProject({ [name]: bytes });
    const failure = await failureOf(directory);
    expect(failure).toMatchObject({ code: 'not_utf8', file: join(directory, name) });
    expect(failure.message).toContain('Save it as UTF-8');
  }
});
