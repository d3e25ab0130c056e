import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The files of a package of which nobody could say what they were made of. Each must be in the repository as it is, or be made of
 * files that are; what is built in of others must come with their terms. Paths are those of the repository.
 */
export function unexplained(folder: string, packed: readonly string[]): string[] {
  // What is not committed yet is on its way there.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const known = new Set(execFileSync('git', list, { encoding: 'utf8' }).split('\n'));
  const page = join(folder, 'dist/console');
  const styles = stylesOf(page);
  const terms = existsSync(page) ? readFileSync(join(page, 'licenses.md'), 'utf8') : '';

  const hasTerms = (file: string): boolean => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];
    return name !== undefined && (packed.includes(`licenses/${name}.txt`) || terms.includes(`## ${name} - `));
  };
  const isExplained = (file: string): boolean => {
    if (known.has(file) || hasTerms(file) || styles.has(file)) return true;
    const inPackage = relative(folder, file);
    if (file.endsWith('.d.ts')) return known.has(file.replace('/dist/', '/src/').replace(/\.d\.ts$/u, '.ts'));
    if (file.endsWith('.js.map')) return isExplained(file.slice(0, -'.map'.length));
    if (file.endsWith('.js')) return sourcesOf(file).every(isExplained);
    return (
      known.has(inPackage.replace('dist/plugin-templates', 'examples/plugins')) ||
      ['index.html', 'favicon.svg', 'licenses.md'].includes(relative(page, file))
    );
  };
  return packed.filter((path) => !isExplained(join(folder, path)));
}

/** What the map beside a program says; of a program without one nobody knows anything. */
function sourcesOf(file: string): string[] {
  if (!existsSync(`${file}.map`)) return [''];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
    readonly sources: readonly string[];
  };
  return sources.map((source) => join(dirname(file), source));
}

/** The styles of the web console, as its builder lists them. */
function stylesOf(page: string): Set<string> {
  if (!existsSync(page)) return new Set();
  const chunks = JSON.parse(readFileSync(join(page, '.vite/manifest.json'), 'utf8')) as {
    readonly [source: string]: { readonly file: string; readonly css?: readonly string[] };
  };
  const made = Object.values(chunks).flatMap(({ file, css = [] }) => [file, ...css]);
  return new Set(made.filter((file) => file.endsWith('.css')).map((file) => join(page, file)));
}
