/** The tables, as the queries see them. Times are milliseconds since 1970, JSON is text: both databases read it the same. */
export interface Tables {
  calls: CallsTable;
  chain: ChainTable;
  writers: WritersTable;
  call_starts: StartsTable;
  history_gaps: GapsTable;
  rollups: RollupsTable;
  approvals: ApprovalsTable;
  grants: GrantsTable;
  feedback: FeedbackTable;
  tokens: TokensTable;
  given_ids: GivenIdsTable;
  plans: PlansTable;
  plan_nodes: PlanNodesTable;
  plan_runners: PlanRunnersTable;
  plan_workers: PlanWorkersTable;
  plan_calls: PlanCallsTable;
}

/**
 * One row for each call, in the order in which they were written. `record` is the record itself; the other columns only
 * find it. What is hashed is the hash before and the text of `record`.
 */
export interface CallsTable {
  seq: number;
  call_id: string;
  /** The caller's own id, where it gave one. */
  given_id: string | null;
  parent_call_id: string | null;
  time: number;
  tool: string;
  agent: string | null;
  status: string;
  /** The request that the call served, where it is known. */
  task: string | null;
  record: string;
  hash: string;
}

/** One row: where the chain of records begins and ends. What was removed by age lies before `first_seq`. */
export interface ChainTable {
  id: number;
  /** The first record that is kept, and the hash of the one before it. */
  first_seq: number;
  before_first: string;
  last_seq: number;
  last_hash: string;
  /** Of the records that are kept. */
  bytes: number;
  /** When somebody has last seen to it that nothing is kept for too long. */
  cleaned_at: number;
}

/** How far each process has come: a batch whose commit was not heard of is not written twice. */
interface WritersTable {
  writer: string;
  batch: number;
  time: number;
}

/** A call that was recorded before it ran. Removed with the record of how it ended. */
export interface StartsTable {
  /** Nobody else's, and in the record as well. */
  id: string;
  time: number;
  /** The process that runs it, as `ownLife` tells it. */
  machine: string;
  pid: number;
  started: string;
  /** The last sign of life of that process: by the clock of the database, in a file by that of the machine. */
  seen_at: number;
  /** The record that holds when the process is gone. */
  record: string;
}

/** Records that are missing, as a link of the chain in their place. */
export interface GapsTable {
  seq: number;
  /** The newest of the calls that are missing. */
  time: number;
  /** JSON: how many, since when and until when. */
  record: string;
  hash: string;
}

/** What calls of one minute, hour or day add up to. */
export interface RollupsTable {
  span: 'minute' | 'hour' | 'day';
  start: number;
  tool: string;
  /** Empty when no such tool was found. */
  version: string;
  /** Empty for the embedding application itself. */
  agent: string;
  calls: number;
  successes: number;
  errors: number;
  blocked: number;
  timeouts: number;
  outcomes_unknown: number;
  total_ms: number;
  max_ms: number;
  output_bytes: number;
  /** How many calls took how long, as `durations-text.ts` writes it. */
  durations: string;
}

/** A question to a person, bound to one call, and what became of it. */
export interface ApprovalsTable {
  id: string;
  call_id: string;
  agent: string | null;
  tool: string;
  version: string;
  arguments_digest: string;
  /** What an `allow_always` is a yes to; null where it is one for once. */
  always: 'agent' | 'call' | null;
  /** The question without secrets: JSON. */
  question: string;
  /** What is shown, until the request is answered, withdrawn or expired: JSON. */
  shown: string | null;
  /** Who made the call; null for the embedding application itself. */
  requested_by: string | null;
  /** What has run out is marked `expired` when somebody comes across it; until then its time tells. */
  status: 'pending' | 'allowed' | 'denied' | 'withdrawn' | 'expired';
  /** `allow_once`, `allow_always` or `reject_once`. */
  decision: string | null;
  /** `session` when an `allow_always` ends with the process that asked. */
  scope: string | null;
  answered_by: string | null;
  note: string | null;
  /** What the person has filled in: JSON. */
  content: string | null;
  asked_at: number;
  answered_at: number | null;
  expires_at: number;
  /** When the call went through on it: once, ever. */
  used_at: number | null;
}

