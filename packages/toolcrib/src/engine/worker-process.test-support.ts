/** One worker in a process of its own, which tells of every call that it makes; started by worker-kills.test-support.ts. */
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool, ToolService } from '@toolcrib/core';
import { createNodeRunner } from '@toolcrib/core/plan';
import { openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import { insist } from '../store/databases/insist.ts';
import { payTool } from '../store/plans/paying.test-support.ts';
import { DbosEngine } from './dbos-engine.ts';

const [place = '', name = '', concurrency = '2', url = ''] = process.argv.slice(2);
const where = JSON.parse(place) as Place & { readonly kind: 'postgres' };
const database = openAt(where);

/** Written at once: what was told is told, however the process ends. */
function tell(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

const service = new ToolService({ builtins: false });
service.registerTool(
  defineTool({
    name: 'act',
    description: 'Acts.',
    annotations: { idempotent: true, destructive: false },
    parameters: {
      type: 'object',
      properties: { value: {}, pause: { type: 'number' }, only_in: { type: 'string' } },
    },
    timeout: 120_000,
    run: async ({ value, pause = 5, only_in: right = name }, { givenId = '', idempotencyKey, signal }) => {
      tell('begun', idempotencyKey, givenId);
      // The tool itself must not fail while the database is away.
      if (await insist(() => isStored(idempotencyKey))) tell('late', idempotencyKey);
      // In the wrong worker it never ends by itself.
      await wait(right === name ? pause : 100_000, undefined, { signal });
      tell('made', idempotencyKey);
      return value ?? idempotencyKey;
    },
  }),
);

service.registerTool(payTool(url, tell));

/** What is written as ended must never be called again. */
async function isStored(key: string): Promise<boolean> {
  const [planId = '', node = '', item = '-1'] = key.split(':');
  const { read } = await database.get();
  const row = await read
    .selectFrom('plan_nodes')
    .select('state')
    .where('plan_id', '=', planId)
    .where('node', '=', node)
    .where('item', '=', Number(item))
    .executeTakeFirst();
  return row?.state === 'succeeded';
}

const engine = new DbosEngine(createNodeRunner(service), {
  place: { ...where, name: 'test' },
  database,
  name,
  concurrency: Number(concurrency),
  onProblem: (problem) => tell('problem', problem.code),
});
process.once('SIGTERM', () => {
  tell('stopping');
  void (async () => {
    await engine.close({ drain: 200 });
    await database.close();
    tell('stopped');
    process.stdin.destroy();
  })();
});
// Whoever started it may be killed as well.
process.stdin.resume().once('end', () => process.exit());
await engine.attend();
tell('ready');
