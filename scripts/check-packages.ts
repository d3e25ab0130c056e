/**
 * Packs each published package as npm would, has publint and arethetypeswrong look at it, and sees what every file of it was made
 * of, that nothing of it runs when it is installed, and that the core is small enough for a page.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coreSize } from './core-size.ts';
import { unexplained } from './provenance.ts';

const largestCore = 150_000;

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-pack-'));
try {
  for (const name of ['core', 'toolcrib']) {
    const [packed] = JSON.parse(
      run('npm', ['pack', `./packages/${name}`, '--json', '--pack-destination', folder]),
    ) as [{ filename: string; files: { path: string }[] }];
    const tarball = join(folder, packed.filename);
    const paths = packed.files.map(({ path }) => path);
    expectNone(`${name}: nobody knows what these are made of`, unexplained(`packages/${name}`, paths));
    expectNone(`${name}: runs when it is installed`, installScripts(`packages/${name}`));
    console.log(`${name}: ${paths.length} files, each made of what is in the repository`);
    console.log(run('publint', [tarball, '--strict']));
    console.log(run('attw', [tarball, '--profile', 'esm-only']));
  }
  const size = await coreSize();
  console.log(`core: ${size} bytes minified and compressed, without the checker of patterns`);
  expectNone(`core: more than ${largestCore} bytes`, size > largestCore ? [String(size)] : []);
} finally {
  rmSync(folder, { recursive: true });
}

function installScripts(packageFolder: string): string[] {
  const { scripts = {} } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly scripts?: { readonly [name: string]: string };
  };
  return Object.keys(scripts).filter((name) => /^(?:(?:pre|post)?install|(?:pre|post)?prepare)$/u.test(name));
}

function expectNone(what: string, found: readonly string[]): void {
  if (found.length === 0) return;
  console.error(`${what}\n  ${found.join('\n  ')}`);
  process.exit(1);
}

function run(command: string, given: readonly string[]): string {
  try {
    return execFileSync(command, given, { encoding: 'utf8', shell: process.platform === 'win32' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.error(`${command} ${given.join(' ')}\n${stdout}${stderr}`);
    process.exit(1);
  }
}
