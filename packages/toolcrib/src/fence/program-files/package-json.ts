import { dirname, join } from 'node:path';
import { textOf } from './real-file.ts';

type Json = { readonly [name: string]: unknown };

/** What a package says of itself; undefined when it says nothing that can be read. */
export function packageJsonIn(folder: string): Json | undefined {
  try {
    return asObject(JSON.parse(textOf(join(folder, 'package.json'))));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null ? (value as Json) : undefined;
}

/** A folder and all above it, nearest first. */
export function foldersUp(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}
