import { toWireRecord } from '@toolcrib/core';
import type { RunningCall, StoredRecord } from '../store/history/stored-history.ts';
import { showTime } from './figures.ts';
import type { HistoryTexts } from './history-texts.ts';
import { toTable } from './table.ts';

/** Records as a table, newest first; calls that still run have taken as long as they have run. */
export function toHistoryTable(
  records: readonly (StoredRecord | RunningCall)[],
  { columns }: HistoryTexts,
): string[] {
  const { time, status, tool, agent, duration, id, what } = columns;
  const rows = records.map((record) => [
    showTime(record.time, 'second'),
    record.status,
    record.tool,
    record.agent ?? '-',
    String(Math.round(record.status === 'running' ? Date.now() - record.time : record.executionTimeMs)),
    idsOf(record),
    whatOf(record),
  ]);
  return toTable([[time, status, tool, agent, duration, id, what], ...rows], { figures: [4] });
}

/** Records that an id may mean: whose call each was, and what tells it from the others. */
export function toCandidates(records: readonly StoredRecord[], { columns }: HistoryTexts): string[] {
  const { time, status, tool, agent, id, hash } = columns;
  const rows = records.map((record) => [
    record.callId,
    showTime(record.time, 'second'),
    record.agent ?? '-',
    record.tool,
    record.status,
    record.hash,
  ]);
  return toTable([[id, time, agent, tool, status, hash], ...rows]);
}

/** One record on one line, for those who watch. */
export function toHistoryLine(record: StoredRecord): string {
  const { status, tool, agent = '-', executionTimeMs } = record;
  const parts = [
    showTime(record.time, 'second'),
    status,
    tool,
    agent,
    `${Math.round(executionTimeMs)} ms`,
    idsOf(record),
    whatOf(record),
  ];
  return toTable([parts])[0] ?? '';
}

/** Everything that is known of one call: a name and a value on each line, what is long below its name. */
export function toHistoryPage(record: StoredRecord | RunningCall): string {
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

/** The key of a record, and what its caller called it. */
function idsOf({ callId, givenId }: StoredRecord | RunningCall): string {
  return givenId === undefined ? callId : `${callId} (${brief(givenId)})`;
}

/** What went wrong, or what was asked for. */
function whatOf(record: StoredRecord | RunningCall): string {
  const { arguments: given, error, errorCode } = record;
  const omitted = 'omitted' in record ? record.omitted : undefined;
  if (error !== undefined) return brief(`${errorCode}: ${error}`);
  return omitted?.arguments === undefined ? brief(JSON.stringify(given ?? null)) : '…';
}

function brief(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
