import { setTimeout as wait } from 'node:timers/promises';
import { PostgresSession } from '../store/databases/postgres-session.ts';
import { callsChannel, plansChannel } from '../store/plans/plan-channels.ts';
import type { PlanWorkers } from '../store/plans/plan-workers.ts';
import type { PostgresPlace } from './postgres-place.ts';

export interface MembershipOptions {
  readonly place: PostgresPlace;
  readonly workers: PlanWorkers;
  /** This worker. */
  readonly id: string;
  readonly name: string;
  readonly format: number;
  readonly concurrency: number;
  /** Something has happened to a plan, or to calls of one; an empty id stands for any. */
  readonly onNotice: (about: 'plan' | 'call', planId: string) => void;
  /** A worker is dead: what it had begun is to be given to others. */
  readonly onDead: (worker: string) => Promise<void>;
  /** From time to time one of all workers puts things in order. */
  readonly onTidy: () => Promise<void>;
  /** The others take this worker for dead. */
  readonly onGivenUp: () => void;
}

/** Milliseconds between two signs of life, and between two looks at the others. */
const beatEvery = 500;

/** Who has said nothing for so long and does not hold its lock any more is dead. */
const silentAfter = 1500;

/** Who has said nothing for so long is dead, though it holds its lock: a machine that is gone keeps its connection for hours. */
const goneAfter = 15_000;

/** After the server was away everybody has lost its lock, and gets this long to come back. */
const graceAfterReturn = 3000;

/** A worker that was given up may begin something before it learns of it: for so long that is looked for. */
const stragglersFor = 10 * 60 * 1000;

/** Milliseconds between two attempts to have one's turn. */
const turnEvery = 100;

/** With every so many looks one puts things in order. */
const tidyEvery = 10;

/**
 * One worker among all that share a database. Each holds a lock for as long as its connection lives, so that a process that
 * dies is missed at once, and gives signs of life for the case that only its machine is gone.
 */
export class Membership {
  readonly #options: MembershipOptions;
  readonly #session: PostgresSession;
  #beating: NodeJS.Timeout | undefined = undefined;
  #looking: NodeJS.Timeout | undefined = undefined;
  #looks = 0;
  #quietUntil = 0;
  #hasLeft = false;

  private constructor(options: MembershipOptions, session: PostgresSession) {
    this.#options = options;
    this.#session = session;
  }

  static async join(options: MembershipOptions): Promise<Membership> {
    const { place, workers, id, name, format, concurrency, onNotice, onGivenUp } = options;
    const joining = Promise.withResolvers<Membership>();
    const session = await PostgresSession.open({
      url: place.url,
      schema: place.schema,
      onNotice: (channel, planId) =>
        onNotice(channel === plansChannel(place.schema) ? 'plan' : 'call', planId),
      onReturn: () => void joining.promise.then((joined) => joined.#returned()),
      onLost: onGivenUp,
    });
    try {
      await session.hold(lockOf(place, id));
      await session.listen(plansChannel(place.schema));
      await session.listen(callsChannel(place.schema));
      await workers.register({ id, name, format, concurrency });
    } catch (error) {
      await session.close();
      throw error;
    }
    const joined = new Membership(options, session);
    joining.resolve(joined);
    joined.#beatLater();
    joined.#lookLater();
    return joined;
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearTimeout(this.#beating);
    clearTimeout(this.#looking);
    const { workers, id } = this.#options;
    // If it cannot be said, the others find out.
    await workers.end(id).catch(() => undefined);
    await this.#session.close();
  }

  /** Does what only one of all workers may do at a time; not at all, and false, when another one does it. */
  async alone(what: string, work: () => Promise<void>): Promise<boolean> {
    const done = await this.#session.whileFree(lockOf(this.#options.place, what), async () => {
      await work();
      return true;
    });
    return done === true;
  }

  /** Does what only one of all workers may do at a time, after those who do it already. */
  async inTurn(what: string, work: () => Promise<void>): Promise<void> {
    while (!(await this.alone(what, work))) await wait(turnEvery);
  }

  #returned(): void {
    this.#quietUntil = performance.now() + graceAfterReturn;
    // Notices may have been missed.
    this.#options.onNotice('plan', '');
    this.#options.onNotice('call', '');
  }

  #beatLater(): void {
    if (!this.#hasLeft) this.#beating = setTimeout(() => void this.#beat(), beatEvery);
  }

  async #beat(): Promise<void> {
    const { workers, id, onGivenUp } = this.#options;
    // Whether a server that cannot be reached has given us up is asked again.
    const lives = await workers.beat(id).catch(() => true);
    if (lives) this.#beatLater();
    else if (!this.#hasLeft) onGivenUp();
  }

  #lookLater(): void {
    if (!this.#hasLeft) this.#looking = setTimeout(() => void this.#look(), beatEvery);
  }

  async #look(): Promise<void> {
    // What cannot be done now is done by the next look.
    if (performance.now() >= this.#quietUntil) await this.#lookAtOthers().catch(() => undefined);
    this.#lookLater();
  }

  async #lookAtOthers(): Promise<void> {
    const { place, workers, id: own, onDead, onTidy } = this.#options;
    for (const { id } of await workers.silentFor(silentAfter)) {
      if (id !== own) await this.#session.whileFree(lockOf(place, id), () => this.#bury(id));
    }
    for (const { id } of await workers.silentFor(goneAfter)) {
      if (id !== own) await this.alone(`burial of ${id}`, () => this.#bury(id));
    }
    if (this.#looks++ % tidyEvery !== 0) return;
    await this.alone('tidying', async () => {
      for (const id of await workers.endedWithin(stragglersFor)) await onDead(id);
      await onTidy();
    });
  }

  async #bury(id: string): Promise<void> {
    await this.#options.onDead(id);
    // Only now: if this process dies in between, another does it again.
    await this.#options.workers.end(id);
  }
}

function lockOf({ schema }: PostgresPlace, name: string): string {
  return `toolcrib ${schema} worker ${name}`;
}
