import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { otherNamesOf } from '../config-file-names.ts';
import { documentLimits } from '../document-limits.ts';
import { pathAsName } from '../path-as-name.ts';
import { isRecord } from './setting.ts';

/** A configuration as it was accepted on this machine. */
export interface TrustRecord {
  /** The configuration file by its real path: a link to an accepted file elsewhere is not accepted. */
  readonly file: string;
  /** SHA-256 of the file's text. */
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** What the file said, or the entries of it that were accepted one by one. */
  readonly document: { readonly [key: string]: unknown };
}

/** The accepted configurations of this user, one file each, outside every project. */
export class TrustRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Undefined when nothing was accepted, and also when the record is not one: then it must be done again. A configuration
   * that takes the place of an accepted one beside it, as `toolcrib.json` does of `toolcrib.yaml`, is held against that one.
   */
  read(file: string): TrustRecord | undefined {
    if (!this.#isOurs()) return undefined;
    for (const name of [file, ...otherNamesOf(file)]) {
      const record = readRecord(join(this.#folder, recordName(name)));
      if (record?.file === name) return record;
    }
    return undefined;
  }

  list(): readonly TrustRecord[] {
    if (!this.#isOurs()) return [];
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readRecord(join(this.#folder, name)) ?? [])
      .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  }

  write(record: TrustRecord): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#folder, recordName(record.file)), JSON.stringify(record), { mode: 0o600 });
    for (const other of otherNamesOf(record.file)) this.#forget(other);
  }

  /** @returns whether there was one */
  remove(file: string): boolean {
    const existed = this.read(file) !== undefined;
    for (const name of [file, ...otherNamesOf(file)]) this.#forget(name);
    return existed;
  }

  #forget(file: string): void {
    rmSync(join(this.#folder, recordName(file)), { force: true });
  }

  /** A folder that others can write to holds nobody's word. */
  #isOurs(): boolean {
    const stats = lstatSync(this.#folder, { throwIfNoEntry: false });
    return stats !== undefined && stats.isDirectory() && isPrivate(stats);
  }
}

/** How an acceptance names a configuration: its folder resolved, its own name as it is. */
export function identityOf(file: string): string {
  return join(realpathSync(dirname(file)), basename(file));
}

function recordName(file: string): string {
  return `${pathAsName(file)}.json`;
}

function readRecord(path: string): TrustRecord | undefined {
  try {
    const value: unknown = JSON.parse(readPrivate(path));
    if (!isRecord(value)) return undefined;
    const { file, digest, acceptedAt, document } = value;
    const isComplete =
      typeof file === 'string' && typeof digest === 'string' && typeof acceptedAt === 'number';
    return isComplete && isRecord(document) ? { file, digest, acceptedAt, document } : undefined;
  } catch {
    return undefined;
  }
}

/** Follows no link and waits for no pipe. */
function readPrivate(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isPrivate(stats) || stats.size > mostBytes) throw new Error('no record');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Escapes make a document longer than its file. */
const mostBytes = 6 * documentLimits.bytes;

/** Owned by this user, and written by nobody else. */
function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
