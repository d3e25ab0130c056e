import type { Locale } from '../messages/catalog.ts';
import { text } from '../messages/text.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { Interruption } from '../tool/interruption.ts';
import type { NodeCall, NodeRunner } from './engine.ts';
import { callIdOf, toNodeCall } from './node-call.ts';
import type { PlanClock } from './plan-clock.ts';
import type { PlanEvent } from './plan-event.ts';
import { eventsAfter, toNodeEvent, toPlanEnd } from './plan-events.ts';
import type {
  PlanChanges,
  PlanStanding,
  PlanStore,
  StoredNode,
  StoredPlan,
  StoredRun,
} from './plan-store.ts';
import { keyOf, type NodeRecord } from './node-record.ts';
import { Progress, type NodeRun, type PlanEnd, type RunOutcome } from './progress.ts';
import { lengthOf, maxPlanLength, tooLarge } from './plan-size.ts';
import { toOutcome } from './run-outcome.ts';
import type { Turns } from './turns.ts';

/** What the plans of one engine share. */
export interface PlanHouse {
  readonly run: NodeRunner;
  readonly store: PlanStore;
  readonly clock: PlanClock;
  readonly locale: Locale;
  /** Who runs, as the store knows it. */
  readonly runner: string;
  readonly slots: Slots;
  readonly turns: Turns;
  /** Hears of a store that does not take what is written; it is tried again. */
  readonly onProblem: (error: unknown) => void;
}

export interface LiveOptions {
  /** Nodes that are to be written although nothing has happened to them yet. @default none */
  readonly unwritten?: readonly StoredNode[];
  /** Why nothing is to start: it is only taken up to be ended. */
  readonly cancelled?: string | undefined;
}

/** How many calls of all plans together may still begin. */
interface Slots {
  free: number;
  /** A plan could start more if there were room. */
  isWanted: boolean;
  /** One has become free that is wanted. */
  readonly freed: () => void;
}

/**
 * A plan while this process runs it. One loop: what has ended is told to `Progress`, what follows from it is written down in
 * one piece, and only then does anything start.
 */
export class LivePlan {
  /** Resolves when this process has nothing more to do with it: it has ended, was interrupted, or was taken over. */
  readonly over: Promise<void>;
  readonly #house: PlanHouse;
  readonly #progress: Progress;
  /** As they are written, like `#written`: what nobody would find after a crash is not told. */
  readonly #nodes = new Map<string, StoredNode>();
  /** What is being written. */
  readonly #noted = new Map<string, StoredNode>();
  readonly #listeners = new Set<(event: PlanEvent) => void>();
  readonly #abort = new AbortController();
  readonly #timers = new Set<unknown>();
  /** What has happened since the loop last looked. */
  #inbox: (() => void)[] = [];
  #wake: (() => void) | undefined = undefined;
  #stored: StoredPlan;
  #written: StoredPlan;
  /** Calls under way. */
  #calls = 0;
  #interrupted = false;
  #unwritten: readonly StoredNode[];

  constructor(house: PlanHouse, { plan, nodes }: StoredRun, { unwritten = [], cancelled }: LiveOptions = {}) {
    this.#house = house;
    this.#stored = plan;
    this.#written = plan;
    this.#unwritten = unwritten;
    for (const node of nodes) this.#nodes.set(keyOf(node), node);
    this.#progress = new Progress(plan.plan, { input: plan.input, past: nodes, locale: house.locale });
    if (cancelled !== undefined) this.#progress.stop(this.#cancelledFor(cancelled));
    if (plan.deadline !== undefined) this.#watchTime(plan.deadline);
    this.over = this.#live();
  }

