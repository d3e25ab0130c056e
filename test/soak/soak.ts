import { setTimeout as wait } from 'node:timers/promises';
import { openToolcrib } from 'toolcrib';
import { seededRandom } from '../../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { Approver } from './approver.ts';
import { drawSort } from './calls.ts';
import { openDoors, type Door } from './doors.ts';
import { goWrong } from './faults.ts';
import { growthOf, type Growth } from './growth.ts';
import { Ledger } from './ledger.ts';
import { PlanSubmitter } from './plan-submitter.ts';
import { openSite, type Site } from './site.ts';

export interface SoakOptions {
  readonly seconds: number;
  /** Calls that are begun each second. */
  readonly rate: number;
  readonly seed: number;
  /** Seconds for which something is wrong, and then nothing is, more or less. */
  readonly rest: number;
}

export interface SoakReport {
  readonly faultsMade: { readonly [name: string]: number };
  readonly begun: number;
  readonly ledger: Ledger;
  readonly plans: number;
  readonly repeatedPlanCalls: number;
  /** Calls of plans that a person had to decide about. */
  readonly decidedPlanCalls: number;
  readonly approvals: number;
  readonly records: number;
  readonly files: number;
  readonly growth: readonly Growth[];
  /** Everything that is not as it must be, except growth. */
  readonly wrong: readonly string[];
}

/** Lets calls come by every door while things go wrong, and then holds what was acknowledged against what is there. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const site = await openSite();
  try {
    return await soakAt(site, options);
  } finally {
    await site.remove();
  }
}

async function soakAt(site: Site, { seconds, rate, seed, rest }: SoakOptions): Promise<SoakReport> {
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const wrong: string[] = [];
  const doors = openDoors(site);
  const approver = new Approver(site.http);
  const plans = new PlanSubmitter(site);
  const over = new AbortController();
  const goingWrong = goWrong(site, {
    random: seededRandom(seed + 1),
    rest: rest * 1000,
    signal: over.signal,
  });
  const answering = approver.work(over.signal);

  const running = new Set<Promise<void>>();
  const follow = (work: Promise<void>): void => {
    const followed = work.finally(() => running.delete(followed));
    running.add(followed);
  };
  const call = async (mark: string): Promise<void> => {
    const { tool, given, isRight } = drawSort(random);
    const [door, ask] = doors.at(Math.floor(random() * doors.length)) as Door;
    const answer = await ask({ mark, tool, given: given(mark) }).catch((error: unknown) => reasonOf(error));
    if (typeof answer === 'string') return ledger.leaveOut(`${answer} (${tool} by ${door})`);
    ledger.acknowledge({ door, tool, answer });
    if (isRight !== undefined && !isRight(answer))
      wrong.push(`${tool} by ${door}: ${JSON.stringify(answer)}`);
  };
  let begun = 0;
  const begin = performance.now();
  while (performance.now() - begin < seconds * 1000) {
    follow(call(`soak-${++begun}-`));
    if (begun % 20 === 0) follow(plans.submit(`soak-plan-${begun}`));
    // By the clock and not by pauses, so that the rate is kept.
    await wait(Math.max(0, begin + (begun * 1000) / rate - performance.now()));
  }
  over.abort();
  const faultsMade = await goingWrong;
  await answering;
  await Promise.all(running);

  wrong.push(...(await plans.faults()));
  const processes = [site.service, site.shared, site.alone];
  const growth = processes.flatMap(({ name, samples }) => growthOf(name, samples));
  wrong.push(...(await site.end()));

  // As the next process finds them.
  const { projects, environment } = site;
  const shared = await openToolcrib({ trust: 'always', project: projects.shared, environment });
  const alone = await openToolcrib({ trust: 'always', project: projects.alone, environment });
  const found = await ledger.compare(shared.store, ['http', 'mcp', 'library']);
  const foundAlone = await ledger.compare(alone.store, ['library on a file']);
  const planCalls = await plans.compare(shared.store);
  wrong.push(...found.faults, ...foundAlone.faults, ...planCalls.faults);
  wrong.push(...(await approver.faults(shared.store)));
  await Promise.all([shared.close(), alone.close()]);
  const { files, faults } = ledger.compareFiles({
    http: projects.shared,
    mcp: projects.shared,
    library: projects.shared,
    'library on a file': projects.alone,
  });
  wrong.push(...faults);
  return {
    faultsMade,
    begun,
    ledger,
    plans: plans.acknowledged,
    repeatedPlanCalls: planCalls.repeated,
    decidedPlanCalls: planCalls.decided,
    approvals: approver.acknowledged,
    records: found.records + foundAlone.records,
    files,
    growth,
    wrong,
  };
}

/** Why nobody was told how a call ended: the code of the problem, which the client of MCP hands on as text. */
function reasonOf(error: unknown): string {
  const { problem, message } = error as {
    readonly problem?: { readonly code: string };
    readonly message: string;
  };
  const [, code = message.slice(0, 80)] = /urn:toolcrib:problem:(\w+)/u.exec(message) ?? [];
  return problem?.code ?? code;
}
