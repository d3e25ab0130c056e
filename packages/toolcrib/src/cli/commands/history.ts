import { toWireRecord } from '@toolcrib/core';
import { stillRunning } from '../../store/history/running-calls.ts';
import { toWireGap } from '../../store/history/wire-gap.ts';
import type { Store } from '../../store/store.ts';
import { UsageError } from '../command-line.ts';
import { exitCodes } from '../exit-codes.ts';
import { showTime } from '../figures.ts';
import { readFilter } from '../history-filter.ts';
import { toHistoryLine, toHistoryPage, toHistoryTable } from '../history-lines.ts';
import { historyTexts } from '../history-texts.ts';
import { requireRecord } from '../require-record.ts';
import { tellUnrecorded } from '../tell-unrecorded.ts';
import type { Command, OpenedSession, Session } from '../session.ts';
import { withVerbs, type Verb } from '../verbs.ts';

/** `history list|show|watch|export|verify`: the recorded calls, newest first, and what else can be done with them. */
export const history: Command = withVerbs(
  new Map<string, Verb>([
    ['list', { run: list }],
    ['show', { run: show, operands: ['ID'] }],
    ['watch', { run: watch }],
    ['export', { run: async (...given) => (await import('../export-history.ts')).exportHistory(...given) }],
    ['verify', { run: verify }],
  ]),
);

async function list(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, line } = session;
  const { store, locale } = opened;
  const words = historyTexts(locale);
  const filter = await readFilter(session, opened, Date.now());
  const limit = readLimit(session, opened);
  const { cursor, status } = line.options;
  // What runs comes first, and is no record yet that a status could have.
  const begun = cursor === undefined && status === undefined ? await store.history.running(filter) : [];
  const { records, next } = await store.history.list({ ...filter, limit, cursor });
  const running = stillRunning(begun, records);
  const all = [...running, ...records];
  if (json) await terminal.writeJson(JSON.stringify(all.map(toWireRecord), null, 2));
  else if (all.length > 0) for (const row of toHistoryTable(all, words)) await terminal.write(row);
  if (!json && running.length > 0) terminal.tell(words.running(running.length));
  if (!json) terminal.tell(records.length === 0 ? words.noneMatch : words.records(records.length));
  if (next !== undefined) terminal.tell(words.more(next));
  await tellUnrecorded(session, opened);
  return exitCodes.success;
}

async function show({ terminal, json, line }: Session, opened: OpenedSession): Promise<number> {
  const id = line.operands[1] as string;
  const { hash } = line.options;
  // What runs has no hash yet, and what its caller called it may mean others.
  const running = hash === undefined ? await opened.store.history.running() : [];
  const record = running.find(({ callId }) => callId === id) ?? (await requireRecord(id, opened, { hash }));
  if (json) await terminal.writeJson(JSON.stringify(toWireRecord(record), null, 2));
  else await terminal.writeText(toHistoryPage(record));
  return exitCodes.success;
}

async function watch(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, signal } = session;
  const { store, locale } = opened;
  const filter = await readFilter(session, opened, Date.now());
  terminal.tell(historyTexts(locale).watching);
  for await (const record of store.history.watch(filter, { signal }))
    if (json) await terminal.writeJson(JSON.stringify(toWireRecord(record)));
    else await terminal.write(toHistoryLine(record));
  return exitCodes.success;
}

async function verify(session: Session, opened: OpenedSession): Promise<number> {
  const { terminal, json, line } = session;
  const { store, locale } = opened;
  const words = historyTexts(locale);
  const { ok, records, problem, gaps, head } = await store.history.verify();
  const wanted = line.options.head;
  const headMissing = ok && wanted !== undefined && wanted !== head && !(await hasHash(store, wanted));
  if (json) {
    const { seq, kind } = problem ?? {};
    const head_found = wanted === undefined ? undefined : !headMissing;
    await terminal.writeJson(
      JSON.stringify({
        ok: ok && !headMissing,
        records,
        gaps: gaps.map(toWireGap),
        seq,
        kind,
        head,
        head_found,
      }),
    );
  } else if (problem !== undefined) terminal.tell(words.broken[problem.kind](problem.seq));
  else if (headMissing) terminal.tell(words.headMissing(wanted));
  else await terminal.write(words.intact(records, head));
  if (!json)
    for (const gap of gaps)
      terminal.tell(words.gap(gap, showTime(gap.since, 'second'), showTime(gap.until, 'second')));
  await tellUnrecorded(session, opened);
  return ok && !headMissing ? exitCodes.success : exitCodes.failed;
}

/** A head that was kept is the hash of a record to which others have been added since. */
async function hasHash({ history: records }: Store, hash: string): Promise<boolean> {
  for await (const record of records.stream({}, { order: 'newest' })) if (record.hash === hash) return true;
  return false;
}

function readLimit({ line }: Session, { locale }: OpenedSession): number {
  const { limit = '20' } = line.options;
  if (!/^\d{1,5}$/u.test(limit) || Number(limit) < 1 || Number(limit) > 10_000)
    throw new UsageError(historyTexts(locale).badLimit(limit), 'bad_limit');
  return Number(limit);
}
