import { emptyRollup, addRollup, type Rollup } from '../history/rollup.ts';
import type { ToolRollup } from '../history/statistics.ts';
import { wilson } from '../history/wilson.ts';
import { isFault, type Experience, type Feedback, type PastCall } from './experience.ts';

/** How a tool has done so far. */
export interface Standing {
  /** Calls of the last thirty days that were allowed, and how many of them succeeded. */
  readonly calls: number;
  readonly successes: number;
  readonly meanMs: number | undefined;
  /** How many people praised it, and how many did not. */
  readonly praised: number;
  readonly blamed: number;
  /** Between 0 and 1, as the next two: how surely it succeeds. Few calls tell little, and none is no reproach. */
  readonly reliability: number;
  readonly speed: number;
  readonly favour: number;
  /** Set after failures in a row: left out until a time, then tried again. */
  readonly failing: Failing | undefined;
}

/** A tool that failed several times in a row. */
export interface Failing {
  readonly failures: number;
  /** What it failed with last. */
  readonly errorCode: string | undefined;
  /** When it is tried again, in milliseconds since 1970. */
  readonly until: number;
  /** Whether that time has come: the next call decides. */
  readonly onTrial: boolean;
}

/** Calls that a tool had for the same kind of task. */
export interface KindTally {
  readonly good: number;
  readonly bad: number;
}

const day = 86_400_000;
/** What is older counts half, and what is older than the second not at all. */
const recentMs = 7 * day;
const oldestMs = 30 * day;
const olderCounts = 0.5;
/** A call for the same kind of task counts as so many more. */
const sameKindCounts = 2;
/** A new tool stands as if it had been called so often, with this share of successes. */
const headStart = { calls: 5, share: 0.9 };
/** What a tool is given for being new; it fades as calls come in. */
const newcomer = 0.25;
/** So many failures in a row take a tool out: first for ten minutes, then for twice as long each time, up to a day. */
const failuresInARow = 5;
const firstPauseMs = 600_000;

/** How the tools stand that were called or spoken of; read at once for one question. */
export class Standings {
  readonly #recent: ReadonlyMap<string, Rollup>;
  readonly #older: ReadonlyMap<string, Rollup>;
  readonly #feedback: ReadonlyMap<string, readonly Feedback[]>;
  readonly #experience: Experience | undefined;
  readonly #now: number;

  private constructor(
    experience: Experience | undefined,
    now: number,
    recent: readonly ToolRollup[],
    older: readonly ToolRollup[],
    feedback: readonly Feedback[],
  ) {
    this.#experience = experience;
    this.#now = now;
    this.#recent = byTool(recent);
    this.#older = byTool(older);
    // Who changes their mind has said the last word.
    const last = new Map(feedback.map((said) => [said.callId, said]));
    this.#feedback = Map.groupBy(last.values(), ({ tool }) => tool);
  }

  static async read(experience: Experience | undefined, now: number): Promise<Standings> {
    if (experience === undefined) return new Standings(undefined, now, [], [], []);
    const [recent, older, feedback] = await Promise.all([
      experience.rollups({ since: now - recentMs }),
      experience.rollups({ since: now - oldestMs, until: now - recentMs }),
      experience.feedback(),
    ]);
    return new Standings(experience, now, recent, older, feedback);
  }

  async of(tool: string, { good, bad }: KindTally): Promise<Standing> {
    const recent = this.#recent.get(tool) ?? emptyRollup();
    const older = this.#older.get(tool) ?? emptyRollup();
    const weigh = (count: (rollup: Rollup) => number): number => count(recent) + olderCounts * count(older);
    const successes = weigh((rollup) => rollup.successes) + sameKindCounts * good;
    const failures = weigh((rollup) => rollup.errors) + sameKindCounts * bad;
    const all = emptyRollup();
    addRollup(all, recent);
    addRollup(all, older);
    const calls = all.successes + all.errors;
    const meanMs = calls === 0 ? undefined : all.totalMs / calls;
    const said = this.#feedback.get(tool) ?? [];
    const praised = said.filter((one) => one.good).length;
    const blamed = said.length - praised;
    // Who never failed lately cannot have failed several times in a row.
    const latest = all.errors < failuresInARow ? [] : await this.#experience?.latest(tool);
    return {
      calls,
      successes: all.successes,
      meanMs,
      praised,
      blamed,
      reliability: reliabilityOf(successes, failures),
      speed: speedOf(meanMs),
      favour: (praised + 1) / (praised + blamed + 2),
      failing: failingOf(latest ?? [], this.#now),
    };
  }
}

function byTool(rollups: readonly ToolRollup[]): ReadonlyMap<string, Rollup> {
  const sums = new Map<string, Rollup>();
  for (const { tool, rollup } of rollups) {
    const sum = sums.get(tool) ?? emptyRollup();
    sums.set(tool, sum);
    addRollup(sum, rollup);
  }
  return sums;
}

/** The lower end of what its share of successes may truly be, with a head start: one lucky call proves nothing. */
export function reliabilityOf(successes: number, failures: number): number {
  const calls = successes + failures;
  const { lower } = wilson(successes + headStart.calls * headStart.share, calls + headStart.calls);
  return Math.min(1, lower + (newcomer * headStart.calls) / (headStart.calls + calls));
}

/** 1 up to a tenth of a second, 0 from half a minute on; in the middle when nobody knows. */
function speedOf(meanMs: number | undefined): number {
  if (meanMs === undefined) return 0.5;
  return Math.min(1, Math.max(0, 1 - Math.log10(meanMs / 100) / 2.5));
}

/** All of it follows from the calls, so that every machine comes to the same and nothing need be kept. */
export function failingOf(latest: readonly PastCall[], now: number): Failing | undefined {
  const told = latest.filter((call) => call.status === 'success' || isFault(call));
  const end = told.findIndex(({ status }) => status === 'success');
  const failures = end === -1 ? told.length : end;
  const [last] = told;
  if (last === undefined || failures < failuresInARow) return undefined;
  const until = last.time + Math.min(day, firstPauseMs * 2 ** (failures - failuresInARow));
  return { failures, errorCode: last.errorCode, until, onTrial: now >= until };
}
