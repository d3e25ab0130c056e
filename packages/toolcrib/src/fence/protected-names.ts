import { treePattern } from './protected-files/path-pattern.ts';
import { protectedFiles, type ProtectedFiles } from './protected-files/table.ts';

const plain = /^[!-~]*[!-\-/-~]$/u;

/** What no tool of ours writes, in any folder of the project and whether or not it is there yet. */
export const refusedNames: readonly string[] = protectedFiles
  .filter(({ rule }) => rule === 'refuse')
  .flatMap(({ names }) => names);

/** What no command in the sandbox writes. */
export const readOnlyNames: readonly string[] = protectedFiles
  .filter(({ commands }) => commands === 'read_only')
  .flatMap(({ names }) => names);

/** Tells whether a path, by its names from the root, is one of a list or lies in one. */
export function createPathTest(names: readonly string[]): (parts: readonly string[]) => boolean {
  const pattern = new RegExp(treePattern(names), 'su');
  return (parts) => pattern.test(parts.map(fold).join('/'));
}

const groups = protectedFiles.map((files) => ({ files, test: createPathTest(files.names) }));

/** Who executes or obeys the file at a path from the root; undefined when nobody does. */
export function protectedFileOf(relative: string): ProtectedFiles | undefined {
  const parts = relative.split('/');
  return groups.find(({ test }) => test(parts))?.files;
}

/** Disks ignore case, ways to compose a letter, and characters that nobody sees; Windows also dots and blanks at the end. */
function fold(name: string): string {
  if (plain.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/u, '');
}