  get run(): StoredRun {
    return { plan: this.#written, nodes: [...this.#nodes.values()] };
  }

  cancel(reason: string): void {
    this.#post(() => this.#progress.stop(this.#cancelledFor(reason)));
  }

  /** Lets go of the plan, so that another engine can take it up. */
  interrupt(): void {
    this.#interrupted = true;
    this.#abort.abort(new Interruption());
    this.poke();
  }

  watch(listener: (event: PlanEvent) => void, after: number): () => void {
    const own = (event: PlanEvent): void => {
      if (event.type === 'node-progress' || event.sequence > after) listener(event);
    };
    for (const event of eventsAfter(after, this.run)) listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Something may start that could not before. Said while the loop is writing, it is heard afterwards. */
  poke(): void {
    this.#post(() => undefined);
  }

  async #live(): Promise<void> {
    try {
      while (await this.#step()) {
        await this.#next();
        await this.#house.turns.due();
      }
    } finally {
      for (const timer of this.#timers) this.#house.clock.clearTimeout(timer);
    }
  }

  /** False when there is nothing more to do here. */
  async #step(): Promise<boolean> {
    const { slots } = this.#house;
    for (const arrived of this.#inbox.splice(0)) arrived();
    const runs = this.#interrupted ? [] : this.#progress.next(slots.free);
    slots.free -= runs.length;
    slots.isWanted ||= slots.free <= 0;
    if (!(await this.#write(runs))) {
      slots.free += runs.length;
      this.#interrupted = true;
      this.#abort.abort(new Interruption());
      return this.#calls > 0;
    }
    // Interrupted while it was written: who takes it up finds these under way.
    if (this.#interrupted) slots.free += runs.length;
    else for (const run of runs) void this.#call(run);
    if (this.#progress.end !== undefined) return false;
    if (this.#progress.stopping) this.#abort.abort();
    return !this.#interrupted || this.#calls > 0;
  }

  #next(): Promise<void> {
    if (this.#inbox.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  async #write(runs: readonly NodeRun[]): Promise<boolean> {
    const { store, runner } = this.#house;
    const { end } = this.#progress;
    const callIds = new Map(runs.map((run) => [keyOf({ node: run.node.id, item: run.item }), run]));
    const nodes = this.#progress.changes().map((record) => this.#note(record, callIds));
    if (nodes.length === 0 && this.#unwritten.length === 0 && end === undefined) return true;
    const isLast = end !== undefined && this.#stored.state === 'running';
    if (isLast) this.#stored = { ...this.#stored, ...this.#standingAt(end) };
    const changes = { standing: this.#stored, nodes: [...this.#unwritten, ...nodes] };
    this.#unwritten = [];
    const saving = store.save(this.#stored.planId, runner, changes);
    if (!(typeof saving === 'boolean' ? saving : await this.#saved(saving, changes))) return false;
    this.#written = changes.standing;
    for (const [key, node] of this.#noted) this.#nodes.set(key, node);
    this.#noted.clear();
    this.#tell(nodes, isLast);
    return true;
  }

  /** A store that cannot be written is waited for: nothing goes on that would be forgotten. False when it is given up. */
  async #saved(saving: Promise<boolean>, changes: PlanChanges): Promise<boolean> {
    const { store, runner, onProblem } = this.#house;
    for (let pause = 100; ; pause = Math.min(pause * 2, 5000)) {
      try {
        return await saving;
      } catch (error) {
        onProblem(error);
      }
      if (this.#interrupted) return false;
      await new Promise<void>((resolve) => this.#after(pause, resolve));
      saving = Promise.resolve(store.save(this.#stored.planId, runner, changes));
    }
  }

  /** A record as it is kept: with times, its number and its call. */
  #note(record: NodeRecord, runs: ReadonlyMap<string, NodeRun>): StoredNode {
    const key = keyOf(record);
    const before = this.#noted.get(key) ?? this.#nodes.get(key);
    const { planId, sequence } = this.#stored;
    const now = this.#house.clock.now();
    const run = record.state === 'running' ? runs.get(key) : undefined;
    const isOpen = record.state === 'waiting' || record.state === 'running' || record.state === 'parked';
    const noted: StoredNode = {
      ...record,
      callId: run === undefined ? before?.callId : callIdOf(planId, run),
      startedAt: before?.startedAt ?? (record.state === 'running' ? now : undefined),
      endedAt: isOpen ? undefined : now,
      sequence: sequence + 1,
    };
    this.#stored = { ...this.#stored, sequence: sequence + 1 };
    this.#noted.set(key, noted);
    return noted;
  }

  #standingAt(end: PlanEnd): PlanStanding {
    const { deadline, sequence } = this.#stored;
    const { state, failure, output } = this.#resultOf(end);
    const endedAt = this.#house.clock.now();
    return { state, failure, deadline, endedAt, output, sequence: sequence + 1 };
  }

  /** A result that no store can take would be written again and again, and the plan would never end. The nodes keep their outputs. */
  #resultOf(end: PlanEnd): PlanEnd & { readonly output: JsonValue } {
    const output = this.#progress.output();
    if (output !== undefined && lengthOf(output) <= maxPlanLength) return { ...end, output };
    const { plan } = this.#stored;
    const failure = end.failure ?? tooLarge(plan, this.#house.locale);
    return { state: end.state === 'succeeded' ? 'failed' : end.state, failure, output: null };
  }

  async #call(run: NodeRun): Promise<void> {
    const { planId, agent, requestedBy, task } = this.#stored;
    const variables = this.#progress.variables(run);
    const { signal } = this.#abort;
    const claim = (): Promise<boolean> => this.#claim(run);
    const call = toNodeCall(run, { planId, agent, requestedBy, task, variables, signal, claim });
    const slot = new Slot(this.#house.slots);
    this.#calls++;
    let made = run;
    const outcome = await this.#outcomeOf(run, call, slot, () => (made = { ...run, interrupted: true }));
    this.#calls--;
    this.#post(() => this.#ended(made, outcome));
    slot.leave();
  }

  /** Whether a call that may not be repeated may run now. A store that is away is waited for: without it nothing runs. */
  async #claim({ node, item, attempt }: NodeRun): Promise<boolean> {
    const { store, runner, onProblem } = this.#house;
    for (let pause = 100; !this.#abort.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        return await store.claim(this.#stored.planId, runner, { node: node.id, item, attempt });
      } catch (error) {
        onProblem(error);
      }
      await new Promise<void>((resolve) => this.#after(pause, resolve));
    }
    return false;
  }

  async #outcomeOf(run: NodeRun, call: NodeCall, slot: Slot, again: () => void): Promise<RunOutcome> {
    try {
      const result = await this.#house.run(call, {
        parked: () => {
          this.#post(() => this.#progress.parked(run));
          slot.leave();
        },
        running: () => {
          this.#post(() => this.#progress.unparked(run));
          slot.enter();
        },
        again,
        progress: (data) => this.#tellProgress(run, call.options.callId, data),
      });
      return toOutcome(result);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const message = text('internal_error', { detail }, this.#house.locale);
      return { ok: false, failure: { status: 'error', code: 'internal_error', message }, retryable: false };
    }
  }

  #ended(run: NodeRun, outcome: RunOutcome): void {
    // It was cut short to be made again elsewhere: what it has not done is nobody's failure.
    if (this.#interrupted && !outcome.ok) return;
    const pause = this.#progress.ended(run, outcome);
    if (pause === undefined) return;
    this.#after(pause.milliseconds, () => this.#post(() => this.#progress.due(pause.run)));
  }

  /** Hosts cannot count as far as a deadline may be away: who wakes early waits again. */
  #watchTime(deadline: number): void {
    const left = deadline - this.#house.clock.now();
    if (left <= 0) this.#progress.stop(this.#outOfTime());
    else this.#after(left, () => this.#post(() => this.#watchTime(deadline)));
  }

  #outOfTime(): PlanEnd {
    const message = text('plan_out_of_time', { plan: this.#stored.planId }, this.#house.locale);
    return { state: 'failed', failure: { status: 'error', code: 'plan_out_of_time', message } };
  }

  #cancelledFor(reason: string): PlanEnd {
    const message = text('plan_cancelled', { plan: this.#stored.planId, reason }, this.#house.locale);
    return { state: 'cancelled', failure: { status: 'error', code: 'plan_cancelled', message } };
  }

  #post(happened: () => void): void {
    this.#inbox.push(happened);
    this.#wake?.();
  }

  #after(milliseconds: number, callback: () => void): void {
    const { clock } = this.#house;
    const timer = clock.setTimeout(
      () => {
        this.#timers.delete(timer);
        callback();
      },
      Math.max(0, milliseconds),
    );
    this.#timers.add(timer);
  }

  #tell(nodes: readonly StoredNode[], isLast: boolean): void {
    if (this.#listeners.size === 0) return;
    const { planId } = this.#stored;
    const time = this.#house.clock.now();
    for (const node of nodes) this.#emit(toNodeEvent(planId, node, time));
    if (isLast) this.#emit(toPlanEnd(this.#stored));
  }

  #tellProgress({ node, item }: NodeRun, callId: string, data: JsonValue): void {
    const { planId, sequence } = this.#stored;
    const time = this.#house.clock.now();
    this.#emit({ planId, sequence, time, type: 'node-progress', node: node.id, item, callId, data });
  }

  /** A listener cannot break a plan. */
  #emit(event: PlanEvent | undefined): void {
    if (event === undefined) return;
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // Its own matter.
      }
    }
  }
}

/** The place of one call among all that run; one about which a person is asked leaves it for a while. */
class Slot {
  readonly #slots: Slots;
  #isTaken = true;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  enter(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#slots.free--;
  }

  leave(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#slots.free++;
    if (!this.#slots.isWanted) return;
    this.#slots.isWanted = false;
    this.#slots.freed();
  }
}
