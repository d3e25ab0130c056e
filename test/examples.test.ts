import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const examples = resolve(import.meta.dirname, '../examples');
/** Plugins are built and run by test/cli/plugin.test.ts. */
const names = readdirSync(examples, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && entry.name !== 'plugins',
);

test.each(names.map(({ name }) => name))(
  'the example %s runs and finds what it expects',
  async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(examples, name, 'main.ts')]);
    expect(stdout).not.toBe('');
  },
  90_000,
);