/** A person's standing yes. */
export interface GrantsTable {
  id: string;
  tool: string;
  agent: string | null;
  arguments_digest: string | null;
  approval: 'confirm' | 'dangerous';
  granted_by: string;
  granted_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  revoked_by: string | null;
}

/** What a person said of a call, with what is needed when its record is gone. */
export interface FeedbackTable {
  /** Counts up by one. */
  seq: number;
  call_id: string;
  tool: string;
  task: string | null;
  /** 1 or 0: the databases agree on numbers. */
  good: number;
  words: string | null;
  given_by: string;
  time: number;
}

/** The ids under which calls of agents have run: none of them is used twice. */
export interface GivenIdsTable {
  /** Empty for the embedding application itself. */
  agent: string;
  id: string;
  /** The call that has used it. */
  call_id: string;
  used_at: number;
}

/** What opens the service. The token itself is nowhere: `digest` is SHA-256 of its secret part. */
export interface TokensTable {
  id: string;
  /** No other token has it, or will ever have it: answers are recorded under it. */
  name: string;
  agent: string | null;
  /** With spaces between. */
  scopes: string;
  digest: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** The token that it was made with; it ends with that one. */
  made_by: string | null;
  /** 1 when its holder is a person who sees what is asked and may approve their own calls. */
  approver: number;
  /** Which requests it may approve: JSON; null for all. */
  approves: string | null;
  /** Identities of those who made it, whose calls it may not approve: JSON. */
  holds: string | null;
}

/** A plan, and how it stands. */
export interface PlansTable {
  plan_id: string;
  /** The plan as it is written down: JSON. It never changes. */
  plan: string;
  name: string;
  agent: string | null;
  /** What was submitted with it: JSON. */
  submission: string;
  state: string;
  submitted_at: number;
  deadline: number | null;
  ended_at: number | null;
  /** JSON, like the output. */
  failure: string | null;
  output: string | null;
  /** The number of the last event. */
  sequence: number;
  /** Who runs it; null when anybody may take it. */
  runner: string | null;
  /** Why whoever runs it is to cancel it. */
  cancel_reason: string | null;
  /** By what its makers know it for theirs. */
  seal: string | null;
}

/** What has become of a node, or of one item of it. */
export interface PlanNodesTable {
  plan_id: string;
  node: string;
  /** -1 for the node as a whole. */
  item: number;
  state: string;
  skipped: string | null;
  attempts: number;
  tries: number;
  call_id: string | null;
  started_at: number | null;
  ended_at: number | null;
  /** JSON. That of a large fan-out stands with its items and not here. */
  output: string | null;
  output_bytes: number;
  failure: string | null;
  /** 1 or 0. */
  replaced: number;
  /** The attempt and the runner that claimed it, of the last attempt that may not be repeated. */
  claimed: string | null;
  /** What a person decided when the outcome was unknown: JSON. */
  decided: string | null;
  items: number | null;
  sequence: number;
}

/** An engine that runs plans, and by what it is known to be alive. */
export interface PlanRunnersTable {
  runner: string;
  /** Processes of one machine can see each other. */
  machine: string;
  pid: number;
  /** When the process began, as the machine writes it: numbers of processes are used again. */
  started: string;
  /** Counts up while it lives. */
  beat: number;
}

/** A process that works on plans together with others; PostgreSQL only. */
export interface PlanWorkersTable {
  id: string;
  name: string;
  format: number;
  concurrency: number;
  started_at: number;
  seen_at: number;
  ended_at: number | null;
}

/** A call of a plan while it is under way between two processes; PostgreSQL only. */
export interface PlanCallsTable {
  call_id: string;
  plan_id: string;
  /** What is to be called: JSON. */
  request: string;
  state: 'queued' | 'running' | 'parked' | 'ended';
  /** Who makes it. */
  worker: string | null;
  /** Who claimed it, when it may not be repeated: it may have run. */
  claimed: string | null;
  /** 1 when it is to be ended. */
  cancelled: number;
  /** What became of it: JSON. */
  outcome: string | null;
}
