import { statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import type { Findings } from './findings.ts';
import { asObject, foldersUp, packageJsonIn } from './package-json.ts';
import { realPath } from './real-file.ts';

/** A package that something imports by name, and the folder that it does so from. */
export interface WantedPackage {
  readonly name: string;
  readonly from: string;
}

/**
 * Adds the packages that are imported, and what they depend on: their folders as a whole, the files that describe them, and
 * the places where Node would find another one first.
 */
export function addPackages(wanted: readonly WantedPackage[], findings: Findings): void {
  const queue = [...wanted];
  const seen = new Set<string>();
  for (const { name, from } of queue) {
    const key = `${name}\0${from}`;
    if (seen.has(key) || isBuiltin(name)) continue;
    seen.add(key);
    const folder = findPackage(name, from, findings);
    if (folder === undefined || seen.has(folder)) continue;
    seen.add(folder);
    if (!findings.take('packages')) return;
    findings.guard(folder);
    findings.addFile(join(folder, 'package.json'));
    queue.push(...dependenciesOf(folder));
  }
}

/** The package that a file belongs to, if it is an installed one, as it is imported. */
export function packageAround(file: string): WantedPackage | undefined {
  const [, from, name] = /^(.*)\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file) ?? [];
  return from === undefined || name === undefined ? undefined : { name, from };
}

/** The name of the package in what is imported; undefined when it is a path. */
export function packageName(imported: string): string | undefined {
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/u.exec(imported)?.[0];
}

/** As Node looks for it; every place in which it is not yet is guarded. */
function findPackage(name: string, from: string, findings: Findings): string | undefined {
  for (const above of foldersUp(from)) {
    if (basename(above) === 'node_modules') continue;
    const place = join(above, 'node_modules', name);
    findings.guard(place);
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) return realPath(place);
  }
  return undefined;
}

function dependenciesOf(folder: string): readonly WantedPackage[] {
  const described = packageJsonIn(folder);
  return ['dependencies', 'optionalDependencies', 'peerDependencies']
    .flatMap((field) => Object.keys(asObject(described?.[field]) ?? {}))
    .map((name) => ({ name, from: folder }));
}
