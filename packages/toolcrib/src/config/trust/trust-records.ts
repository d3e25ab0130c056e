import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../connectors/replace-file.ts';
import { isRecord } from './setting.ts';
import { textDigest } from './text-digest.ts';

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

  /** Undefined when nothing was accepted, and also when the record is not one: then it must be done again. */
  read(file: string): TrustRecord | undefined {
    const record = readRecord(join(this.#folder, recordName(file)));
    return record?.file === file ? record : undefined;
  }

  list(): readonly TrustRecord[] {
    let names: string[];
    try {
      names = readdirSync(this.#folder);
    } catch {
      return [];
    }
    return names
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readRecord(join(this.#folder, name)) ?? [])
      .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  }

  write(record: TrustRecord): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    replaceFile(join(this.#folder, recordName(record.file)), JSON.stringify(record), { mode: 0o600 });
  }

  /** @returns whether there was one */
  remove(file: string): boolean {
    const existed = this.read(file) !== undefined;
    rmSync(join(this.#folder, recordName(file)), { force: true });
    return existed;
  }
}

/** How an acceptance names a configuration: its folder resolved, its own name as it is. */
export function identityOf(file: string): string {
  return join(realpathSync(dirname(file)), basename(file));
}

function recordName(file: string): string {
  return `${textDigest(file)}.json`;
}

function readRecord(path: string): TrustRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(value)) return undefined;
    const { file, digest, acceptedAt, document } = value;
    const isComplete =
      typeof file === 'string' && typeof digest === 'string' && typeof acceptedAt === 'number';
    return isComplete && isRecord(document) ? { file, digest, acceptedAt, document } : undefined;
  } catch {
    return undefined;
  }
}
