import {
  toUse,
  toUseOfFeedback,
  type ExperiencePosition,
  type Feedback,
  type NewUses,
  type PastCall,
} from '@toolcrib/core/discovery';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../databases/database.ts';
import { inParts } from '../databases/in-parts.ts';
import type { FeedbackTable, Tables } from '../databases/tables.ts';
import { parseRecord, toColumn } from '../history/record-line.ts';
import { chainOf } from '../history/remove-old.ts';

/** More than anybody remembers; of more, the latest. */
const mostUses = 10_000;
const mostFeedback = 10_000;
/** Of one tool, to see whether it keeps failing. */
const latestCalls = 20;

export async function readUses(read: Kysely<Tables>, since: ExperiencePosition): Promise<NewUses> {
  const calls = await read
    .selectFrom('calls')
    .select(['seq', 'tool', 'task', 'status'])
    .select(sql<number>`case when status = 'error' then octet_length(record) else 0 end`.as('bytes'))
    .where('task', 'is not', null)
    .where('seq', '>', since.calls)
    .orderBy('seq', 'desc')
    .limit(mostUses)
    .execute();
  const said = await read
    .selectFrom('feedback')
    .selectAll()
    .where('seq', '>', since.feedback)
    .orderBy('seq', 'desc')
    .limit(mostFeedback)
    .execute();
  const errorCodes = await errorCodesOf(read, calls);
  const ofCalls = calls.toReversed().map(({ seq, tool, task, status }) =>
    toUse({
      tool,
      task: task ?? undefined,
      status: status as PastCall['status'],
      errorCode: errorCodes.get(seq),
    }),
  );
  const ofPeople = said.toReversed().map((row) => toUseOfFeedback(fromRow(row)));
  return {
    uses: [...ofCalls, ...ofPeople].filter((use) => use !== undefined),
    position: { calls: calls[0]?.seq ?? since.calls, feedback: said[0]?.seq ?? since.feedback },
  };
}

/** Why a call failed stands in its record alone, and a record may be long. */
async function errorCodesOf(
  read: Kysely<Tables>,
  calls: readonly { readonly seq: number; readonly bytes: number }[],
): Promise<Map<number, PastCall['errorCode']>> {
  const codes = new Map<number, PastCall['errorCode']>();
  for (const part of inParts(calls.filter(({ bytes }) => bytes > 0))) {
    const places = part.map(({ seq }) => seq);
    const rows = await read
      .selectFrom('calls')
      .select(['seq', 'record'])
      .where('seq', 'in', places)
      .execute();
    for (const { seq, record } of rows) codes.set(seq, parseRecord(record).errorCode);
  }
  return codes;
}

export async function readLatest(read: Kysely<Tables>, tool: string): Promise<PastCall[]> {
  const rows = await read
    .selectFrom('calls')
    .select('record')
    .where('tool', '=', toColumn(tool))
    .orderBy('seq', 'desc')
    .limit(latestCalls)
    .execute();
  return rows.map(({ record }) => parseRecord(record));
}

export async function readFeedback(read: Kysely<Tables>): Promise<Feedback[]> {
  const rows = await read
    .selectFrom('feedback')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(mostFeedback)
    .execute();
  return rows.toReversed().map(fromRow);
}

export async function addFeedback(database: Database, feedback: Feedback, by: string): Promise<void> {
  await database.write(async (transaction) => {
    // Numbers in the order in which they can be seen: who reads on from one misses none.
    await chainOf(transaction, database.kind);
    const last = await transaction
      .selectFrom('feedback')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirst();
    await transaction
      .insertInto('feedback')
      .values({ ...toRow(feedback, by), seq: (last?.seq ?? 0) + 1 })
      .execute();
  });
}

function toRow(feedback: Feedback, by: string): Omit<FeedbackTable, 'seq'> {
  const { callId, tool, task, good, words, time } = feedback;
  return {
    call_id: toColumn(callId),
    tool: toColumn(tool),
    task: task === undefined ? null : toColumn(task),
    good: good ? 1 : 0,
    words: words === undefined ? null : toColumn(words),
    given_by: toColumn(by),
    time,
  };
}

function fromRow({ call_id, tool, task, good, words, time }: FeedbackTable): Feedback {
  return {
    callId: call_id,
    tool,
    task: task ?? undefined,
    good: good === 1,
    words: words ?? undefined,
    time,
  };
}
