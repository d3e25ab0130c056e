/**
 * A pattern for a name at any depth below a folder. Disks of macOS ignore case, and a name that is not there yet is judged
 * as it was typed: every way to write it that such a disk takes for the same must match.
 */
export function anyDepthPattern(root: string, name: string, reach: 'itself' | 'tree'): string {
  const spelled = name.split('/').map(anySpelling).join('/');
  return `^${loosely(root)}/(.*/)?${spelled}${reach === 'tree' ? '(/.*)?' : ''}$`;
}

/** The folders on the way to a protected path, which must stay what they are: `.git` for `.git/hooks`. */
export function namesAbove(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
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
  if (/[a-z]/u.test(letter)) return `[${letter}${letter.toUpperCase()}]`;
  if (/[\w-]/u.test(letter)) return letter;
  return letter === '.' ? '[.]' : '[^/]+';
}
