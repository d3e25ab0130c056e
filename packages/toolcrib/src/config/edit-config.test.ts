import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editConfig } from './edit-config.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'edit-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const memory = { command: 'npx', args: ['-y', 'memory'] };

test('an entry is added to JSON, and comments and the rest stay', async () => {
  const file = join(folder, 'toolcrib.json');
  writeFileSync(
    file,
    '{\n    // Mine.\n    "locale": "en", /* why */\n    "mcpServers": { "a": { "url": "x" } },\n}\n',
  );
  await editConfig(file, ['mcpServers', 'memory'], memory);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('    // Mine.\n    "locale": "en", /* why */\n');
  const { default: parsed } = {
    default: JSON.parse(text.replaceAll(/\/\/.*|\/\*.*?\*\/|,(?=\s*\})/gu, '')) as unknown,
  };
  expect(parsed).toEqual({ locale: 'en', mcpServers: { a: { url: 'x' }, memory } });
  await editConfig(file, ['mcpServers', 'a'], undefined);
  expect(readFileSync(file, 'utf8')).not.toContain('"url"');
});

test('an entry is added to YAML, and comments and the rest stay', async () => {
  const file = join(folder, 'toolcrib.yaml');
  writeFileSync(file, '# Mine.\nlocale: en # why\nplugins:\n  - file: a.wasm\n  - file: b.wasm\n');
  await editConfig(file, ['mcpServers', 'memory'], memory);
  await editConfig(file, ['plugins', 0], undefined);
  expect(readFileSync(file, 'utf8')).toBe(
    '# Mine.\nlocale: en # why\nplugins:\n  - file: b.wasm\nmcpServers:\n  memory:\n    command: npx\n    args:\n      - -y\n      - memory\n',
  );
});

test.each(['toolcrib.json', 'toolcrib.yaml'])('a file that is not there is made: %s', async (name) => {
  const file = join(folder, name);
  await editConfig(file, ['mcpServers', 'memory'], memory);
  expect(readFileSync(file, 'utf8')).toContain('memory');
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test('an empty folder that keeps the name free while a command runs gives way', async () => {
  const file = join(folder, 'toolcrib.json');
  mkdirSync(file);
  await editConfig(file, ['mcpServers', 'memory'], memory);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { memory } });
  const full = join(folder, 'full.json');
  mkdirSync(join(full, 'kept'), { recursive: true });
  await expect(editConfig(full, ['locale'], 'en')).rejects.toMatchObject({ code: 'file_not_regular' });
  expect(existsSync(join(full, 'kept'))).toBe(true);
});

test('who may read the file does not change with it', async () => {
  const file = join(folder, 'toolcrib.json');
  writeFileSync(file, '{}');
  chmodSync(file, 0o600);
  await editConfig(file, ['locale'], 'en');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
