import { createNewestFirst } from '../newest-first.ts';

/** One match of ripgrep, or a line that surrounds one, as `--json` tells it. */
interface Told {
  readonly type: 'match' | 'context';
  readonly data: {
    readonly path: Words;
    readonly lines: Words;
    readonly line_number: number;
  };
  /** Where the first match begins, in bytes from the beginning of the lines. */
  readonly start: number;
}

/** Text, or, when it is not UTF-8, its bytes in base64. */
type Words = { readonly text: string } | { readonly bytes: string };

interface FileEnd {
  readonly type: 'end';
  readonly data: { readonly path: Words; readonly binary_offset: number | null };
}

export interface EntryReader {
  /** How many entries there are so far. */
  readonly count: number;
  /** Takes one line of ripgrep's output. */
  take(line: string): void;
  /** The entries as a model reads them, file by file. */
  entries(): string[];
}

/** Gives the path from the root. */
type FromRoot = (found: string) => string;

/** Reads `--files-with-matches --null`. */
export function createPathReader(fromRoot: FromRoot, root: string): EntryReader {
  const newestFirst = createNewestFirst(root);
  let count = 0;
  return {
    get count() {
      return count;
    },
    take(path) {
      newestFirst.add(fromRoot(path));
      count++;
    },
    entries: () => newestFirst.paths(),
  };
}

/** Reads `--count-matches --null`: a path, and behind it its number and a line break; then the next path. */
export function createCountReader(fromRoot: FromRoot): EntryReader {
  const counts: { readonly path: string; readonly count: string }[] = [];
  let path = '';
  return {
    get count() {
      return counts.length;
    },
    take(piece) {
      const [, count, next = piece] = /^(\d+)\n(.*)$/su.exec(piece) ?? [];
      if (count !== undefined) counts.push({ path: fromRoot(path), count });
      path = next;
    },
    entries: () => counts.toSorted(byPath).map(({ path: counted, count }) => `${counted}:${count}`),
  };
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1;
}

export interface MatchOptions {
  readonly fromRoot: FromRoot;
  /** What is said of a file that is not text. */
  readonly binary: string;
  /** What is said of a line that is too long even to be cut. */
  readonly tooLong: string;
}

/** Reads `--json`: only there a name may hold whatever the disk allows, and a match tells where it is. */
export function createMatchReader({ fromRoot, binary, tooLong }: MatchOptions): EntryReader {
  const byFile = new Map<string, string[]>();
  let count = 0;
  return {
    get count() {
      return count;
    },

    take(line) {
      const told = parse(line);
      if (told === undefined) return;
      const path = fromRoot(textOf(told.data.path));
      if (told.type === 'end') {
        if (told.data.binary_offset !== null && byFile.has(path)) byFile.set(path, [`${path}: ${binary}`]);
        return;
      }
      const entries = byFile.get(path) ?? [];
      byFile.set(path, entries);
      for (const entry of told.type === 'cut' ? [`${path}: ${tooLong}`] : show(path, told)) {
        entries.push(entry);
        count++;
      }
    },

    // Ripgrep searches many files at once and tells them as they come.
    entries: () =>
      [...byFile].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, entries]) => entries),
  };
}

/** A line so long that its end was left off. */
interface Cut {
  readonly type: 'cut';
  readonly data: { readonly path: Words };
}

/** Undefined for what is no news. */
function parse(line: string): Told | FileEnd | Cut | undefined {
  if (line.startsWith('{"type":"end"')) return JSON.parse(line) as FileEnd;
  if (!/^\{"type":"(?:match|context)"/u.test(line)) return undefined;
  // There may be a million of them, and only the first one counts. In a text the quotes would have backslashes.
  const end = line.indexOf(',"submatches":[');
  if (end < 0) {
    const [, path] = /"data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\})/u.exec(line) ?? [];
    return path === undefined ? undefined : { type: 'cut', data: { path: JSON.parse(path) as Words } };
  }
  const [, start = '0'] = /"start":(\d+)/u.exec(line.slice(end)) ?? [];
  return { ...(JSON.parse(`${line.slice(0, end)}}}`) as Told), start: Number(start) };
}

function textOf(words: Words): string {
  return 'text' in words ? words.text : Buffer.from(words.bytes, 'base64').toString('utf8');
}

/** After the number stands `:` for a match and `-` for what surrounds one; the path is joined by the same. */
function show(path: string, told: Told): string[] {
  const joint = told.type === 'match' ? ':' : '-';
  const { line_number: first } = told.data;
  return linesOf(told).map((text, index) => `${path}${joint}${first + index}${joint}${text}`);
}

/** A match over several lines is told as one. */
function linesOf({ data: { lines }, start }: Told): string[] {
  const text = textOf(lines).replace(/\r?\n$/u, '');
  const parts = text.split(/\r?\n/u);
  if (parts.length > 1) return parts.map((part) => shorten(part, 0));
  return [shorten(text, text.length > maxWidth ? startOf(text, start) : 0)];
}

function startOf(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString('utf8').length;
}

const maxWidth = 500;

/** A long line is shown around its match. */
function shorten(line: string, match: number): string {
  if (line.length <= maxWidth) return line;
  const start = Math.max(0, Math.min(match - maxWidth / 4, line.length - maxWidth));
  const end = start + maxWidth;
  const shown = line.slice(start, end).toWellFormed();
  return `${start > 0 ? '…' : ''}${shown}${end < line.length ? '…' : ''}`;
}
