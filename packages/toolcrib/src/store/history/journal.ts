import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Batch } from './batch.ts';
import { readLine, type RecordLine } from './record-line.ts';

/** Files in which batches wait that their store did not take. */
export interface Journal {
  /** Throws when that fails as well. */
  write(batch: Batch): void;
  /** The batches that wait, those of one writer in their order. */
  waiting(): readonly WaitingBatch[];
  /** How many records wait of calls that have no other. */
  count(): number;
}

interface WaitingBatch {
  readonly writer: string;
  readonly number: number;
  readonly records: number;
  /** `gone` when another process has taken it in, `unreadable` when the file does not hold what was written. */
  read(): Batch | 'gone' | 'unreadable';
  remove(): void;
  /** Keeps the file where it is not looked at again; returns its new name. */
  setAside(): string;
}

/** What waits may not fill the disk. */
const maxBytes = 256 * 1024 * 1024;

/** Its name counts the records of calls that have no other, so that nobody has to read it for that. */
const fileName = /^(?<writer>[\da-f]+)-(?<number>\d{10})-(?<records>\d+)\.jsonl$/u;

export function createJournal(folderOf: () => string): Journal {
  return {
    write({ writer, number, lines }) {
      const folder = folderOf();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const text = `${lines.map((line) => line.text).join('\n')}\n`;
      // What has a start record is not missing while it waits.
      const untraced = lines.filter(({ isStarted }) => isStarted !== true).length;
      if (bytesIn(folder) + text.length > maxBytes) throw new Error(`${folder} holds ${maxBytes} bytes`);
      const file = join(folder, `${writer}-${String(number).padStart(10, '0')}-${untraced}.jsonl`);
      // Under another name until it is whole: who reads it must not meet half of it.
      try {
        writeFileSync(`${file}.part`, text, { mode: 0o600, flush: true });
        renameSync(`${file}.part`, file);
      } catch (error) {
        rmSync(`${file}.part`, { force: true });
        throw error;
      }
    },
    waiting() {
      const folder = folderOf();
      return namesIn(folder)
        .toSorted()
        .flatMap((name) => {
          const { writer, number, records } = fileName.exec(name)?.groups ?? {};
          if (writer === undefined) return [];
          const file = join(folder, name);
          const batch = { writer, number: Number(number) };
          return {
            ...batch,
            records: Number(records),
            read: () => readFrom(file, batch),
            remove: () => rmSync(file, { force: true }),
            setAside() {
              const aside = `${file}.unreadable`;
              if (existsSync(file)) renameSync(file, aside);
              return aside;
            },
          };
        });
    },
    count: () =>
      namesIn(folderOf()).reduce(
        (sum, name) => sum + Number(fileName.exec(name)?.groups?.['records'] ?? 0),
        0,
      ),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function bytesIn(folder: string): number {
  return namesIn(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function readFrom(file: string, batch: Omit<Batch, 'lines'>): Batch | 'gone' | 'unreadable' {
  if (!existsSync(file)) return 'gone';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map(readRecord);
  return lines.every((line) => line !== undefined) ? { ...batch, lines } : 'unreadable';
}

function readRecord(text: string): RecordLine | undefined {
  try {
    const line = readLine(text);
    const { callId, tool, status, time } = line;
    const isRecord =
      [callId, tool, status].every((field) => typeof field === 'string') && typeof time === 'number';
    return isRecord ? line : undefined;
  } catch {
    return undefined;
  }
}
