import { toWireRecord } from '@toolcrib/core';
import type { StoredRecord } from '../store/history/stored-history.ts';
import { showTime } from './figures.ts';
import type { HistoryTexts } from './history-texts.ts';
import { toTable } from './table.ts';

/** Records as a table, newest first. */
export function toHistoryTable(records: readonly StoredRecord[], { columns }: HistoryTexts): string[] {
  const { time, status, tool, agent, duration, id, what } = columns;
  const rows = records.map((record) => [
    showTime(record.time, 'second'),
    statusOf(record),
    record.tool,
    record.agent ?? '-',
    String(Math.round(record.executionTimeMs)),
    record.callId,
    whatOf(record),
  ]);
  return toTable([[time, status, tool, agent, duration, id, what], ...rows], { figures: [4] });
}

/** One record on one line, for those who watch. */
export function toHistoryLine(record: StoredRecord): string {
  const { tool, agent = '-', executionTimeMs, callId } = record;
  const parts = [
    showTime(record.time, 'second'),
    statusOf(record),
    tool,
    agent,
    `${Math.round(executionTimeMs)} ms`,
    callId,
    whatOf(record),
  ];
  return toTable([parts])[0] ?? '';
}

/** Everything that is known of one call: a name and a value on each line, what is long below its name. */
export function toHistoryPage(record: StoredRecord): string {
  const parts = Object.entries(toWireRecord(record)).filter(
    ([, value]) => !(Array.isArray(value) && value.length === 0),
  );
  const width = Math.max(...parts.map(([name]) => name.length));
  return parts
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      return text.includes('\n')
        ? `${name}\n${text.replaceAll(/^/gmu, '  ')}`
        : `${name.padEnd(width)}  ${text}`;
    })
    .join('\n');
}

/** A call that may have acted is told apart from one that has failed. */
function statusOf({ status, outcomeUnknown }: StoredRecord): string {
  return outcomeUnknown ? 'outcome_unknown' : status;
}

/** What went wrong, or what was asked for. */
function whatOf({ arguments: given, error, errorCode, omitted }: StoredRecord): string {
  if (error !== undefined) return brief(`${errorCode}: ${error}`);
  return omitted?.arguments === undefined ? brief(JSON.stringify(given ?? null)) : '…';
}

function brief(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
