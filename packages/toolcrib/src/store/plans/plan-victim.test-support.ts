/**
 * Goes on with the plans that the one before it left, then with others of its own, and tells each step, until it is killed;
 * started by plan-kills.test-support.ts. Without a name for its own it ends when all have ended.
 */
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolService } from '@toolcrib/core';
import { createNodeRunner, definePlan, LocalEngine } from '@toolcrib/core/plan';
import { openAt, type Place } from '../databases/both-databases.test-support.ts';
import { StoredPlans } from './stored-plans.ts';

const [place = '', own = ''] = process.argv.slice(2);

/** Written at once: what was told is told, however the process ends. */
function tell(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

const service = new ToolService({ builtins: false });
service.registerTool(
  defineTool({
    name: 'act',
    description: 'Acts.',
    parameters: { type: 'object', properties: { value: {}, pause: { type: 'number' } } },
    run: async ({ value, pause = 1 }, { givenId = '', idempotencyKey }) => {
      tell('begun', idempotencyKey, givenId);
      await wait(pause);
      return value ?? idempotencyKey;
    },
  }),
);

/** A list, a fan-out over it, a diamond and a row, with outputs that are large and small. */
const plan = definePlan({
  name: 'victim',
  concurrency: 4,
  nodes: [
    { id: 'list', tool: 'act', arguments: { value: [1, 2, 3, 4, 5, 6] } },
    {
      id: 'each',
      tool: 'act',
      for_each: '{{nodes.list.output}}',
      arguments: { value: '{{item}}', pause: 3 },
    },
    { id: 'large', tool: 'act', after: ['list'], arguments: { value: 'x'.repeat(60_000) } },
    { id: 'left', tool: 'act', arguments: { value: '{{nodes.large.output}}', pause: 5 } },
    { id: 'right', tool: 'act', after: ['large'] },
    { id: 'row1', tool: 'act', after: ['left', 'right'] },
    { id: 'row2', tool: 'act', after: ['row1'] },
    { id: 'row3', tool: 'act', arguments: { value: ['{{nodes.row2.output}}', '{{nodes.each.output}}'] } },
  ],
  output: '{{nodes.row3.output[1]}}',
});

const database = openAt(JSON.parse(place) as Place);
const store = new StoredPlans(database, { interval: 100 });
const engine = new LocalEngine(createNodeRunner(service), { store });
tell('ready');
await engine.attend();
if (own !== '') await engine.submit(plan, { planId: own });
// Who comes last tells of all of them: one may have been killed before it told that a plan had ended.
const { plans } = await engine.list({ state: own === '' ? undefined : 'running', limit: 100_000 });
await Promise.all(plans.map(({ planId }) => follow(planId)));
if (own !== '')
  for (let count = 1; ; count++) {
    await engine.submit(plan, { planId: `${own}-${count}` });
    await follow(`${own}-${count}`);
  }
await engine.close();
await store.idle();
await database.close();

async function follow(planId: string): Promise<void> {
  const stop = engine.watch(planId, (event) => {
    if (event.type !== 'node-end' || (event.node === 'each' && event.item === undefined)) return;
    tell('stored', `${planId}:${event.node}${event.item === undefined ? '' : `:${event.item}`}`, event.state);
  });
  const { state, output } = await engine.result(planId);
  stop();
  tell('ended', planId, state, JSON.stringify(output));
}
