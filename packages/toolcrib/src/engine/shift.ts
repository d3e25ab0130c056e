import { setTimeout as wait } from 'node:timers/promises';
import { LocalEngine } from '@toolcrib/core/plan';
import { insist } from '../store/databases/insist.ts';
import { PlanCalls } from '../store/plans/plan-calls.ts';
import { PlanWorkers } from '../store/plans/plan-workers.ts';
import { oneWorker } from '../store/plans/worker-names.ts';
import { randomName } from '../store/random-name.ts';
import { CallMaker } from './call-maker.ts';
import { DrivenPlans } from './driven-plans.ts';
import { Membership } from './membership.ts';
import { RemoteCalls } from './remote-calls.ts';
import type { WorkerOptions } from './worker-options.ts';
import { planFormat, Workflows, type WorkflowKind } from './workflows.ts';

/** How often it is looked for what no notice has told of. */
const lookEvery = 1000;

/** Milliseconds that a call gets to end when it is interrupted, before its worker goes without it. */
const lastWords = 5000;

/** Milliseconds that work which has ended can still be looked at with the tools of DBOS. */
const day = 24 * 60 * 60 * 1000;

/** A plan can be taken as soon as everybody knows that who drove it is dead. */
const takeEvery = 100;
const takeAttempts = 50;

/**
 * The time from when a worker joins the others until it leaves them, or they give it up. It drives the plans and makes the
 * calls that it is given: one does not depend on the other, so that the calls of one plan are spread over all workers.
 */
export class Shift {
  readonly #membership: Membership;
  readonly #workflows: Workflows;
  readonly #plans: DrivenPlans;
  readonly #remote: RemoteCalls;
  readonly #driver: LocalEngine;
  readonly #maker: CallMaker;
  readonly #id: string;
  #looking: NodeJS.Timeout | undefined = undefined;
  #isLooking = false;
  #lookAgain = false;
  #isEnding = false;

