import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import { createStoredApprovals } from './stored-approvals.ts';
import { createStoredGrants } from './stored-grants.ts';

export interface KillReport {
  readonly kills: number;
  /** Everything that was acknowledged before a kill. */
  readonly acknowledged: number;
  /** Calls that a kill left half done and that were made again. */
  readonly repeated: number;
  /** What was acknowledged and is not there. */
  readonly lost: readonly string[];
  /** Calls that ran more than once. */
  readonly ranTwice: readonly string[];
}

/**
 * Kills a process again and again while it opens, answers and uses approvals and gives grants, each time at another point;
 * the next one makes the calls again that were left half done. `random` gives numbers from 0 up to 1.
 */
export async function killAroundApprovals(
  place: Place,
  { kills, random }: { readonly kills: number; readonly random: () => number },
): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-kills-'));
  const log = join(folder, 'ran.log');
  const told: string[] = [];
  let repeated = 0;
  try {
    let unfinished: string[] = [];
    for (let generation = 0; generation < kills; generation++) {
      repeated += unfinished.length;
      const lines = await victim(
        [JSON.stringify(place), log, JSON.stringify(unfinished), String(generation)],
        random,
      );
      const ended = new Set(wordsOf(lines, 'ended'));
      unfinished = wordsOf(lines, 'calling').filter((call) => !ended.has(call));
      told.push(...lines);
    }
    const ran = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
    return {
      kills,
      acknowledged: told.filter((line) => !/^(?:ready|calling)/u.test(line)).length,
      repeated,
      lost: [...(await lostOf(place, told)), ...neverRan(told, ran)],
      ranTwice: ran.filter((call, index) => ran.indexOf(call) !== index),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What one victim tells until it is killed. */
async function victim(given: readonly string[], random: () => number): Promise<string[]> {
  const file = fileURLToPath(new URL('approval-victim.test-support.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', file, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const closed = once(child, 'close');
  // Counted in steps, not in time: however busy the machine is, some die in their first step and some after many.
  const steps = 1 + Math.floor(random() * 16);
  const reached = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (lines.push(line) === steps) reached.resolve();
  });
  await Promise.race([reached.promise, closed]);
  await wait(random() * 5);
  child.kill('SIGKILL');
  await closed;
  if (child.signalCode !== 'SIGKILL') throw new Error(`a victim ended by itself: ${lines.at(-1) ?? ''}`);
  return lines;
}

function wordsOf(lines: readonly string[], first: string): string[] {
  return lines.flatMap((line) => (line.startsWith(`${first} `) ? line.split(' ', 2).slice(1) : []));
}

/** A call that was told to have succeeded has run. */
function neverRan(told: readonly string[], ran: readonly string[]): string[] {
  const done = new Set(ran);
  return told.filter((line) => line.endsWith(' success') && !line.split(' ').some((word) => done.has(word)));
}

async function lostOf(place: Place, told: readonly string[]): Promise<string[]> {
  const database = openAt(place);
  const kept = new Map(
    (await createStoredApprovals(database).list({ limit: 1_000_000 })).map((approval) => [
      approval.id,
      approval,
    ]),
  );
  const grants = new Map(
    (await createStoredGrants(database).list({ all: true })).map((grant) => [grant.id, grant]),
  );
  await database.close();
  return told.filter((line) => {
    const [word, id = '', by] = line.split(' ');
    switch (word) {
      case 'opened':
        return !kept.has(id);
      case 'answered':
        return kept.get(id)?.answeredBy !== by;
      case 'used':
        return kept.get(id)?.status !== 'used';
      case 'granted':
        return !grants.has(id);
      case 'revoked':
        return grants.get(id)?.revokedAt === undefined;
      default:
        return false;
    }
  });
}
