import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Findings } from '../program-files/findings.ts';
import { addPackages, packageAround } from '../program-files/packages.ts';
import { packageJsonIn } from '../program-files/package-json.ts';

/**
 * Finds what of our own installation lies in a project, with all that it loads: where this process was loaded from, where
 * `npx toolcrib` would find it there, and the Node that runs it. Looks again when packages were installed.
 */
export function createInstallationFiles(root: string): () => readonly string[] {
  let known: { readonly stamp: string; readonly paths: readonly string[] } | undefined;
  return () => {
    const stamp = ['node_modules', 'node_modules/.package-lock.json', 'node_modules/toolcrib']
      .map((name) => statSync(join(root, name), { throwIfNoEntry: false })?.ctimeMs)
      .join(' ');
    if (known?.stamp !== stamp) known = { stamp, paths: installationIn(root) };
    return known.paths;
  };
}

function installationIn(root: string): readonly string[] {
  const findings = new Findings(root);
  const modules = join(root, 'node_modules');
  for (const name of ['toolcrib', '@toolcrib', '.bin/toolcrib']) findings.guard(join(modules, name));
  const own = ownPackage();
  if (own !== undefined) findings.guard(own);
  addPackages(
    [
      { name: 'toolcrib', from: root },
      ...(own === undefined ? [] : dependenciesFrom(own)),
      ...[packageAround(realpathSync(process.execPath))].filter((each) => each !== undefined),
    ],
    findings,
  );
  findings.guard(process.execPath);
  const { files, guarded } = findings.result();
  return [...guarded, ...files.filter((file) => !guarded.some((folder) => file.startsWith(`${folder}/`)))];
}

function dependenciesFrom(folder: string): { readonly name: string; readonly from: string }[] {
  const { dependencies = {}, optionalDependencies = {} } = (packageJsonIn(folder) ?? {}) as {
    readonly dependencies?: object;
    readonly optionalDependencies?: object;
  };
  return Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ name, from: folder }));
}

/** The package that this file belongs to, in sources and when built. */
function ownPackage(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  return undefined;
}
