import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../packages/toolcrib/dist/console');
/** Not what tells who packs them what they were made of. */
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.\w+$/u.test(file) && !file.startsWith('.vite') && !file.endsWith('.map'),
);

test('everything that the console ever loads is at most 100 KB when packed', () => {
  const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

test('the page has no script and no style of its own, and asks nobody else for any', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page.match(/<script(?![^>]*\bsrc=)[^>]*>|<style|\bstyle=|\bon\w+=/giu)).toBeNull();
  for (const file of files.filter((name) => /\.(?:html|css|js)$/u.test(name)))
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/(?:src|href|url\()\s*=?\s*["']?https?:/iu);
});

test('what is built in of others comes with their terms', () => {
  const terms = readFileSync(join(folder, 'licenses.md'), 'utf8');
  for (const name of ['preact', '@preact/signals', 'uplot', '@dagrejs/dagre'])
    expect(terms).toContain(`## ${name} - `);
});
