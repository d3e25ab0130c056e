import { keyOf, type NodeRecord } from './node-record.ts';
import { Progress, type NodeRun, type RunOutcome } from './progress.ts';
import type { Plan } from './plan.ts';
import type { PlanEnd } from './progress.ts';

export interface Simulation {
  readonly end: PlanEnd | undefined;
  readonly output: unknown;
  /** The last record of each node and item. */
  readonly records: ReadonlyMap<string, NodeRecord>;
  /** Every call in the order in which it was begun. */
  readonly begun: readonly NodeRun[];
  readonly log: readonly { readonly key: string; readonly type: 'begin' | 'end'; readonly ok?: boolean }[];
  readonly mostAtOnce: number;
  readonly startsAfterStop: number;
  /** Calls that were claimed and under way when the process died. */
  readonly lost: readonly string[];
}

interface SimulationOptions extends Partial<ConstructorParameters<typeof Progress>[1]> {
  /** Turns in which the process dies. */
  readonly crashes?: ReadonlySet<number>;
  /** Calls that may not be repeated. @default none */
  readonly claims?: (run: NodeRun) => boolean;
}

/** Runs a plan in an imagined time: each call takes as long, and ends as, it is told. */
export function simulate(
  plan: Plan,
  outcomeOf: (run: NodeRun) => RunOutcome,
  durationOf: (run: NodeRun) => number = () => 1,
  { crashes = new Set(), claims = () => false, ...options }: SimulationOptions = {},
): Simulation {
  let progress = new Progress(plan, { input: plan.input, ...options });
  const records = new Map<string, NodeRecord>();
  const begun: NodeRun[] = [];
  const log: { key: string; type: 'begin' | 'end'; ok?: boolean }[] = [];
  let agenda: { at: number; run: NodeRun; pausing: boolean }[] = [];
  let now = 0;
  let running = 0;
  let mostAtOnce = 0;
  const lost: string[] = [];
  let startsAfterStop = 0;
  for (let turn = 0; ; turn++) {
    const wasStopping = progress.stopping;
    for (const run of progress.next()) {
      if (wasStopping) startsAfterStop++;
      begun.push(run);
      log.push({ key: keyOf({ node: run.node.id, item: run.item }), type: 'begin' });
      running++;
      agenda.push({ at: now + durationOf(run), run, pausing: false });
    }
    mostAtOnce = Math.max(mostAtOnce, running);
    for (const record of progress.changes()) records.set(keyOf(record), record);
    if (crashes.has(turn)) {
      // What was under way is lost with the process; what was written down is all that the next one knows.
      for (const { run, pausing } of agenda) {
        const key = keyOf({ node: run.node.id, item: run.item });
        const record = records.get(key);
        if (pausing || record === undefined || !claims(run)) continue;
        lost.push(key);
        records.set(key, { ...record, claimed: true });
      }
      progress = new Progress(plan, { input: plan.input, past: records.values() });
      agenda = [];
      running = 0;
      continue;
    }
    if (progress.end !== undefined || agenda.length === 0) break;
    const soonest = agenda.reduce((first, other) => (other.at < first.at ? other : first));
    agenda = agenda.filter((entry) => entry !== soonest);
    now = soonest.at;
    if (soonest.pausing) {
      progress.due(soonest.run);
      continue;
    }
    running--;
    const outcome = progress.stopping ? cancelled : outcomeOf(soonest.run);
    log.push({
      key: keyOf({ node: soonest.run.node.id, item: soonest.run.item }),
      type: 'end',
      ok: outcome.ok,
    });
    const pause = progress.ended(soonest.run, outcome);
    if (pause !== undefined) agenda.push({ at: now + pause.milliseconds, run: pause.run, pausing: true });
  }
  for (const record of progress.changes()) records.set(keyOf(record), record);
  const output = progress.end === undefined ? undefined : progress.output();
  return { end: progress.end, output, records, begun, log, mostAtOnce, startsAfterStop, lost };
}

export const failing = (code = 'tool_failed', retryable = true): RunOutcome => ({
  ok: false,
  failure: { status: retryable ? 'error' : 'blocked', code, message: code },
  retryable,
});

const cancelled: RunOutcome = failing('cancelled', false);
