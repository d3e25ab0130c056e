/**
 * Goes on with the plans that the one before it left, then with others of its own, and tells each step, until it is killed;
 * started by plan-kills.test-support.ts. Without a name for its own it decides about what is parked, and ends when all have
 * ended.
 */
import { writeSync } from 'node:fs';
import { LocalEngine } from '@toolcrib/core/plan';
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import { createPayingRunner, decideAsReceived, payingPlan } from './paying.test-support.ts';
import { StoredPlans } from './stored-plans.ts';

const [place = '', url = '', own = ''] = process.argv.slice(2);

/** Written at once: what was told is told, however the process ends. */
function tell(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

const database = openAt(JSON.parse(place) as Place);
const store = new StoredPlans(database, { interval: 100 });
const engine = new LocalEngine(createPayingRunner(url, tell), { store });
tell('ready');
await engine.attend();
if (own !== '') await submit(own);
// Who comes last tells of all of them: one may have been killed before it told that a plan had ended.
const { plans } = await engine.list({ state: own === '' ? undefined : 'running', limit: 100_000 });
await Promise.all(plans.map(({ planId }) => follow(planId)));
if (own !== '')
  for (let count = 1; ; count++) {
    await submit(`${own}-${count}`);
    await follow(`${own}-${count}`);
  }
await engine.close();
await store.idle();
await database.close();

async function submit(planId: string): Promise<void> {
  await engine.submit(payingPlan, { planId, input: { plan: planId } });
}

async function follow(planId: string): Promise<void> {
  const stop = engine.watch(planId, (event) => {
    if (event.type !== 'node-end' || (event.node === 'each' && event.item === undefined)) return;
    tell('stored', `${planId}:${event.node}${event.item === undefined ? '' : `:${event.item}`}`, event.state);
  });
  let { state, output } = await engine.result(planId);
  stop();
  if (own === '' && state === 'parked') {
    const { unknown, arrived } = await decideAsReceived(engine, planId, url);
    tell('decided', planId, String(unknown.length), String(arrived.length));
    ({ state, output } = await engine.result(planId));
  }
  tell('ended', planId, state, JSON.stringify(output));
}
