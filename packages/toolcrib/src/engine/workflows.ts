import type { DBOS } from '@dbos-inc/dbos-sdk';
import type * as EventReceiver from '@dbos-inc/dbos-sdk/eventreceiver';
import { idleTransactionMs } from '../store/databases/postgres.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { EngineError } from './engine-error.ts';

/**
 * What is kept for plans in the database has a format, and this is its number. A worker takes only what was begun in its own
 * format, so that old and new workers can run side by side. It is raised when a worker of the version before could not go on
 * with what this one has begun.
 */
export const planFormat = 1;

/** A plan to be driven, or one call of it to be made. */
export type WorkflowKind = 'plan' | 'call';

export interface WorkflowsOptions {
  readonly place: PostgresPlace;
  /** The worker, as DBOS knows it: no other has ever had this name. */
  readonly executor: string;
  /** Calls that this process makes at the same time. */
  readonly concurrency: number;
  /** Calls that all processes together make at the same time. */
  readonly globalConcurrency: number | undefined;
  /** Work that this process has been given. What it throws is kept as the end of the work: it should not. */
  readonly work: (kind: WorkflowKind, id: string) => Promise<void>;
}

/** How soon a worker looks for new work. */
const pollEvery = 50;

/** The rest is for the next time. */
const forgetAtOnce = 500;

const kinds: readonly WorkflowKind[] = ['plan', 'call'];
const queueOf = (kind: WorkflowKind): string => `toolcrib-${kind}s`;

/** DBOS is one for the whole process, and so is this. */
let running: Workflows | undefined = undefined;
let registered: { readonly [Kind in WorkflowKind]: (id: string) => Promise<void> } | undefined = undefined;

/**
 * Work that is shared: whatever is put into a queue is done by one of all workers, and by another if that one dies. Only ids
 * travel through it. What they mean, how far they have come and what came of them is in the tables of the store, so that a
 * plan of ten thousand nodes goes on where it was instead of being replayed.
 */
export class Workflows {
  readonly #options: WorkflowsOptions;
  readonly #sdk: Sdk;
  readonly #queues: { readonly [Kind in WorkflowKind]: Queue };

  private constructor(options: WorkflowsOptions, sdk: Sdk) {
    this.#options = options;
    this.#sdk = sdk;
    // Their limits are this process's own: a queue that is kept in the database has the same for all workers.
    const queue = (kind: WorkflowKind): Queue =>
      sdk.registerInternalQueue(queueOf(kind), { minPollingIntervalMs: pollEvery });
    this.#queues = { plan: queue('plan'), call: queue('call') };
    this.limit('plan', undefined);
    this.limit('call', options.concurrency);
    setLimit(this.#queues.call, 'concurrency', options.globalConcurrency);
  }

  static async create(options: WorkflowsOptions): Promise<Workflows> {
    const sdk = await loadSdk();
    if (running !== undefined || sdk.DBOS.isInitialized())
      throw new EngineError('engine_taken', { place: running?.place ?? 'DBOS' });
    running = new Workflows(options, sdk);
    return running;
  }

  get place(): string {
    return this.#options.place.name;
  }

  /** Takes work from now on. */
  async launch(): Promise<void> {
    const { DBOS } = this.#sdk;
    const { place, executor } = this.#options;
    registeredIn(DBOS);
    DBOS.setConfig({
      name: 'toolcrib',
      systemDatabaseUrl: place.url,
      systemDatabaseSchemaName: `${place.schema}_dbos`,
      systemDatabasePoolSize: 6,
      systemDatabaseIdleTransactionTimeoutMs: idleTransactionMs,
      applicationVersion: `plans-${planFormat}`,
      executorID: executor,
      useListenNotify: false,
      logger: silent,
    });
    try {
      await DBOS.launch();
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw new EngineError('engine_not_started', { detail }, { cause });
    }
  }

  /** Puts work into the queue. What is or was there under the same id is not done again. */
  async enqueue(kind: WorkflowKind, ids: readonly string[]): Promise<void> {
    const { prepareEnqueuedWorkflow, enqueueWorkflows } = this.#sdk;
    const work = registeredIn(this.#sdk.DBOS)[kind];
    await enqueueWorkflows(
      await Promise.all(
        ids.map((id) =>
          prepareEnqueuedWorkflow(work, [id], {
            workflowID: `${prefixOf(kind)}${id}`,
            queueName: queueOf(kind),
          }),
        ),
      ),
    );
  }

  /** Work of a kind that waits for a worker, or has one. */
  async open(kind: WorkflowKind): Promise<string[]> {
    const found = await this.#sdk.DBOS.listWorkflows({
      status: ['ENQUEUED', 'PENDING'],
      queueName: queueOf(kind),
      loadInput: false,
      loadOutput: false,
    });
    return found.map(({ workflowID }) => workflowID.slice(prefixOf(kind).length));
  }

