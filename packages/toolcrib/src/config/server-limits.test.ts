import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitEntries } from './server-limits.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const defaults = limitEntries.map(([key, { fallback }]) => [key, fallback]);

test('the page of the service has every limit with its default', () => {
  const [, table = ''] = /## Limits\n.*?\n\| setting .*?\n(.*?)\n\n/su.exec(read('docs/serve.md')) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \| (\d+) \| .+ \|$/gmu)].map(([, key, value]) => [
    key,
    Number(value),
  ]);
  expect(rows).toEqual(defaults);
});

test('the published schema has every limit with its default and its least value', () => {
  const { $defs } = JSON.parse(read('packages/toolcrib/schema/toolcrib.schema.json')) as {
    readonly $defs: {
      readonly server: {
        readonly properties: {
          readonly [key: string]: { readonly default?: unknown; readonly minimum?: unknown };
        };
      };
    };
  };
  const { properties } = $defs.server;
  expect(limitEntries.map(([key]) => [key, properties[key]?.default])).toEqual(defaults);
  expect(limitEntries.map(([key]) => properties[key]?.minimum)).toEqual(
    limitEntries.map(([, { least }]) => least),
  );
});
