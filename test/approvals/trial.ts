import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { browserApprover, httpApprover, terminalApprover, type TrialApprover } from './trial-approvers.ts';
import {
  callerKinds,
  commandCaller,
  httpCaller,
  mcpCaller,
  type Caller,
  type CallerKind,
  type Ending,
} from './trial-callers.ts';
import { isAllowed, openTrialSite, whatIn, type TrialSite } from './trial-site.ts';

export interface TrialOptions {
  readonly requests: number;
  readonly kills: number;
  readonly seed: number;
  /** Hears of each kill, with how many requests have ended. */
  readonly onKill?: (what: string, ended: number) => void;
}

export interface TrialReport {
  /** Requests by how they ended for whoever made the call. */
  readonly endings: Readonly<Record<Ending, number>>;
  /** Calls that have arrived at the server that they were for. */
  readonly effects: number;
  /** Approvals that were used. Of one that has no effect, the process was killed in between. */
  readonly used: number;
  /** Answers by whoever gave them. */
  readonly answers: ReadonlyMap<string, number>;
  readonly kills: ReadonlyMap<string, number>;
  /** Every effect that should not be there, and every one that should and is not. */
  readonly wrong: readonly string[];
}

/**
 * Two browsers, a terminal, an HTTP client and the forms of an MCP client answer the same requests, while the service, the
 * terminal, the browsers and the commands that make calls are killed. What has arrived is counted where it arrives.
 */
export async function runTrial({ requests, kills, seed, onKill }: TrialOptions): Promise<TrialReport> {
  const random = seededRandom(seed);
  const site = await openTrialSite();
  try {
    const trial = new Trial(site, random, onKill);
    const size = Math.ceil(requests / kills);
    for (let from = 0; from < requests; from += size)
      await trial.generation(from, Math.min(from + size, requests));
    return await trial.report();
  } finally {
    await site.close();
  }
}

/** What is killed, one after the other. The commands that make calls are killed besides. */
const victims = ['service', 'service', 'terminal', 'browser a', 'service', 'browser b'] as const;

class Trial {
  readonly #site: TrialSite;
  readonly #random: () => number;
  readonly #onKill: TrialOptions['onKill'];
  readonly #approvers: ReadonlyMap<string, TrialApprover>;
  readonly #callers: Readonly<Record<CallerKind, Caller>>;
  readonly #endings = new Map<string, Ending>();
  readonly #kills = new Map<string, number>();
  #generation = 0;

  constructor(site: TrialSite, random: () => number, onKill: TrialOptions['onKill']) {
    this.#site = site;
    this.#random = random;
    this.#onKill = onKill;
    this.#approvers = new Map([
      ['browser a', browserApprover(site, 'browser a')],
      ['browser b', browserApprover(site, 'browser b')],
      ['terminal', terminalApprover(site, random)],
      ['http', httpApprover(site, random)],
    ]);
    this.#callers = {
      http: httpCaller(site),
      mcp: mcpCaller(site),
      command: commandCaller(site, random),
    };
  }

  /** Makes these requests, and kills something before all of them have ended. */
  async generation(from: number, to: number): Promise<void> {
    const number = this.#generation++;
    // In every fourth nobody watches, so that the MCP client is asked by its forms.
    const isWatched = number % 4 !== 1;
    const active = [...this.#approvers].filter(([, { watches }]) => isWatched || !watches);
    for (const [, approver] of active) await approver.start();
    const before = this.#endings.size;
    const making = this.#make(from, to);
    while (this.#endings.size < before + (to - from) * (0.2 + 0.5 * this.#random())) await wait(20);
    await this.#kill(isWatched ? (victims[number % victims.length] ?? 'service') : 'service');
    await making;
    for (const [, approver] of active) await approver.kill();
  }

  async report(): Promise<TrialReport> {
    const { service, effects } = this.#site;
    const { items } = await service.client.ask('list_approvals', { status: 'all', limit: 1000 });
    const answers = new Map<string, number>();
    for (const { answered_by: by } of items) if (by !== null) answers.set(by, (answers.get(by) ?? 0) + 1);
    const endings = { success: 0, refused: 0, used: 0, lost: 0 };
    for (const ending of this.#endings.values()) endings[ending]++;
    const used = items.filter(({ status }) => status === 'used').length;
    const answeredBy = new Map(
      items.map((item) => [whatIn(JSON.stringify(item.arguments)) ?? '', item.answered_by ?? 'nobody']),
    );
    const wrong = this.#wrong(answeredBy);
    if (effects.received.length > used) wrong.push(`${effects.received.length} effects of ${used} approvals`);
    return { endings, effects: effects.received.length, used, answers, kills: this.#kills, wrong };
  }

  #wrong(answeredBy: ReadonlyMap<string, string>): string[] {
    const counts = new Map<string, number>();
    for (const what of this.#site.effects.received) counts.set(what, (counts.get(what) ?? 0) + 1);
    const known = [...counts.keys()].filter((what) => !this.#endings.has(what));
    const wrong = known.map((what) => `${what} was never asked for`);
    for (const [what, ending] of this.#endings) {
      const count = counts.get(what) ?? 0;
      // Whoever was killed in between may have acted or not, but never twice.
      const isRight = ending === 'success' ? count === 1 : ending === 'refused' ? count === 0 : count <= 1;
      const isAsSaid = isAllowed(what) ? ending !== 'refused' : count === 0 && ending !== 'success';
      if (!isRight || !isAsSaid)
        wrong.push(`${what}: ${ending}, ${count} effects, answered by ${answeredBy.get(what)}`);
    }
    return wrong;
  }

  async #make(from: number, to: number): Promise<void> {
    const left = Array.from({ length: to - from }, (_, index) => from + index);
    const work = async (): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const kind = callerKinds[index % 5 === 0 ? 1 : index % 13 === 0 ? 2 : 0];
        const what = `${this.#random() < 0.6 ? 'yes' : 'no'}-${index}`;
        this.#endings.set(what, await this.#callers[kind](what));
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
  }

  async #kill(victim: (typeof victims)[number]): Promise<void> {
    this.#kills.set(victim, (this.#kills.get(victim) ?? 0) + 1);
    this.#onKill?.(victim, this.#endings.size);
    if (victim === 'service') return this.#site.service.restart();
    const approver = this.#approvers.get(victim);
    await approver?.kill();
    await approver?.start();
  }
}
