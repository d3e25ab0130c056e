import type { CallRecord } from './record.ts';
import { addCall, addRollup, emptyRollup, percentiles, type Rollup } from './rollup.ts';

/** What the calls of one version of a tool by one agent add up to. */
export interface ToolRollup {
  readonly tool: string;
  /** Undefined when no such tool was found. */
  readonly version: string | undefined;
  /** Undefined for the embedding application itself. */
  readonly agent: string | undefined;
  readonly rollup: Rollup;
}

/** What is told apart: the tools alone, their versions, or who called them. */
export type StatisticsGrouping = 'tool' | 'version' | 'agent';

/** How often a tool was called, how it ended and how long it took. */
export interface ToolStatistics extends CallStatistics {
  readonly tool: string;
  /** Undefined where versions are counted together, and when no such tool was found. */
  readonly version: string | undefined;
  /** Undefined where agents are counted together, and for the embedding application itself. */
  readonly agent: string | undefined;
}

/** How many calls there were, how they ended and how long they took. Shares are between 0 and 1. */
export interface CallStatistics {
  readonly calls: number;
  readonly successes: number;
  readonly errors: number;
  /** Calls that were not allowed. They count for no rate and no duration: the tool did nothing. */
  readonly blocked: number;
  readonly timeouts: number;
  /** Calls whose process ended before they did. They count for no rate and no duration either. */
  readonly outcomesUnknown: number;
  /** Of the calls that were allowed; undefined when none was. So are the rates and durations below. */
  readonly successRate: number | undefined;
  readonly failureRate: number | undefined;
  readonly meanMs: number | undefined;
  readonly maxMs: number | undefined;
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
  readonly p99Ms: number | undefined;
  /** Bytes of all outputs as JSON. */
  readonly outputBytes: number;
}

/** Adds records up, such as those of a `MemoryHistory`. */
export function rollUp(records: Iterable<CallRecord>): ToolRollup[] {
  const rollups = new Map<string, ToolRollup>();
  for (const record of records) {
    const { tool, version, agent, output } = record;
    const key = keyOf(tool, version, agent);
    let held = rollups.get(key);
    if (held === undefined) rollups.set(key, (held = { tool, version, agent, rollup: emptyRollup() }));
    addCall(
      held.rollup,
      record,
      output === undefined ? 0 : new TextEncoder().encode(JSON.stringify(output)).length,
    );
  }
  return [...rollups.values()];
}

/**
 * Statistics of what was added up: the tools that were called most first, and the rows of one tool together.
 *
 *     toStatistics(rollUp(history.list({ since })), 'version')
 */
export function toStatistics(
  rollups: Iterable<ToolRollup>,
  by: StatisticsGrouping = 'tool',
): ToolStatistics[] {
  const groups = new Map<string, ToolRollup>();
  const callsOf = new Map<string, number>();
  for (const { tool, version, agent, rollup } of rollups) {
    const group = {
      tool,
      version: by === 'version' ? version : undefined,
      agent: by === 'agent' ? agent : undefined,
    };
    const key = keyOf(group.tool, group.version, group.agent);
    let held = groups.get(key);
    if (held === undefined) groups.set(key, (held = { ...group, rollup: emptyRollup() }));
    addRollup(held.rollup, rollup);
    callsOf.set(tool, (callsOf.get(tool) ?? 0) + rollup.calls);
  }
  const total = ({ tool }: ToolStatistics): number => callsOf.get(tool) ?? 0;
  const rows = [...groups.values()].map(({ rollup, ...group }) => ({ ...group, ...statisticsOf(rollup) }));
  return rows.toSorted(
    (one, other) =>
      total(other) - total(one) ||
      compareTexts(one.tool, other.tool) ||
      other.calls - one.calls ||
      // Of two that were called equally often the newer one first.
      compareTexts(other.version, one.version) ||
      compareTexts(one.agent, other.agent),
  );
}

/** What a rollup tells, whoever called what. */
export function statisticsOf(rollup: Rollup): CallStatistics {
  const { calls, successes, errors, blocked, timeouts, outcomesUnknown, totalMs, maxMs, outputBytes } =
    rollup;
  const [p50Ms, p95Ms, p99Ms] = percentiles(rollup, [0.5, 0.95, 0.99]);
  const allowed = successes + errors;
  const ofAllowed = (part: number): number | undefined => (allowed === 0 ? undefined : part / allowed);
  return {
    calls,
    successes,
    errors,
    blocked,
    timeouts,
    outcomesUnknown,
    successRate: ofAllowed(successes),
    failureRate: ofAllowed(errors),
    meanMs: ofAllowed(totalMs),
    maxMs: allowed === 0 ? undefined : maxMs,
    p50Ms,
    p95Ms,
    p99Ms,
    outputBytes,
  };
}

/** Names that were made up may hold anything, so nothing can stand between them but JSON. */
function keyOf(...names: readonly (string | undefined)[]): string {
  return JSON.stringify(names);
}

function compareTexts(one = '', other = ''): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
