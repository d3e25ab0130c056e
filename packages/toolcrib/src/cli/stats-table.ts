import type { StatisticsGrouping, ToolStatistics } from '@toolcrib/core';
import { showBytes, showMs, showShare, sparkline } from './figures.ts';
import type { StatsTexts } from './stats-texts.ts';
import { toTable, widthOf } from './table.ts';

/** One line of the table: the figures, and the calls over time. */
export interface StatsRow extends ToolStatistics {
  readonly overTime: readonly number[];
}

interface Column {
  readonly name: string;
  readonly show: (row: StatsRow) => string;
  readonly isText?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
}

/** The rows as a table that fits into so many columns of a terminal, as far as it can. */
export function toStatsTable(
  rows: readonly StatsRow[],
  {
    by,
    words,
    columns,
  }: { readonly by: StatisticsGrouping; readonly words: StatsTexts; readonly columns: number },
): string[] {
  const wanted = columnsOf(by, words);
  const whole = tableOf(rows, wanted);
  if (whole.every((line) => widthOf(line) <= columns)) return whole;
  return tableOf(
    rows,
    wanted.filter(({ isExtra }) => !isExtra),
  );
}

function tableOf(rows: readonly StatsRow[], columns: readonly Column[]): string[] {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ show }) => show(row)))];
  const figures = columns.flatMap(({ isText }, at) => (isText ? [] : [at]));
  return toTable(lines, { figures });
}

function columnsOf(by: StatisticsGrouping, { columns, application, unknownVersion }: StatsTexts): Column[] {
  return [
    { name: columns.tool, isText: true, show: ({ tool }) => tool },
    ...(by === 'version'
      ? [{ name: columns.version, isText: true, show: ({ version }: StatsRow) => version ?? unknownVersion }]
      : []),
    ...(by === 'agent'
      ? [{ name: columns.agent, isText: true, show: ({ agent }: StatsRow) => agent ?? application }]
      : []),
    { name: columns.calls, show: ({ calls }) => String(calls) },
    { name: columns.success, show: ({ successRate }) => showShare(successRate) },
    { name: columns.failure, show: ({ failureRate }) => showShare(failureRate) },
    { name: columns.blocked, show: ({ blocked }) => String(blocked), isExtra: true },
    { name: columns.timeouts, show: ({ timeouts }) => String(timeouts), isExtra: true },
    {
      name: columns.unknown,
      show: ({ outcomesUnknown }) => String(outcomesUnknown),
      isExtra: true,
    },
    { name: columns.mean, show: ({ meanMs }) => showMs(meanMs) },
    { name: columns.max, show: ({ maxMs }) => showMs(maxMs) },
    { name: 'p50', show: ({ p50Ms }) => showMs(p50Ms), isExtra: true },
    { name: 'p95', show: ({ p95Ms }) => showMs(p95Ms) },
    { name: 'p99', show: ({ p99Ms }) => showMs(p99Ms), isExtra: true },
    { name: columns.output, show: ({ outputBytes }) => showBytes(outputBytes), isExtra: true },
    { name: columns.overTime, isText: true, show: ({ overTime }) => sparkline(overTime) },
  ];
}
