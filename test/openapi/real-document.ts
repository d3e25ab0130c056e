import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { temporaryProject } from '../project.ts';

const folder = resolve(import.meta.dirname, '../data/openapi');

/** One of the documents of `test/data/openapi` as a file that can be read. */
export function realDocument(name: string): string {
  if (!name.endsWith('.br')) return join(folder, name);
  const plain = name.slice(0, -'.br'.length);
  const text = brotliDecompressSync(readFileSync(join(folder, name))).toString();
  return join(temporaryProject({ [plain]: text }), plain);
}
