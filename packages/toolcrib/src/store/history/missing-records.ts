import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGone } from '../process-life.ts';
import { randomName } from '../random-name.ts';
import type { HistoryGap } from './stored-history.ts';
import { ownProcess } from './running-calls.ts';

/** Records that no store has: those that are lost, and those that only the memory of a process holds. */
interface MissingCount {
  readonly lost: number;
  readonly waiting: number;
  /** The times of the first and the last of these calls, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

/** What a process that is gone has left: everything that it still held is lost. */
interface LeftBehind {
  /** Nobody else's, so that it is noted once. */
  readonly name: string;
  readonly gap: HistoryGap;
  readonly remove: () => void;
}

/**
 * How many records each process is missing, kept while its store does not take them. The figures are the names of empty files:
 * a name can be changed on a disk that is full, and survives a process that is killed.
 */
export interface MissingRecords {
  /** Keeps the count of this process. Where not even a name can be written, it lives in memory only. */
  note(count: MissingCount): void;
  /** This process misses nothing any more. */
  clear(): void;
  /** The name that the current count of this process is noted by; a new one after `clear`. */
  readonly name: string;
  leftBehind(): readonly LeftBehind[];
  /** Of all other processes, living or gone. */
  ofOthers(): Pick<MissingCount, 'lost' | 'waiting'>;
}

/** A process elsewhere renames its file every few seconds while its store fails. After so long without that it is gone. */
const silentForMs = 60_000;

const fileName =
  /^(?<name>[\da-f]+)-(?<machine>[\da-f]{8})-(?<pid>\d+)-(?<started>\d*)-(?<lost>\d+)-(?<waiting>\d+)-(?<since>\d+)-(?<until>\d+)\.missing$/u;

export function createMissingRecords(folderOf: () => string): MissingRecords {
  let own: string | undefined;
  let current: string | undefined;
  const others = (): Account[] => accountsIn(folderOf()).filter(({ name }) => name !== own);
  return {
    get name() {
      return (own ??= randomName());
    },
    note({ lost, waiting, since, until }) {
      const { machine, pid, started } = ownProcess();
      const figures = [lost, waiting, Math.floor(since), Math.ceil(until)];
      own ??= randomName();
      const file = `${[own, markOf(machine), pid, started, ...figures].join('-')}.missing`;
      if (file === current) return;
      try {
        const folder = folderOf();
        if (current === undefined) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          writeFileSync(join(folder, file), '', { mode: 0o600 });
        } else renameSync(join(folder, current), join(folder, file));
        current = file;
      } catch {
        // The process itself still tells.
      }
    },
    clear() {
      if (current !== undefined) rmSync(join(folderOf(), current), { force: true });
      current = undefined;
      own = undefined;
    },
    leftBehind: () => others().flatMap((account) => (isLeft(account) ? [toLeftBehind(account)] : [])),
    ofOthers: () => {
      const sum = { lost: 0, waiting: 0 };
      for (const account of others()) {
        sum.lost += account.lost;
        sum[isLeft(account) ? 'lost' : 'waiting'] += account.waiting;
      }
      return sum;
    },
  };
}

interface Account extends MissingCount {
  readonly file: string;
  readonly name: string;
  readonly machine: string;
  readonly pid: number;
  readonly started: string;
}

function accountsIn(folder: string): Account[] {
  return namesIn(folder).flatMap((entry) => {
    const { name, machine, started = '', ...figures } = fileName.exec(entry)?.groups ?? {};
    if (name === undefined || machine === undefined) return [];
    const [pid, lost, waiting, since, until] = ['pid', 'lost', 'waiting', 'since', 'until'].map((figure) =>
      Number(figures[figure]),
    ) as [number, number, number, number, number];
    return { file: join(folder, entry), name, machine, pid, started, lost, waiting, since, until };
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isLeft(account: Account): boolean {
  const isHere = account.machine === markOf(ownProcess().machine);
  const changed = statSync(account.file, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return (isHere ? isGone(account) : undefined) ?? Date.now() - changed > silentForMs;
}

function toLeftBehind({ name, lost, waiting, since, until, file }: Account): LeftBehind {
  const gap = { records: lost + waiting, since, until };
  return { name, gap, remove: () => rmSync(file, { force: true }) };
}

function markOf(machine: string): string {
  // Loaded here: few processes ever miss a record.
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha256', machine).slice(0, 8);
}
