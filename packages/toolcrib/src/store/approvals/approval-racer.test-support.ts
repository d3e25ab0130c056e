import { sampleQuestion } from '@toolcrib/core/testing';
/** One of many processes that ask, answer and use the same approvals at once; started by approval-races.test-support.ts. */
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import { StoreError } from '../store-error.ts';
import { createStoredApprovals } from './stored-approvals.ts';

/** What a racer is told to do, in step with all others. */
export type Heat =
  | { readonly step: 'open' | 'answer' | 'use'; readonly races: readonly string[] }
  | { readonly step: 'end' };

/** The races that it won in this step, and what it found them to be. */
export interface HeatResult {
  readonly won: readonly string[];
}

const [place = '', name = ''] = process.argv.slice(2);
const database = openAt(JSON.parse(place) as Place);
const store = createStoredApprovals(database);
const ids = new Map<string, string>();

process.on('message', (heat: Heat) => void run(heat));
await database.get();
process.send?.({ won: [] });

async function run(heat: Heat): Promise<void> {
  if (heat.step === 'end') {
    await database.close();
    process.disconnect();
    return;
  }
  const won: string[] = [];
  for (const race of heat.races) if (await patiently(() => attempt(heat.step, race))) won.push(race);
  process.send?.({ won } satisfies HeatResult);
}

/** Whoever did not come to write among so many tries again. */
async function patiently(work: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'busy')) throw error;
    }
  }
}

async function attempt(step: 'open' | 'answer' | 'use', race: string): Promise<boolean> {
  if (step === 'open') {
    const { approval, isNew } = await store.open(sampleQuestion({ callId: race }));
    ids.set(race, approval.id);
    return isNew;
  }
  const id = ids.get(race) ?? '';
  if (step === 'use') return store.use(id);
  return (await store.answer(id, { decision: 'allow_once', by: name }))?.accepted ?? false;
}
