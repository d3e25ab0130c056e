import { join } from 'node:path';
import type { Findings } from './findings.ts';
import { asObject, foldersUp, packageJsonIn } from './package-json.ts';
import { realFile } from './real-file.ts';

/**
 * The programs that a package runner finds installed for a name: of a program, or of a package with any version. Places that
 * it looks at before are guarded.
 */
export function packageBins(wanted: string, folder: string, findings: Findings): readonly string[] {
  const name = /^(@[^/@]+\/)?[^/@]+/u.exec(wanted)?.[0];
  if (name === undefined || wanted.startsWith('.') || wanted.startsWith('/')) return [wanted];
  for (const above of foldersUp(folder)) {
    const modules = join(above, 'node_modules');
    const linked = [join(modules, '.bin', name), join(modules, '.bin', `${name}.cmd`)];
    const found = [...linked, ...declared(join(modules, name))].filter((bin) => realFile(bin) !== undefined);
    for (const place of [...linked, join(modules, name)]) findings.guard(place);
    if (found.length > 0) return found;
  }
  return [];
}

function declared(folder: string): readonly string[] {
  const bin = packageJsonIn(folder)?.['bin'];
  const paths = typeof bin === 'string' ? [bin] : Object.values(asObject(bin) ?? {});
  return paths.filter((path) => typeof path === 'string').map((path) => join(folder, path));
}
