import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locales } from '@toolcrib/core';
import { SourceError } from '../source-error.ts';
import { connectorTexts } from '../texts.ts';
import { noCapabilities } from './capabilities.ts';
import { readPluginFile } from './plugin-file.ts';
import { PluginFault, type PluginProblem } from './plugin-problem.ts';
import {
  descriptor,
  echoBody,
  fromWat,
  openShop,
  program,
  temporaryFolder,
  withSection,
} from './plugin.test-support.ts';

const echo = program(echoBody);

async function read(module: Uint8Array, beside?: unknown): Promise<PluginProblem | string> {
  const project = temporaryFolder(onTestFinished);
  const file = join(project, 'echo.wasm');
  writeFileSync(file, module);
  if (beside !== undefined)
    writeFileSync(
      file.replace('.wasm', '.tool.json'),
      typeof beside === 'string' ? beside : JSON.stringify(beside),
    );
  try {
    const { descriptor: said } = readPluginFile(file, project);
    return `${said.name}@${said.version}`;
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    // Each problem has words in each language.
    for (const locale of locales)
      expect(connectorTexts(locale).problem('echo', error.problem)).not.toMatch(/undefined|\[object/u);
    return error.problem;
  }
}

const said = descriptor('echo', { version: '2.1.0' });

test('a descriptor is found in the module, beside it, or in both when they say the same', async () => {
  expect(await read(withSection(echo, said))).toBe('echo@2.1.0');
  expect(await read(echo, said)).toBe('echo@2.1.0');
  expect(await read(withSection(echo, JSON.stringify(said, null, 2)), said)).toBe('echo@2.1.0');
});

test.each<[title: string, module: Buffer, beside: unknown, problem: object]>([
  ['no descriptor', echo, undefined, { kind: 'plugin_no_descriptor' }],
  [
    'two descriptors that do not say the same',
    withSection(echo, said),
    { ...said, version: '2.2.0' },
    { kind: 'plugin_descriptors_differ' },
  ],
  ['two sections', withSection(withSection(echo, said), said), undefined, fault({ word: 'twice' })],
  ['a descriptor that is not JSON', withSection(echo, '{name: 1}'), undefined, fault({ word: 'not_json' })],
  ['a list', withSection(echo, '[]'), undefined, fault({ word: 'bad_value' })],
  ['no name', echo, { ...said, name: undefined }, fault({ word: 'missing', field: 'name' })],
  ['no version', echo, { ...said, version: undefined }, fault({ word: 'missing', field: 'version' })],
  ['a name with a dot', echo, { ...said, name: 'a.b' }, fault({ word: 'bad_name' })],
  ['a version that is none', echo, { ...said, version: 'new' }, fault({ word: 'definition' })],
  ['no description', echo, { ...said, description: '' }, fault({ word: 'definition' })],
  [
    'parameters that are no schema',
    echo,
    { ...said, parameters: { type: 'strng' } },
    fault({ word: 'definition' }),
  ],
  [
    'an implementation of its own',
    echo,
    { ...said, implementation: { type: 'rest' } },
    fault({ word: 'not_for_plugins' }),
  ],
  ['a source of its own', echo, { ...said, source: 'builtin' }, fault({ word: 'not_for_plugins' })],
  [
    'a limit that is none',
    echo,
    { ...said, limits: { memory_mb: 'all' } },
    fault({ word: 'bad_value', field: 'limits.memory_mb' }),
  ],
  [
    'a limit that nobody knows',
    echo,
    { ...said, limits: { fuel: 1 } },
    fault({ word: 'bad_value', field: 'limits.fuel' }),
  ],
  [
    'a wish for the network',
    echo,
    { ...said, capabilities: { hosts: ['example.com'] } },
    { kind: 'plugin_capability_unknown', capability: 'hosts' },
  ],
  [
    'a wish to write',
    echo,
    { ...said, capabilities: { files: { write: ['.'] } } },
    { kind: 'plugin_capability_unknown', capability: 'files.write' },
  ],
  [
    'a folder outside',
    echo,
    { ...said, capabilities: { files: { read: ['../x'] } } },
    fault({ word: 'bad_value' }),
  ],
  [
    'a variable that is no name',
    echo,
    { ...said, capabilities: { environment: ['A=B'] } },
    fault({ word: 'bad_value' }),
  ],
  [
    'a function that is not WASI',
    fromWat('(module (import "env" "system" (func)) (memory (export "memory") 1) (func (export "_start")))'),
    said,
    { kind: 'plugin_forbidden_import', imports: ['env.system'] },
  ],
  [
    'what JavaScript has by itself',
    fromWat(
      '(module (import "wasi_snapshot_preview1" "constructor" (func)) (memory (export "memory") 1) (func (export "_start")))',
    ),
    said,
    { kind: 'plugin_forbidden_import', imports: ['wasi_snapshot_preview1.constructor'] },
  ],
  [
    'a library',
    fromWat('(module (func (export "add")))'),
    said,
    { kind: 'plugin_no_entry', missing: ['_start', 'memory'] },
  ],
])('%s: refused', async (_, module, beside, problem) => {
  expect(await read(module, beside)).toMatchObject(problem);
});

test('what a plugin asks for must be granted, and a name must be its own', async () => {
  const shop = openShop(onTestFinished);
  const asking = descriptor('asking', {
    capabilities: { environment: ['TOKEN'], files: { read: ['docs'] } },
  });
  await expect(shop.add('asking', echo, {}, asking)).rejects.toMatchObject({
    code: 'plugin_not_granted',
    problem: { asked: ['environment: TOKEN', 'files.read: docs'] },
  });
  await shop.add(
    'asking',
    echo,
    { grant: { environment: ['TOKEN', 'MORE'], readFolders: ['docs'] } },
    asking,
  );
  await expect(shop.add('mine', echo, { grant: noCapabilities }, descriptor('yours'))).rejects.toBeInstanceOf(
    SourceError,
  );
});

test('a plugin is read-only unless it says more, and can raise its levels but not its limits', async () => {
  const shop = openShop(onTestFinished);
  expect(await shop.add('plain', echo)).toMatchObject({
    type: 'wasm',
    source: 'wasm:plain',
    permission: 'read_only',
    approval: 'safe',
    annotations: { readOnly: true, destructive: false, idempotent: true },
    timeout: 15_000,
  });
  const careful = descriptor('careful', {
    permission: 'execute',
    approval: 'confirm',
    annotations: { read_only: false },
    limits: { time_ms: 1000, memory_mb: 4096 },
  });
  expect(await shop.add('careful', echo, {}, careful)).toMatchObject({
    permission: 'execute',
    approval: 'confirm',
    annotations: { readOnly: false },
    timeout: 6000,
  });
});

function fault(expected: object): object {
  return { kind: 'plugin_bad_descriptor', fault: expected };
}
