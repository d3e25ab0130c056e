import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { DatabaseKind } from './database.ts';

type Migration = (database: Kysely<never>, kind: DatabaseKind) => Promise<void>;

/**
 * The steps from an empty database to what this program knows, in order. A step that was released is never changed; the
 * number of steps is the version of the schema.
 */
export const migrations: readonly Migration[] = [
  createTables,
  keepWhatWasFilledIn,
  keepWhatIsLearned,
  keepPlans,
  shareTheWork,
  keepWhoMadePlans,
  keepWhatIsShown,
];

async function createTables(database: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const { schema } = database;
  // Times do not fit into 32 bits; SQLite's integers are wide anyway, and only this name makes a key its row number.
  const wide = kind === 'sqlite' ? 'integer' : 'bigint';
  const real = kind === 'sqlite' ? 'real' : 'double precision';

  await schema
    .createTable('calls')
    .addColumn('seq', wide, (column) => column.primaryKey())
    .addColumn('call_id', 'text', required)
    .addColumn('given_id', 'text')
    .addColumn('parent_call_id', 'text')
    .addColumn('time', wide, required)
    .addColumn('tool', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('status', 'text', required)
    .addColumn('record', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();
  await schema.createIndex('calls_call_id').on('calls').column('call_id').execute();
  await sql`create index calls_given_id on calls (given_id) where given_id is not null`.execute(database);
  await schema.createIndex('calls_time').on('calls').columns(['time', 'seq']).execute();
  await schema.createIndex('calls_tool').on('calls').columns(['tool', 'seq']).execute();
  await schema.createIndex('calls_agent').on('calls').columns(['agent', 'seq']).execute();
  await sql`create index calls_failed on calls (status, seq) where status <> 'success'`.execute(database);
  await sql`create index calls_parent on calls (parent_call_id, seq) where parent_call_id is not null`.execute(
    database,
  );

  await schema
    .createTable('given_ids')
    .addColumn('agent', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('call_id', 'text', required)
    .addColumn('used_at', wide, required)
    .addPrimaryKeyConstraint('given_ids_key', ['agent', 'id'])
    .execute();
  await schema.createIndex('given_ids_used').on('given_ids').column('used_at').execute();

  // Calls that were recorded before they ran and have not ended.
  await schema
    .createTable('call_starts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('time', wide, required)
    .addColumn('machine', 'text', required)
    .addColumn('pid', 'integer', required)
    .addColumn('started', 'text', required)
    .addColumn('seen_at', wide, required)
    .addColumn('record', 'text', required)
    .execute();

  // Where the chain tells that records were lost.
  await schema
    .createTable('history_gaps')
    .addColumn('seq', wide, (column) => column.primaryKey())
    .addColumn('time', wide, required)
    .addColumn('record', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();

  await schema
    .createTable('chain')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('first_seq', wide, required)
    .addColumn('before_first', 'text', required)
    .addColumn('last_seq', wide, required)
    .addColumn('last_hash', 'text', required)
    .addColumn('bytes', wide, required)
    .addColumn('cleaned_at', wide, required)
    .execute();
  await sql`insert into chain (id, first_seq, before_first, last_seq, last_hash, bytes, cleaned_at) values (1, 1, '', 0, '', 0, 0)`.execute(
    database,
  );

  await schema
    .createTable('writers')
    .addColumn('writer', 'text', (column) => column.primaryKey())
    .addColumn('batch', wide, required)
    .addColumn('time', wide, required)
    .execute();
  await schema.createIndex('writers_time').on('writers').column('time').execute();

  let rollups: CreateTableBuilder<string, string> = schema
    .createTable('rollups')
    .addColumn('span', 'text', required)
    .addColumn('start', wide, required);
  for (const name of ['tool', 'version', 'agent']) rollups = rollups.addColumn(name, 'text', required);
  for (const name of ['calls', 'successes', 'errors', 'blocked', 'timeouts', 'outcomes_unknown'])
    rollups = rollups.addColumn(name, wide, required);
  for (const name of ['total_ms', 'max_ms']) rollups = rollups.addColumn(name, real, required);
  // In the order of their key, the rollups of a period are read one after the other.
  if (kind === 'sqlite') rollups = rollups.modifyEnd(sql`without rowid`);
  await rollups
    .addColumn('output_bytes', wide, required)
    .addColumn('durations', 'text', required)
    .addPrimaryKeyConstraint('rollups_key', ['span', 'start', 'tool', 'version', 'agent'])
    .execute();

  await schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('call_id', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('tool', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('arguments_digest', 'text', required)
    .addColumn('always', 'text')
    .addColumn('question', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('decision', 'text')
    .addColumn('scope', 'text')
    .addColumn('answered_by', 'text')
    .addColumn('note', 'text')
    .addColumn('asked_at', wide, required)
    .addColumn('answered_at', wide)
    .addColumn('expires_at', wide, required)
    .addColumn('used_at', wide)
    .execute();
  // One question of a call counts; those that were withdrawn or have expired are only remembered. Each agent has ids of its own.
  await sql`create unique index approvals_call on approvals (call_id, coalesce(agent, '')) where status in ('pending', 'allowed', 'denied')`.execute(
    database,
  );
  await schema.createIndex('approvals_status').on('approvals').columns(['status', 'asked_at']).execute();

  await schema
    .createTable('grants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tool', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('arguments_digest', 'text')
    .addColumn('approval', 'text', required)
    .addColumn('granted_by', 'text', required)
    .addColumn('granted_at', wide, required)
    .addColumn('expires_at', wide)
    .addColumn('revoked_at', wide)
    .addColumn('revoked_by', 'text')
    .execute();
  await schema.createIndex('grants_tool').on('grants').columns(['tool', 'agent']).execute();

  await schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('scopes', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('created_at', wide, required)
    .addColumn('expires_at', wide)
    .addColumn('revoked_at', wide)
    .addColumn('made_by', 'text')
    .execute();
}

/** Some questions want more than a yes. */
async function keepWhatWasFilledIn(database: Kysely<never>): Promise<void> {
  await database.schema.alterTable('approvals').addColumn('content', 'text').execute();
}

/** Requests that calls have served are found without reading every record; what people say of calls outlives them. */
async function keepWhatIsLearned(database: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const { schema } = database;
  const wide = kind === 'sqlite' ? 'integer' : 'bigint';
  await schema.alterTable('calls').addColumn('task', 'text').execute();
  await sql`create index calls_task on calls (seq) where task is not null`.execute(database);
  await schema
    .createTable('feedback')
    .addColumn('seq', wide, (column) => column.primaryKey())
    .addColumn('call_id', 'text', required)
    .addColumn('tool', 'text', required)
    .addColumn('task', 'text')
    .addColumn('good', 'integer', required)
    .addColumn('words', 'text')
    .addColumn('given_by', 'text', required)
    .addColumn('time', wide, required)
    .execute();
}

/** Plans, what has become of their nodes, and who runs them. */
async function keepPlans(database: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const { schema } = database;
  const wide = kind === 'sqlite' ? 'integer' : 'bigint';
  await schema
    .createTable('plans')
    .addColumn('plan_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('agent', 'text')
    .addColumn('plan', 'text', required)
    .addColumn('submission', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('submitted_at', wide, required)
    .addColumn('deadline', wide)
    .addColumn('ended_at', wide)
    .addColumn('failure', 'text')
    .addColumn('output', 'text')
    .addColumn('sequence', wide, required)
    .addColumn('runner', 'text')
    .addColumn('cancel_reason', 'text')
    .execute();
  await schema.createIndex('plans_submitted').on('plans').columns(['submitted_at', 'plan_id']).execute();
  await sql`create index plans_running on plans (runner) where state = 'running'`.execute(database);
  await schema
    .createTable('plan_nodes')
    .addColumn('plan_id', 'text', required)
    .addColumn('node', 'text', required)
    .addColumn('item', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('skipped', 'text')
    .addColumn('attempts', 'integer', required)
    .addColumn('tries', 'integer', required)
    .addColumn('call_id', 'text')
    .addColumn('started_at', wide)
    .addColumn('ended_at', wide)
    .addColumn('output', 'text')
    .addColumn('output_bytes', wide, required)
    .addColumn('failure', 'text')
    .addColumn('replaced', 'integer', required)
    .addColumn('items', 'integer')
    .addColumn('sequence', wide, required)
    .addColumn('claimed', 'text')
    .addColumn('decided', 'text')
    .addPrimaryKeyConstraint('plan_nodes_key', ['plan_id', 'node', 'item'])
    .execute();
  await schema
    .createTable('plan_runners')
    .addColumn('runner', 'text', (column) => column.primaryKey())
    .addColumn('machine', 'text', required)
    .addColumn('pid', 'integer', required)
    .addColumn('started', 'text', required)
    .addColumn('beat', wide, required)
    .execute();
}

/** Several machines work on the same plans: who they are, and the calls that one makes for another. */
async function shareTheWork(database: Kysely<never>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return;
  const { schema } = database;
  await schema
    .createTable('plan_workers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('format', 'integer', required)
    .addColumn('concurrency', 'integer', required)
    .addColumn('started_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();
  await schema
    .createTable('plan_calls')
    .addColumn('call_id', 'text', (column) => column.primaryKey())
    .addColumn('plan_id', 'text', required)
    .addColumn('request', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('worker', 'text')
    .addColumn('cancelled', 'integer', required)
    .addColumn('outcome', 'text')
    .addColumn('claimed', 'text')
    .execute();
  await schema.createIndex('plan_calls_plan').on('plan_calls').column('plan_id').execute();
}

/** Plans that nobody runs go on by themselves only where they were made. */
async function keepWhoMadePlans(database: Kysely<never>): Promise<void> {
  await database.schema.alterTable('plans').addColumn('seal', 'text').execute();
}

/** A request that waits is kept as it is shown, with who made the call; tokens say what their holder may approve. */
async function keepWhatIsShown(database: Kysely<never>): Promise<void> {
  const { schema } = database;
  for (const column of ['shown', 'requested_by'])
    await schema.alterTable('approvals').addColumn(column, 'text').execute();
  await sql`create index approvals_shown on approvals (expires_at) where shown is not null`.execute(database);
  await schema
    .alterTable('tokens')
    .addColumn('approver', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const column of ['approves', 'holds'])
    await schema.alterTable('tokens').addColumn(column, 'text').execute();
  // Answers are recorded under the name of a token: no other may ever have it.
  await schema.createIndex('tokens_name').unique().on('tokens').column('name').execute();
}

function required<Column extends { notNull(): Column }>(column: Column): Column {
  return column.notNull();
}
