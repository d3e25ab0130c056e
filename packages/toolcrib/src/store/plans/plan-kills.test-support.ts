import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Place } from '../databases/both-databases.test-support.ts';
import { doubled, startReceiver } from '../receiver.test-support.ts';
import { expectedOutput } from './paying.test-support.ts';

export interface PlanKillReport {
  readonly kills: number;
  readonly calls: number;
  /** Calls that may be repeated, were left under way by a kill, and were made once more. */
  readonly repeated: number;
  /** Payments that have arrived at the receiver. */
  readonly payments: number;
  /** Payments whose outcome was unknown, so that a person had to look. */
  readonly unknown: number;
  /** Those of them that had arrived: what would have been paid twice. */
  readonly arrived: number;
  /** Plans that did not end as they should. */
  readonly unfinished: readonly string[];
  /** Payments that arrived twice; calls that were made again after they had ended, twice in one life, or under another id. */
  readonly wrong: readonly string[];
}

/**
 * Kills a process again and again while it runs plans, each time at another point; the next one goes on with what was left,
 * and the last one decides what is parked and ends everything. `random` gives numbers from 0 up to 1.
 */
export async function killAroundPlans(
  place: Place,
  { kills, random }: { readonly kills: number; readonly random: () => number },
): Promise<PlanKillReport> {
  const receiver = await startReceiver({ answer: () => wait(5 + random() * 30) });
  const { url } = receiver;
  const lives: string[][] = [];
  for (let life = 0; life < kills; life++)
    // Some live long enough to end what the ones before them have left.
    lives.push(
      await victim({ place, url, own: `plan-${life}`, steps: 1 + Math.floor(random() ** 2 * 200) }, random),
    );
  lives.push(await victim({ place, url, own: '', steps: Infinity }, random));
  await receiver.stop();
  const lines = lives.flat();
  const ended = new Set(
    lines.flatMap((line) => {
      const [, planId, output] = /^ended (\S+) succeeded (.*)$/u.exec(line) ?? [];
      return planId !== undefined && output === expectedOutput(planId) ? [planId] : [];
    }),
  );
  const submitted = new Set(lines.flatMap((line) => /^begun (plan-[\d-]+):/u.exec(line)?.[1] ?? []));
  const decided = lines.flatMap((line) => {
    const [, unknown, arrived] = /^decided \S+ (\d+) (\d+)$/u.exec(line) ?? [];
    return unknown === undefined ? [] : [{ unknown: Number(unknown), arrived: Number(arrived) }];
  });
  const { wrong, ...judged } = judge(lives);
  return {
    kills,
    ...judged,
    payments: receiver.received.size,
    unknown: decided.reduce((sum, { unknown }) => sum + unknown, 0),
    arrived: decided.reduce((sum, { arrived }) => sum + arrived, 0),
    unfinished: [...submitted].filter((planId) => !ended.has(planId)),
    wrong: [...wrong, ...doubled(receiver)],
  };
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

interface Life {
  readonly place: Place;
  readonly url: string;
  readonly own: string;
  /** After so many lines it is killed. */
  readonly steps: number;
}

/** What one victim tells until it is killed, or until it ends when it is let live. */
async function victim({ place, url, own, steps }: Life, random: () => number): Promise<string[]> {
  const file = fileURLToPath(new URL('plan-victim.test-support.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', file, JSON.stringify(place), url, own], {
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
    await wait(random() * 8);
    child.kill('SIGKILL');
  }
  await closed;
  return lines;
}
