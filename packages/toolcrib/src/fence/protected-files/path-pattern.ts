/**
 * A pattern for paths below a folder, in lower case, by names at any depth: the name itself and everything in it. In a name
 * `a/b` is `b` in a folder `a`, and `*` stands for any part of one name. The same text is read by JavaScript and by Perl.
 */
export function treePattern(names: readonly string[]): string {
  return `(?:^|/)(?:${alternatives(names)})(?:/|$)`;
}

/** The same for the names alone, without what is in them. */
export function entryPattern(names: readonly string[]): string {
  return `(?:^|/)(?:${alternatives(names)})$`;
}

/** What lies in such folders. */
export function insidePattern(folders: readonly string[]): string {
  return `(?:^|/)(?:${alternatives(folders)})/`;
}

/** The folders on the way to a name, which must stay what they are: `.git` for `.git/hooks`. */
export function namesAbove(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function alternatives(names: readonly string[]): string {
  // Without any name, a pattern that matches nothing.
  return names.length === 0 ? '(?!)' : [...new Set(names)].map(spelled).join('|');
}

function spelled(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\w/*-]/gu, String.raw`\$&`)
    .replaceAll('*', '[^/]*');
}
