import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Place } from '../databases/both-databases.test-support.ts';

export interface PlanKillReport {
  readonly kills: number;
  readonly calls: number;
  /** Calls that a kill left under way and that were made once more. */
  readonly repeated: number;
  /** Plans that did not end as they should. */
  readonly unfinished: readonly string[];
  /** What was called again although it had ended, more than once in one life, or under another id. */
  readonly wrong: readonly string[];
}

/**
 * Kills a process again and again while it runs plans, each time at another point; the next one goes on with what was left,
 * and the last one ends everything. `random` gives numbers from 0 up to 1.
 */
export async function killAroundPlans(
  place: Place,
  { kills, random }: { readonly kills: number; readonly random: () => number },
): Promise<PlanKillReport> {
  const lives: string[][] = [];
  for (let life = 0; life < kills; life++)
    // Some live long enough to end what the ones before them have left.
    lives.push(await victim(place, `plan-${life}`, 1 + Math.floor(random() ** 2 * 300), random));
  lives.push(await victim(place, '', Infinity, random));
  const ended = new Set(
    lives.flat().flatMap((line) => /^ended (\S+) succeeded \[1,2,3,4,5,6\]$/u.exec(line)?.[1] ?? []),
  );
  const submitted = new Set(lives.flat().flatMap((line) => /^begun (plan-[\d-]+):/u.exec(line)?.[1] ?? []));
  return { kills, ...judge(lives), unfinished: [...submitted].filter((planId) => !ended.has(planId)) };
}

/** Holds what all of them told against what may happen. */
function judge(lives: readonly (readonly string[])[]): Pick<PlanKillReport, 'calls' | 'repeated' | 'wrong'> {
  const stored = new Set<string>();
  const callIds = new Map<string, string>();
  const wrong: string[] = [];
  let [calls, repeated] = [0, 0];
  for (const [life, lines] of lives.entries()) {
    const begunHere = new Set<string>();
    for (const line of lines) {
      const [word, key = '', callId = ''] = line.split(' ');
      if (word === 'stored') stored.add(key);
      if (word !== 'begun') continue;
      calls++;
      if (callIds.has(key)) repeated++;
      if (stored.has(key)) wrong.push(`${key} was called again in life ${life}, after it had ended`);
      if (begunHere.has(key)) wrong.push(`${key} was called twice in life ${life}`);
      if ((callIds.get(key) ?? callId) !== callId) wrong.push(`${key} was called as ${callId}`);
      begunHere.add(key);
      callIds.set(key, callId);
    }
  }
  return { calls, repeated, wrong };
}

/** What one victim tells until it is killed, or until it ends when it is let live. */
async function victim(place: Place, own: string, steps: number, random: () => number): Promise<string[]> {
  const file = fileURLToPath(new URL('plan-victim.test-support.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', file, JSON.stringify(place), own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const closed = once(child, 'close');
  // Counted in steps, not in time: however busy the machine is, some die in their first step and some after many.
  const reached = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (lines.push(line) === steps) reached.resolve();
  });
  await Promise.race([reached.promise, closed]);
  if (steps < Infinity) {
    await wait(random() * 5);
    child.kill('SIGKILL');
  }
  await closed;
  return lines;
}
