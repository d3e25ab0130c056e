/**
 * Patterns for names at any depth below some folders; in them `*` stands for any part of a name. Disks of macOS ignore
 * case, and a name that is not there yet is judged as it was typed: every way to write it that such a disk takes for the
 * same must match.
 */
export function anyDepthPatterns(
  roots: readonly string[],
  names: readonly string[],
  reach: 'itself' | 'tree',
): readonly string[] {
  const spelled = names.map((name) => name.split('/').map(anySpelling).join('/'));
  // Not all in one, which would be long, nor each alone, which would repeat the root.
  const groups = Array.from({ length: Math.ceil(spelled.length / namesInPattern) }, (_, index) =>
    spelled.slice(index * namesInPattern, (index + 1) * namesInPattern),
  );
  return groups.map(
    (group) =>
      `^(${roots.map(loosely).join('|')})/(.*/)?(${group.join('|')})${reach === 'tree' ? '(/.*)?' : ''}$`,
  );
}

const namesInPattern = 40;

/** Whatever lies in a folder of these names, in just this spelling. */
export function insideFolders(roots: readonly string[], folders: readonly string[]): string {
  return `^(${roots.map(loosely).join('|')})/(.*/)?(${folders.map((name) => name.replaceAll('.', '[.]')).join('|')})/`;
}

/**
 * With everything but plain letters as a wildcard: a pattern that matches too much protects too much, and there is nothing
 * to quote.
 */
function loosely(root: string): string {
  return (root === '/' ? '' : root).replaceAll(/[^\w/-]+/gu, '[^/]+');
}

/**
 * Letters that a disk without case may also take for a character far from ASCII: Unicode, full case folding. Some disks
 * besides overlook characters that nobody sees. In a pattern, a run of anything but ASCII stands for all of these.
 */
export const foldedLetters: readonly string[] = ['ffi', 'ffl', 'ff', 'fi', 'fl', 'ss', 'st', 'i', 'k', 's'];

const foreign = '[^ -~]';

function anySpelling(name: string): string {
  const parts: string[] = [];
  for (let at = 0; at < name.length; at += parts.at(-1)?.length ?? 1) {
    const rest = name.slice(at).toLowerCase();
    parts.push(foldedLetters.find((letters) => rest.startsWith(letters)) ?? rest.charAt(0));
  }
  const spelled = parts.map((part) => {
    const letters = part.split('').map(anyCase).join('');
    return foldedLetters.includes(part) ? `(${letters}|${foreign}+)` : letters;
  });
  return `${foreign}*${spelled.join(`${foreign}*`)}${foreign}*`;
}

function anyCase(letter: string): string {
  if (letter === '*') return '[^/]*';
  if (/[a-z]/u.test(letter)) return `[${letter}${letter.toUpperCase()}]`;
  if (/[\w-]/u.test(letter)) return letter;
  return letter === '.' ? '[.]' : '[^/]+';
}
