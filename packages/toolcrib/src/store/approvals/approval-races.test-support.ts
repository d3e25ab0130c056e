import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import type { Heat, HeatResult } from './approval-racer.test-support.ts';

export interface RaceOptions {
  readonly races: number;
  readonly processes: number;
  /** Races of one heat: all processes do the same step of all of them, in the same order, before the next step. */
  readonly heat?: number;
  /** Hears how many are over, after each heat. */
  readonly onHeat?: (races: number) => void;
}

export interface RaceReport {
  readonly races: number;
  /** Races in which more or fewer than one process won a step. */
  readonly wrong: Readonly<Record<'open' | 'answer' | 'use', readonly string[]>>;
  /** Races whose row does not tell what the winner was told. */
  readonly misremembered: readonly string[];
}

/** Lets many processes open, answer and use the same approvals at once, and counts who was told to have won. */
export async function raceApprovals(
  place: Place,
  { races, processes, heat = 50, onHeat }: RaceOptions,
): Promise<RaceReport> {
  const racers = Array.from({ length: processes }, (_, index) => startRacer(place, `p${index}`));
  const wrong = { open: [] as string[], answer: [] as string[], use: [] as string[] };
  const answeredBy = new Map<string, string>();
  try {
    await Promise.all(racers.map(nextResult));
    for (let start = 0; start < races; start += heat) {
      const names = Array.from({ length: Math.min(heat, races - start) }, (_, at) => `race-${start + at}`);
      for (const step of ['open', 'answer', 'use'] as const) {
        const results = await Promise.all(racers.map((racer) => runHeat(racer, { step, races: names })));
        for (const race of names) {
          const winners = results.flatMap(({ won }, index) => (won.includes(race) ? [`p${index}`] : []));
          if (winners.length !== 1) wrong[step].push(race);
          if (step === 'answer') answeredBy.set(race, winners.join());
        }
      }
      onHeat?.(start + names.length);
    }
    return { races, wrong, misremembered: await misremembered(place, answeredBy) };
  } finally {
    for (const racer of racers) if (racer.connected) racer.send({ step: 'end' } satisfies Heat);
    for (const racer of racers)
      if (racer.exitCode === null && racer.signalCode === null) await once(racer, 'exit');
  }
}

function startRacer(place: Place, name: string): ChildProcess {
  const file = fileURLToPath(new URL('approval-racer.test-support.ts', import.meta.url));
  return fork(file, [JSON.stringify(place), name], { execArgv: ['--no-warnings'] });
}

function runHeat(racer: ChildProcess, heat: Heat): Promise<HeatResult> {
  const result = nextResult(racer);
  racer.send(heat);
  return result;
}

async function nextResult(racer: ChildProcess): Promise<HeatResult> {
  const over = new AbortController();
  try {
    const { signal } = over;
    const died = once(racer, 'exit', { signal }).then(() => Promise.reject(new Error('a racer died')));
    const [result] = (await Promise.race([once(racer, 'message', { signal }), died])) as [HeatResult];
    return result;
  } finally {
    over.abort();
  }
}

async function misremembered(place: Place, answeredBy: ReadonlyMap<string, string>): Promise<string[]> {
  const database = openAt(place);
  const { read } = await database.get();
  const rows = await read.selectFrom('approvals').select(['call_id', 'answered_by', 'used_at']).execute();
  await database.close();
  const kept = new Map(rows.map((row) => [row.call_id, row]));
  return [...answeredBy.keys()].filter((race) => {
    const row = kept.get(race);
    return row?.answered_by !== answeredBy.get(race) || row?.used_at === null;
  });
}
