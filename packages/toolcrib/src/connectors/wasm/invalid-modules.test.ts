import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { locales } from '@toolcrib/core';
import { SourceError } from '../source-error.ts';
import { invalidModules, mutations } from './invalid-modules.test-support.ts';
import { readPluginFile } from './plugin-file.ts';
import { PluginFault } from './plugin-problem.ts';
import {
  descriptor,
  echoBody,
  livingIn,
  openShop,
  program,
  withSection,
  type Shop,
} from './plugin.test-support.ts';

/** The code under which a module is refused. */
async function refusal(shop: Shop, file: string): Promise<string> {
  try {
    await shop.connector.check(file, () => ({}));
    return 'accepted';
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    const { problem } = error;
    for (const locale of locales)
      expect(new SourceError('x', problem).in(locale)).not.toMatch(/undefined|\[object/u);
    return problem.kind;
  }
}

const refused =
  /^plugin_(?:malformed|unsupported|forbidden_import|no_entry|wrong_signature|over_limit|not_instantiable)$/u;

test('a module that cannot be called is refused when it is registered, with a code and a remedy', {
  timeout: 120_000,
}, async () => {
  const shop = openShop(onTestFinished);
  const modules = invalidModules();
  expect(modules.length).toBeGreaterThanOrEqual(80);
  const file = join(shop.project, 'x.wasm');
  writeFileSync(join(shop.project, 'x.tool.json'), JSON.stringify(descriptor('x')));
  for (const { title, module } of modules) {
    writeFileSync(file, module);
    expect([title, await refusal(shop, file)]).toEqual([title, expect.stringMatching(refused)]);
  }
  expect(livingIn(shop.stateFolder)).toBe(0);
});

test('of modules with one byte changed those that the engine would not take are refused, and the others can be called', {
  timeout: 120_000,
}, async () => {
  const shop = openShop(onTestFinished);
  const file = join(shop.project, 'x.wasm');
  const readable = mutations(800).filter((module) => {
    writeFileSync(file, withSection(module, descriptor('x')));
    try {
      return readPluginFile(file, shop.project).bytes.length > 0;
    } catch (error) {
      if (error instanceof PluginFault) return false;
      throw error;
    }
  });
  const valid = readable.filter(isValid);
  const invalid = readable.filter((module) => !isValid(module));
  expect(Math.min(valid.length, invalid.length)).toBeGreaterThan(10);
  for (const module of invalid.slice(0, 3)) {
    writeFileSync(file, withSection(module, descriptor('x')));
    expect(await refusal(shop, file)).toMatch(/^plugin_(?:malformed|not_instantiable)$/u);
  }
  let accepted = 0;
  for (const module of valid.slice(0, 3)) {
    writeFileSync(file, withSection(module, descriptor('x')));
    if ((await refusal(shop, file)) !== 'accepted') continue;
    accepted++;
    await shop.add('x', module, { limits: { timeMs: 200 } });
    const result = await shop.service.execute('x', {});
    expect(JSON.stringify(result)).not.toMatch(/plugin_not_compiled|WebAssembly\.Instance/u);
    shop.service.registry.unregister('x@1.0.0');
    await shop.connector.drop('x');
  }
  expect(accepted).toBeGreaterThan(0);
});

/** What the engine of this process thinks; the modules are our own. */
function isValid(module: Uint8Array): boolean {
  const { WebAssembly } = globalThis as unknown as {
    readonly WebAssembly: { validate(bytes: Uint8Array): boolean };
  };
  return WebAssembly.validate(module);
}

test('a start function does not run when its module is checked', async () => {
  const shop = openShop(onTestFinished);
  const file = join(shop.project, 'x.wasm');
  const loops = program(echoBody, { more: '(func $first (loop $again (br $again))) (start $first)' });
  writeFileSync(file, withSection(loops, descriptor('x')));
  expect(await refusal(shop, file)).toBe('accepted');
  expect(livingIn(shop.stateFolder)).toBe(0);
});

test('a pipe, a device, a directory, a link out of the project and a huge file are refused unread', async () => {
  const shop = openShop(onTestFinished);
  const at = (name: string): string => join(shop.project, name);
  const outside = join(shop.folder, 'outside.wasm');
  writeFileSync(outside, withSection(program(echoBody), descriptor('x')));
  execFileSync('mkfifo', [at('pipe.wasm')]);
  symlinkSync('/dev/zero', at('zero.wasm'));
  symlinkSync(outside, at('link.wasm'));
  symlinkSync(shop.folder, at('folder'));
  writeFileSync(at('huge.wasm'), '');
  truncateSync(at('huge.wasm'), 2 ** 40);
  const before = process.memoryUsage.rss();
  for (const [name, code, reason] of [
    ['pipe.wasm', 'plugin_not_readable', 'file_not_regular'],
    ['zero.wasm', 'plugin_not_readable', 'file_not_regular'],
    ['link.wasm', 'plugin_not_readable', 'file_outside'],
    ['folder/outside.wasm', 'plugin_not_readable', 'file_outside'],
    ['folder', 'plugin_not_readable', 'file_not_regular'],
    ['none.wasm', 'plugin_not_readable', 'file_missing'],
    ['huge.wasm', 'plugin_too_large', undefined],
  ] as const) {
    const error: unknown = await shop.connector
      .check(at(name), () => ({}))
      .catch((thrown: unknown) => thrown);
    const { problem } = error as PluginFault;
    const why = 'problem' in problem ? problem.problem.kind : undefined;
    expect([name, problem.kind, why]).toEqual([name, code, reason]);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  // A person may name a file of another place; only what is named in the project has to lie there.
  expect(await refusal(shop, outside)).toBe('accepted');
});

test('a descriptor beside the module is held to the same: no pipe, no link out, UTF-8, bounded, not without end', async () => {
  const shop = openShop(onTestFinished);
  const at = (name: string): string => join(shop.project, name);
  const secret = join(shop.folder, 'secret.json');
  writeFileSync(secret, JSON.stringify(descriptor('stolen')));
  const put: { readonly [name: string]: (file: string) => void } = {
    pipe: (file) => execFileSync('mkfifo', [file]),
    zero: (file) => symlinkSync('/dev/zero', file),
    link: (file) => symlinkSync(secret, file),
    latin: (file) =>
      writeFileSync(file, Buffer.from(JSON.stringify(descriptor('x', { description: 'Über' })), 'latin1')),
    large: (file) =>
      writeFileSync(file, JSON.stringify(descriptor('x', { description: 'x'.repeat(300_000) }))),
    deep: (file) =>
      writeFileSync(file, `{"name":"x","parameters":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  };
  for (const [name, write] of Object.entries(put)) {
    writeFileSync(at(`${name}.wasm`), program(echoBody));
    write(at(`${name}.tool.json`));
    expect([name, await refusal(shop, at(`${name}.wasm`))]).toEqual([
      name,
      expect.stringMatching(/^plugin_(?:not_readable|bad_descriptor)$/u),
    ]);
  }
  expect(existsSync(secret) && readFileSync(secret, 'utf8')).toContain('stolen');
});