  /** Gives what a worker had begun back to the queue, from where any takes it. */
  async giveBack(executor: string, only: readonly WorkflowKind[] = kinds): Promise<void> {
    const { DBOS } = this.#sdk;
    for (const kind of only) {
      const queueName = queueOf(kind);
      const begun = await DBOS.listWorkflows({
        status: 'PENDING',
        executorId: executor,
        queueName,
        loadInput: false,
        loadOutput: false,
      });
      const ids = begun.map(({ workflowID }) => workflowID);
      if (ids.length > 0) await DBOS.resumeWorkflows(ids, { queueName });
    }
  }

  /** Removes what has ended longer ago than so many milliseconds. */
  async forget(milliseconds: number): Promise<void> {
    const { DBOS } = this.#sdk;
    const old = await DBOS.listWorkflows({
      status: ['SUCCESS', 'ERROR', 'CANCELLED'],
      completedBefore: new Date(Date.now() - milliseconds).toISOString(),
      loadInput: false,
      loadOutput: false,
      limit: forgetAtOnce,
    });
    if (old.length > 0) await DBOS.deleteWorkflows(old.map(({ workflowID }) => workflowID));
  }

  /** Takes no more than so much work of a kind from now on. */
  limit(kind: WorkflowKind, concurrency: number | undefined): void {
    setLimit(this.#queues[kind], 'workerConcurrency', concurrency);
  }

  /** Lets go of everything. What this process had begun must have been given back before, or is when it is missed. */
  async close(): Promise<void> {
    try {
      await this.#sdk.DBOS.shutdown();
    } finally {
      running = undefined;
    }
  }

  static work(kind: WorkflowKind, id: string): Promise<void> {
    return running === undefined ? Promise.resolve() : running.#options.work(kind, id);
  }
}

function setLimit(queue: Queue, name: 'concurrency' | 'workerConcurrency', limit: number | undefined): void {
  if (limit === undefined) delete queue[name];
  else queue[name] = limit;
}

/** Of what it tells nothing reaches standard output, and what matters is told by us. */
const silent = {
  info: () => undefined,
  debug: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function prefixOf(kind: WorkflowKind): string {
  return `${kind} `;
}

/** A function can be registered once in the life of a process. */
function registeredIn(dbos: typeof DBOS): NonNullable<typeof registered> {
  registered ??= {
    plan: dbos.registerWorkflow((id: string) => Workflows.work('plan', id), { name: 'toolcrib.plan' }),
    call: dbos.registerWorkflow((id: string) => Workflows.work('call', id), { name: 'toolcrib.call' }),
  };
  return registered;
}

type Queue = ReturnType<Sdk['registerInternalQueue']>;

type Sdk = Pick<
  typeof EventReceiver,
  'registerInternalQueue' | 'prepareEnqueuedWorkflow' | 'enqueueWorkflows'
> & { readonly DBOS: typeof DBOS };

/** The library is there only where it is wanted. */
async function loadSdk(): Promise<Sdk> {
  try {
    const { DBOS } = await import('@dbos-inc/dbos-sdk');
    const { registerInternalQueue, prepareEnqueuedWorkflow, enqueueWorkflows } = await import(
      '@dbos-inc/dbos-sdk/eventreceiver'
    );
    return { DBOS, registerInternalQueue, prepareEnqueuedWorkflow, enqueueWorkflows };
  } catch (cause) {
    throw new EngineError('engine_missing', { name: '@dbos-inc/dbos-sdk' }, { cause });
  }
}
