import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Findings } from './findings.ts';
import { packageJsonIn } from './package-json.ts';
import { realFile } from './real-file.ts';

/**
 * Adds the file that a word stands for when it is loaded: itself, with the ending that was left out, or what a folder begins
 * with. Names that would be taken before it are guarded. Gives the real path of what was found.
 */
export function codeFileOf(word: string, folder: string, findings: Findings): string | undefined {
  if (word === '' || word.includes('\0')) return undefined;
  const path = resolve(folder, word);
  const candidates = [path, ...endings.map((ending) => path + ending), ...spelledAsBuilt(path)];
  if (isFolder(path)) candidates.push(...firstsOf(path, findings));
  const at = candidates.findIndex((candidate) => realFile(candidate) !== undefined);
  if (at === -1) return undefined;
  for (const before of candidates.slice(0, at))
    if (before !== path || !isFolder(path)) findings.guard(before);
  return findings.addFile(candidates[at] as string);
}

const endings = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '.node', '.py'];

/** TypeScript is imported by the name that it will have when it is built. */
function spelledAsBuilt(path: string): readonly string[] {
  const built = /^(.*)\.([cm]?)jsx?$/u.exec(path);
  return built === null ? [] : [`${built[1]}.${built[2]}ts`, `${built[1]}.${built[2]}tsx`];
}

const firsts = ['index.js', 'index.mjs', 'index.cjs', 'index.ts', '__main__.py', '__init__.py'];

function firstsOf(folder: string, findings: Findings): readonly string[] {
  const main = packageJsonIn(folder)?.['main'];
  if (typeof main !== 'string') return firsts.map((name) => join(folder, name));
  findings.addFile(join(folder, 'package.json'));
  const path = join(folder, main);
  return [
    path,
    ...endings.map((ending) => path + ending),
    join(path, 'index.js'),
    ...firsts.map((name) => join(folder, name)),
  ];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
