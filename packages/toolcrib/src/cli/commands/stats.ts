import { toStatistics, toWireStatistics, type StatisticsGrouping, type ToolStatistics } from '@toolcrib/core';
import type { CallsOverTime } from '../../store/statistics/calls-over-time.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { orLastWeek, parsePeriod } from '../parse-time.ts';
import { openSession, type Session } from '../session.ts';
import { toStatsTable, type StatsRow } from '../stats-table.ts';
import { statsTexts } from '../stats-texts.ts';
import { tellUnrecorded } from '../tell-unrecorded.ts';

const groupings = ['tool', 'version', 'agent'] as const;

/** `stats [NAME]`: how often tools were called, how that ended and how long it took. */
export async function stats(session: Session): Promise<number> {
  const { terminal, line, json } = session;
  const by = readGrouping(session);
  const now = Date.now();
  const period = orLastWeek(parsePeriod(session, now), now);
  const opened = await openSession(session);
  const { service, store, locale } = opened;
  const [asked] = line.operands;
  const known = asked === undefined ? undefined : service.registry.get(asked);
  const query = { ...period, tool: known?.name ?? asked, agent: line.options.agent };
  const found = toStatistics(await store.statistics.rollups(query), by);
  // A tool that is gone may still have figures; one that never was has none.
  if (asked !== undefined && known === undefined && found.length === 0)
    throw service.registry.notFound(asked);
  const overTime = await store.statistics.callsOverTime({ ...query, until: period.until ?? now, by });
  await tellUnrecorded(session, opened);
  const rows = found.map((row) => ({ ...row, overTime: callsOf(row, overTime) }));
  if (json || terminal.columns === undefined) {
    await terminal.writeJson(JSON.stringify(toWire(rows, overTime, by), null, 2));
    return exitCodes.success;
  }
  const words = statsTexts(locale);
  if (rows.length > 0)
    for (const row of toStatsTable(rows, { by, words, columns: terminal.columns })) await terminal.write(row);
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const told = [calls === 0 ? words.noCalls : words.calls(calls)];
  terminal.tell(words.summary(period, told));
  return exitCodes.success;
}

function readGrouping({ line, languages }: Session): StatisticsGrouping {
  const { by = 'tool' } = line.options;
  const known = groupings.find((grouping) => grouping === by);
  const words = statsTexts(languages.chosen ?? languages.system);
  if (known === undefined) throw new UsageError(words.unknownGrouping(by, groupings));
  return known;
}

function callsOf({ tool, version, agent }: ToolStatistics, { rows }: CallsOverTime): readonly number[] {
  const own = rows.find((row) => row.tool === tool && row.version === version && row.agent === agent);
  return own?.calls ?? [];
}

function toWire(
  rows: readonly StatsRow[],
  { start, stepMs }: CallsOverTime,
  by: StatisticsGrouping,
): object[] {
  return rows.map((row) => ({
    tool: row.tool,
    ...(by === 'version' && { version: row.version ?? null }),
    ...(by === 'agent' && { agent: row.agent ?? null }),
    ...toWireStatistics(row),
    calls_over_time: { start: new Date(start).toISOString(), step_ms: stepMs, calls: row.overTime },
  }));
}