  private constructor(parts: ShiftParts) {
    const { options, id, calls, membership, workflows } = parts;
    const { plans, run, concurrency, locale } = options;
    this.#id = id;
    this.#membership = membership;
    this.#workflows = workflows;
    this.#plans = new DrivenPlans(plans, calls, id);
    this.#remote = new RemoteCalls({
      calls,
      workflows,
      submittedAt: (planId) => this.#plans.submittedAt(planId),
      locale,
    });
    this.#driver = new LocalEngine((call, watcher) => this.#remote.run(call, watcher), {
      store: this.#plans,
      // How many calls are made at once is for who makes them to limit.
      concurrency: Number.MAX_SAFE_INTEGER,
      locale,
    });
    this.#maker = new CallMaker({
      worker: id,
      calls,
      store: plans,
      run,
      locale,
      // A person may take hours: others are called in the meantime.
      onParked: (parked) => {
        if (!this.#isEnding) workflows.limit('call', concurrency + parked);
      },
    });
  }

  static async begin(options: WorkerOptions, onGivenUp: () => void): Promise<Shift> {
    const { name, place, database, concurrency, globalConcurrency } = options;
    const id = oneWorker(planFormat, `${name}-${randomName()}`);
    const calls = new PlanCalls(database, place.schema);
    const ready = Promise.withResolvers<Shift>();
    const membership = await Membership.join({
      place,
      workers: new PlanWorkers(database),
      id,
      name,
      format: planFormat,
      concurrency,
      onNotice: (about, planId) => void ready.promise.then((shift) => shift.#notice(about, planId)),
      onDead: async (worker) => (await ready.promise).#workflows.giveBack(worker),
      onTidy: async () => {
        await calls.sweep();
        await (await ready.promise).#workflows.forget(day);
      },
      onGivenUp,
    });
    let workflows: Workflows | undefined;
    try {
      workflows = await Workflows.create({
        place,
        executor: id,
        concurrency,
        globalConcurrency,
        work: async (kind, work) => (await ready.promise).#work(kind, work),
      });
      // Two that make its tables at the same time would wait for each other for ever.
      await membership.inTurn('launch', workflows.launch.bind(workflows));
      const shift = new Shift({ options, id, calls, membership, workflows });
      await shift.#driver.attend();
      ready.resolve(shift);
      shift.#lookLater(0);
      return shift;
    } catch (error) {
      await workflows?.close().catch(() => undefined);
      await membership.leave();
      throw error;
    }
  }

  /** Leaves: what is under way may still end for so many milliseconds, and the rest is for the others. */
  async end({ drain }: { readonly drain: number }): Promise<void> {
    this.#stopTaking();
    await this.#driver.close();
    // Its plans go on elsewhere while its calls end here.
    await this.#giveBack('plan');
    await Promise.race([this.#maker.idle(), wait(drain, undefined, { ref: false })]);
    await this.#letGo();
    await this.#giveBack('call');
    await this.#leave();
  }

  /** The others have taken everything already. */
  async abandon(): Promise<void> {
    this.#stopTaking();
    await this.#driver.close();
    await this.#letGo();
    await this.#leave();
  }

  #stopTaking(): void {
    this.#isEnding = true;
    clearTimeout(this.#looking);
    this.#workflows.limit('plan', 0);
    this.#workflows.limit('call', 0);
  }

  async #letGo(): Promise<void> {
    this.#maker.interrupt();
    await Promise.race([this.#maker.idle(), wait(lastWords, undefined, { ref: false })]);
  }

  /** What cannot be given back is taken as soon as this worker is missed. */
  async #giveBack(kind: WorkflowKind): Promise<void> {
    await this.#workflows.giveBack(this.#id, [kind]).catch(() => undefined);
  }

  async #leave(): Promise<void> {
    this.#remote.close();
    await this.#workflows.close();
    await this.#membership.leave();
  }

  /** Returning is the end of the work for good: from what others are to do there is no return. */
  async #work(kind: WorkflowKind, id: string): Promise<void> {
    const named = nameOf(id);
    const isDone = kind === 'call' ? await this.#maker.make(named) : await this.#drive(named);
    if (!isDone) await new Promise(() => undefined);
  }

  /** Drives a plan for as long as it is this worker's; false when it is to go on in another. */
  async #drive(planId: string): Promise<boolean> {
    for (let attempt = 1; attempt <= takeAttempts && !this.#isEnding; attempt++) {
      const taken = await insist(() => this.#plans.adopt(planId));
      if (taken !== undefined) {
        await taken.over;
        break;
      }
      await wait(takeEvery);
    }
    // What is still to be done then is found by whoever looks for plans that nobody drives.
    return !this.#isEnding;
  }

  #notice(about: 'plan' | 'call', planId: string): void {
    if (this.#isEnding) return;
    if (about === 'plan') this.#lookLater(0);
    else this.#remote.notice(planId);
  }

  #lookLater(milliseconds: number): void {
    if (this.#isLooking) {
      this.#lookAgain = true;
      return;
    }
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => {
      this.#isLooking = true;
      void this.#look();
    }, milliseconds);
  }

  async #look(): Promise<void> {
    // A server that is away is asked again by the next look.
    await Promise.allSettled([this.#maker.look(), this.#plans.tellCancelled(), this.#findWork()]);
    // What was told in the meantime may have come too late for this one.
    this.#isLooking = false;
    if (!this.#isEnding) this.#lookLater(this.#lookAgain ? 0 : lookEvery);
    this.#lookAgain = false;
  }

  /** Plans that were submitted or resumed, and those whose driver nobody has missed. */
  async #findWork(): Promise<void> {
    if ((await this.#plans.undriven()).length === 0) return;
    await this.#membership.alone('undriven', async () => {
      const ids = await this.#plans.undriven();
      const waiting = new Set((await this.#workflows.open('plan')).map(nameOf));
      const missing = ids.filter((planId) => !waiting.has(planId));
      await this.#workflows.enqueue(
        'plan',
        missing.map((planId) => `${planId}@${randomName()}`),
      );
    });
  }
}

interface ShiftParts {
  readonly options: WorkerOptions;
  readonly id: string;
  readonly calls: PlanCalls;
  readonly membership: Membership;
  readonly workflows: Workflows;
}

/**
 * The plan or call that work is about. What has ended as work is never begun again: so each time that a plan is to be driven
 * is work of its own, and so is a call of each plan that ever had its id.
 */
function nameOf(work: string): string {
  return work.slice(0, work.lastIndexOf('@'));
}
