import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { isInside } from '../places.ts';

/** More than this is asked about: names in one folder, names that match, and folders that are listed. */
const limits = { names: 10_000, matches: 500, folders: 500 } as const;

/** Names as the shell would put them in place of a pattern; or why nobody can say. */
export type Expansion = readonly string[] | 'leads_outside' | 'too_many';

/**
 * What a pattern matches from a folder, sorted. A backslash takes the meaning from what follows it. Folders are listed only
 * inside the root, links resolved: a pattern must not tell what there is elsewhere.
 */
export function expandPattern(glob: string, folder: string, root: string): Expansion {
  let found = [glob.startsWith('/') ? '/' : ''];
  let folders = 0;
  const names = glob.split('/').filter((name, index) => name !== '' || index > 0);
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const next: string[] = [];
    for (const before of found) {
      if (!hasWildcard(name)) {
        // A literal name in front of the first wildcard is taken as it is; behind one it must be there.
        const path = before + unescaped(name);
        if (name !== '' && names.slice(0, index).some(hasWildcard)) {
          const place = placeOf(before, folder, root);
          if (place?.isOutside) return 'leads_outside';
          if (!exists(absolute(path, folder))) continue;
        }
        next.push(isLast ? path : `${path}/`);
        continue;
      }
      const place = placeOf(before, folder, root);
      if (place?.isOutside) return 'leads_outside';
      if (place === undefined) continue;
      if (++folders > limits.folders) return 'too_many';
      const entries = list(place.path);
      if (entries.length > limits.names) return 'too_many';
      const matching = entries.filter((entry) => matches(name, entry)).toSorted(inOrder);
      next.push(...matching.map((entry) => before + entry + (isLast ? '' : '/')));
      if (next.length > limits.matches) return 'too_many';
    }
    found = next;
  }
  return found.filter((path) => !path.endsWith('/') || exists(absolute(path, folder)));
}

/** Whether something of this path may be matched by a pattern from a folder: itself, above it, or below it. */
export function mayConcern(glob: string, folder: string, path: string): boolean {
  const from = glob.startsWith('/') ? glob : `${folder.replaceAll(/[\\*?[\]]/gu, String.raw`\$&`)}/${glob}`;
  const names = from.split('/').filter((name) => name !== '' && name !== '.');
  const parts = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || parts.includes('..')) return true;
  return parts.every((part, index) => index >= names.length || matches(names[index] ?? '', part, true));
}

/** The folder itself, links resolved; undefined when there is none. */
function placeOf(
  before: string,
  folder: string,
  root: string,
): { readonly path: string; readonly isOutside: boolean } | undefined {
  try {
    const path = realpathSync(absolute(before, folder));
    return { path, isOutside: !isInside(root, path) };
  } catch {
    return undefined;
  }
}

function absolute(path: string, folder: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`;
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** As the shell sorts without a language of its own. */
function inOrder(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function hasWildcard(name: string): boolean {
  return /[*?[]/u.test(name.replaceAll(/\\./gsu, ''));
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gsu, '$1');
}

type Token = '*' | { readonly is: (letter: string) => boolean };

function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  for (const [piece] of name.matchAll(/\\.|\[[!^]?[^\]]+\]|[^]/gsu)) {
    if (piece === '*') tokens.push('*');
    else if (piece === '?') tokens.push({ is: () => true });
    else if (piece.length > 2 && piece.startsWith('[')) {
      const [, not = '', set = ''] = /^\[([!^]?)(.+)\]$/su.exec(piece) ?? [];
      tokens.push({ is: (letter) => isAmong(letter, set) !== (not !== '') });
    } else {
      const letter = unescaped(piece);
      tokens.push({ is: (other) => other === letter });
    }
  }
  return tokens;
}

/** Whether a letter is in a list such as `a-z_`. */
function isAmong(letter: string, set: string): boolean {
  return Array.from(set.matchAll(/(.)-(.)|(.)/gsu)).some(([, from, to, only]) =>
    only === undefined ? letter >= (from ?? '') && letter <= (to ?? '') : letter === only,
  );
}

/** Goes back to the last star only: no name and no pattern makes this long. */
function matches(name: string, entry: string, hidden = false): boolean {
  if (entry.startsWith('.') && !hidden && !unescaped(name).startsWith('.')) return false;
  const tokens = tokensOf(name);
  const letters = Array.from(entry);
  let at = 0;
  let token = 0;
  let star = -1;
  let resume = 0;
  while (at < letters.length) {
    const wanted = tokens[token];
    if (wanted === '*') {
      star = token++;
      resume = at;
    } else if (wanted?.is(letters[at] as string)) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++resume;
    } else return false;
  }
  while (tokens[token] === '*') token++;
  return token === tokens.length;
}
