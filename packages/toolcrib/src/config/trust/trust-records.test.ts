import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../read-config.ts';
import type { Config } from '../config.ts';
import { createTrusted, editTrusted } from './edit-trusted.ts';
import { readTrust, type ReadTrust } from './read-trust.ts';
import { TrustRecords } from './trust-records.ts';

const denies = '{"rules": [{"decision": "deny", "tool": "Bash"}]}';
const opens = '{"sandbox": "off"}';

/** Nine to the ninth entries in a few lines. */
const bomb = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(
  (text, name, index) => `${text}\n${name}: &${name} [${`*${'abcdefghi'.charAt(index)},`.repeat(9)}]`,
  'a: &a [1,1,1,1,1,1,1,1,1]',
);

interface Place {
  readonly folder: string;
  readonly records: TrustRecords;
  /** Makes a project, or adds files to it. */
  readonly project: (name: string, files?: { readonly [file: string]: string }) => string;
  readonly read: (directory: string, file?: string) => Promise<Config>;
  readonly trustOf: (directory: string) => Promise<ReadTrust>;
  readonly accept: (directory: string) => Promise<void>;
}

function place(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-trust-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'state', 'trust');
  const records = new TrustRecords(folder);
  const origin = (directory: string) =>
    ({
      directory,
      environment: {},
      locale: 'en',
      systemLocale: 'en',
      trust: { mode: 'stored', folder },
    }) as const;
  const trustOf = (directory: string): Promise<ReadTrust> => readTrust(origin(directory));
  return {
    folder,
    records,
    project(name, files = {}) {
      const directory = join(root, name);
      mkdirSync(directory, { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
      return directory;
    },
    read: (directory, file) => readConfig({ ...origin(directory), file, allowLists: [] }),
    trustOf,
    async accept(directory) {
      const { offer } = (await trustOf(directory)).trust;
      if (offer !== undefined) records.write({ ...offer, acceptedAt: Date.now() });
    },
  };
}

test('what was accepted counts for this path, and for no copy of it', async () => {
  const { project, accept, read } = place();
  const first = project('first', { 'toolcrib.json': opens });
  const copy = project('copy', { 'toolcrib.json': opens });
  await accept(first);
  expect((await read(first)).sandbox.mode).toBe('off');
  const { sandbox, trust } = await read(copy);
  expect(sandbox.mode).not.toBe('off');
  expect(trust).toMatchObject({ state: 'untrusted', withheld: [{ path: 'sandbox.mode', line: 1 }] });
});

test('a link to an accepted configuration elsewhere is not read, a linked folder is the same', async () => {
  const { project, accept, read } = place();
  const first = project('first', { 'toolcrib.json': opens });
  await accept(first);
  const linking = project('linking');
  symlinkSync(join(first, 'toolcrib.json'), join(linking, 'toolcrib.json'));
  await expect(read(linking)).rejects.toMatchObject({ code: 'leads_outside' });
  symlinkSync(first, join(project('.'), 'linked'));
  expect((await read(project('linked'))).trust.state).toBe('trusted');
});

test('a project that moves has to be accepted again', async () => {
  const { project, accept, trustOf } = place();
  await accept(project('old', { 'toolcrib.json': opens }));
  expect((await trustOf(project('new', { 'toolcrib.json': opens }))).trust.state).toBe('untrusted');
  rmSync(project('old'), { recursive: true });
  const other = project('old', {
    'toolcrib.json': '{"sandbox": {"mode": "off", "allow_hosts": ["evil.example"]}}',
  });
  expect((await trustOf(other)).trust).toMatchObject({
    state: 'changed',
    withheld: [{ path: 'sandbox.allow_hosts[0]' }],
  });
});

test('the same entries in other words need no second yes', async () => {
  const { project, accept, trustOf } = place();
  const directory = project('p', { 'toolcrib.json': opens });
  await accept(directory);
  project('p', { 'toolcrib.json': '// a comment\n{ "sandbox" : "off" }' });
  expect((await trustOf(directory)).trust.state).toBe('trusted');
  rmSync(join(directory, 'toolcrib.json'));
  project('p', { 'toolcrib.yml': 'sandbox: "off"' });
  expect((await trustOf(directory)).trust.state).toBe('trusted');
});

test.each(['toolcrib.json', 'toolcrib.jsonc'])(
  '%s beside an accepted file does not lift what that denies',
  async (name) => {
    const { project, accept, read } = place();
    const directory = project('p', { 'toolcrib.yaml': 'rules: [{decision: deny, tool: Bash}]' });
    await accept(directory);
    project('p', { [name]: opens });
    const { rules, sandbox, trust } = await read(directory);
    expect(rules).toMatchObject([{ decision: 'deny', tool: 'Bash' }]);
    expect(sandbox.mode).not.toBe('off');
    expect(trust.withheld.map(({ change, path }) => `${change} ${path}`).toSorted()).toEqual([
      'added sandbox.mode',
      'removed rules',
    ]);
  },
);

test('a configuration that is deleted goes on restricting until that is accepted', async () => {
  const { project, accept, read, trustOf } = place();
  const directory = project('p', { 'toolcrib.yaml': denies });
  await accept(directory);
  rmSync(join(directory, 'toolcrib.yaml'));
  const { rules, trust } = await read(directory);
  expect([rules.length, trust.state]).toEqual([1, 'changed']);
  await accept(directory);
  expect((await read(directory)).rules).toEqual([]);
  expect((await trustOf(directory)).trust.state).toBe('no_configuration');
});

test('another file is accepted by itself', async () => {
  const { project, accept, read } = place();
  const directory = project('p', { 'toolcrib.json': opens, 'other.json': opens });
  await accept(directory);
  expect((await read(directory, 'other.json')).trust.state).toBe('untrusted');
});

const damage: [string, (file: string, folder: string) => void][] = [
  ['cut off', (file) => truncateSync(file, 10)],
  ['empty', (file) => truncateSync(file, 0)],
  ['huge', (file) => truncateSync(file, 5_000_000_000)],
  ['no record', (file) => writeFileSync(file, '{"file": 1}')],
  [
    'a record of another file',
    (file) => writeFileSync(file, '{"file":"/x","digest":"","acceptedAt":0,"document":{}}'),
  ],
  ['written by others', (file) => chmodSync(file, 0o666)],
  ['in a folder that others write to', (_, folder) => chmodSync(folder, 0o777)],
  [
    'a link',
    (file, folder) => {
      const elsewhere = join(folder, '..', 'elsewhere');
      execFileSync('mv', [file, elsewhere]);
      symlinkSync(elsewhere, file);
    },
  ],
  [
    'a pipe',
    (file) => {
      rmSync(file);
      execFileSync('mkfifo', [file]);
    },
  ],
  [
    'a device without end',
    (file) => {
      rmSync(file);
      symlinkSync('/dev/zero', file);
    },
  ],
  [
    'a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];

test.each(damage)('a record that is %s accepts nothing', async (_, harm) => {
  const { project, accept, read, folder, records } = place();
  const directory = project('p', { 'toolcrib.json': opens });
  await accept(directory);
  const [name = ''] = readdirSync(folder);
  harm(join(folder, name), folder);
  expect((await read(directory)).sandbox.mode).not.toBe('off');
  expect(() => records.list()).not.toThrow();
});

test('a command that adds an entry accepts that entry and nothing else of the file', async () => {
  const { project, folder, read } = place();
  const directory = project('p', {
    'toolcrib.json': '{"sandbox": "off", "mcpServers": {"evil": {"command": "evil"}}}',
  });
  const file = join(directory, 'toolcrib.json');
  await editTrusted({ file, path: ['mcpServers', 'mine'], value: { command: 'mine' }, trustFolder: folder });
  const { mcpServers, sandbox, trust } = await read(directory);
  expect(mcpServers.map(({ name }) => name)).toEqual(['mine']);
  expect(sandbox.mode).not.toBe('off');
  expect(trust.withheld.map(({ path }) => path)).toEqual(['sandbox.mode', 'mcpServers.evil']);
  await editTrusted({ file, path: ['mcpServers', 'mine'], value: undefined, trustFolder: folder });
  expect((await read(directory)).trust.withheld.map(({ path }) => path)).toEqual([
    'sandbox.mode',
    'mcpServers.evil',
  ]);
});

test('a configuration that was just written is trusted as it is', async () => {
  const { project, folder, trustOf } = place();
  const directory = project('p', {});
  await createTrusted(join(directory, 'toolcrib.json'), opens, folder);
  expect((await trustOf(directory)).trust.state).toBe('trusted');
});

test('what changes after it was read is not accepted with it', async () => {
  const { project, records, read, trustOf } = place();
  const directory = project('p', { 'toolcrib.json': '{"sandbox": {"allow_hosts": ["good.example"]}}' });
  const { offer } = (await trustOf(directory)).trust;
  project('p', { 'toolcrib.json': '{"sandbox": {"allow_hosts": ["good.example", "evil.example"]}}' });
  if (offer !== undefined) records.write({ ...offer, acceptedAt: 0 });
  expect((await read(directory)).sandbox.allowHosts).toEqual(['good.example']);
});

test.each([
  ['anchors and merge keys', 'x: &a {command: evil}\nmcpServers: {y: {<<: *a}}', 'mcpServers.y'],
  ['an alias', 'a: &m "off"\nsandbox: {mode: *m}', 'sandbox.mode'],
  ['comments', '{ /* "sandbox": "required" */ "sandbox": "off" }', 'sandbox.mode'],
])('%s hide nothing', async (_, text, path) => {
  const { project, read } = place();
  const { trust, mcpServers, sandbox } = await read(
    project('p', { 'toolcrib.yaml': text.replace(/\/\*.*\*\//u, '') }),
  );
  expect(trust.withheld.map((entry) => entry.path)).toContain(path);
  expect([mcpServers, sandbox.mode === 'off']).toEqual([[], false]);
});

test.each([
  ['a key twice', 'toolcrib.json', '{"sandbox": "required", "sandbox": "off"}'],
  ['a key twice in YAML', 'toolcrib.yaml', 'sandbox: required\nsandbox: "off"'],
  ['a key twice by escapes', 'toolcrib.json', '{"sandbox": "required", "s\\u0061ndbox": "off"}'],
  ['a tag', 'toolcrib.yaml', 'sandbox: !!js/function "off"'],
  ['aliases that multiply', 'toolcrib.yaml', bomb],
  ['depth without end', 'toolcrib.json', '['.repeat(100_000)],
])('%s is no configuration', async (_, name, text) => {
  const { project, read } = place();
  await expect(read(project('p', { [name]: text }))).rejects.toMatchObject({ name: 'ConfigError' });
});
