import { chmodSync, lstatSync, mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { lookAt } from './look-at.ts';
import { workbenchNotes } from './notes.ts';

/** Output for a model: at most 50 KB and 2,000 lines. */
export const outputLimits = { bytes: 50_000, lines: 2000 } as const;

/** Text as it is handed to a model, with what is needed to fetch the rest. */
interface CutText {
  readonly text: string;
  /** Undefined when nothing was cut. */
  readonly cut: CutNote | undefined;
}

interface CutNote {
  /** What `Read` takes as `file_path` to give the whole, with `offset` and `limit`. */
  readonly handle: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** How many lines the text holds. */
  readonly shownLines: number;
}

/** Keeps output that is too long for a model, so that Read can give the rest. */
export interface Outputs {
  /** Cuts at a line, says so at the end of the text, and keeps the whole under a handle that nobody can guess. */
  cut(text: string): Promise<CutText>;
  /** Keeps a text as it is, and gives the handle to read it by. */
  keep(text: string): Promise<string>;
  /** The file behind a handle; undefined when it is none, or when it is gone. */
  find(handle: string): Promise<string | undefined>;
  isHandle(path: string): boolean;
}

export interface OutputsOptions {
  /** Made when it is first needed; nobody else may look into it. */
  readonly folder: string;
  /** @default 'en' */
  readonly locale?: Locale | undefined;
  readonly limits?: Partial<KeepLimits> | undefined;
}

interface KeepLimits {
  /** @default 64 */
  readonly files: number;
  /** Of all files together. @default 256 MB */
  readonly bytes: number;
}

/** Written at once in less than a millisecond. */
const smallBytes = 1_000_000;

/** Only where nothing is yet, not even a link. */
const fresh = { flag: 'wx', mode: 0o600 } as const;

/**
 * Keeps outputs as files. Nothing of them stays in memory, and what is kept is found on the disk: it survives a restart, and
 * the limits hold for what earlier processes have left.
 */
export function createOutputs({ folder, locale = 'en', limits }: OutputsOptions): Outputs {
  const { files, bytes }: KeepLimits = { files: 64, bytes: 256_000_000, ...limits };

  const write = async (content: Buffer): Promise<string> => {
    makePrivate(folder);
    const { randomBytes } = process.getBuiltinModule('node:crypto');
    const name = randomBytes(16).toString('hex');
    const path = join(folder, name);
    // Nobody waits for a small one; a large one would hold up everybody.
    if (content.length <= smallBytes) writeFileSync(path, content, fresh);
    else await writeFile(path, content, fresh);
    dropOldest(name);
    return name;
  };

  // At once: a hundred small promises would take longer than everything else about a short output.
  const dropOldest = (newest: string): void => {
    const kept = readdirSync(folder).filter(isName).map(describe);
    let count = 0;
    let size = 0;
    const newestFirst = kept.toSorted((one, other) =>
      one.name === newest ? -1 : other.name === newest ? 1 : other.modified - one.modified,
    );
    for (const file of newestFirst) {
      count++;
      size += file.size;
      if (count > files || size > bytes) drop(file.name);
    }
  };

  const drop = (name: string): void => {
    try {
      unlinkSync(join(folder, name));
    } catch {
      // Somebody else drops it at the same time.
    }
  };

  const describe = (name: string): { name: string; size: number; modified: number } => {
    const stats = lookAt(join(folder, name));
    return { name, size: stats?.size ?? 0, modified: stats?.mtimeMs ?? 0 };
  };

  return {
    async cut(text) {
      const shown = fittingPart(text);
      if (shown.length === text.length) return { text, cut: undefined };
      const content = Buffer.from(text);
      const handle = prefix + (await write(content.subarray(0, bytes)));
      const cut: CutNote = {
        handle,
        totalBytes: content.length,
        totalLines: countLines(text),
        shownLines: countLines(shown),
      };
      return {
        text: `${shown}${shown.endsWith('\n') ? '' : '\n'}${workbenchNotes(locale).outputCut(cut)}`,
        cut,
      };
    },

    async keep(text) {
      return prefix + (await write(Buffer.from(text).subarray(0, bytes)));
    },

    async find(handle) {
      if (!isHandle(handle)) return undefined;
      const path = join(folder, handle.slice(prefix.length));
      return lookAt(path)?.isFile() ? path : undefined;
    },

    isHandle,
  };
}

/** The folder may have been there before, with a mode of its own; but a link or the folder of another user is refused. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const own = process.getuid?.() ?? stats.uid;
  if (!stats.isDirectory() || stats.uid !== own) throw new Error(`not a folder of our own: ${folder}`);
  chmodSync(folder, 0o700);
}

const prefix = 'output:';

function isHandle(path: string): boolean {
  return path.startsWith(prefix) && isName(path.slice(prefix.length));
}

function isName(text: string): boolean {
  return /^[\da-f]{32}$/u.test(text);
}

/** Whole lines as far as a model takes them; a first line that is too long is cut inside. */
export function fittingPart(text: string): string {
  let end = 0;
  let bytes = 0;
  for (let lines = 0; end < text.length && lines < outputLimits.lines; lines++) {
    const newline = text.indexOf('\n', end);
    const next = newline < 0 ? text.length : newline + 1;
    bytes += Buffer.byteLength(text.slice(end, next));
    if (bytes > outputLimits.bytes) break;
    end = next;
  }
  if (end > 0 || text === '') return text.slice(0, end);
  const start = text.slice(0, outputLimits.bytes);
  // A character is not cut in half.
  return Buffer.from(start)
    .subarray(0, outputLimits.bytes)
    .toString()
    .replace(/\uFFFD$/u, '');
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
