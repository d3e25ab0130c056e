import { defineTool, ToolService } from '@toolcrib/core';
import {
  createNodeRunner,
  definePlan,
  LocalEngine,
  type PlanResult,
  type SubmitOptions,
} from '@toolcrib/core/plan';
import { openToolcrib } from 'toolcrib';
import { expect, onTestFinished, test } from 'vitest';
import { mockTool, temporaryProject } from '../project.ts';

/** Tools that note what is called, and how many run at once. */
function kitchen(): { service: ToolService; log: string[]; mostAtOnce: () => number } {
  const log: string[] = [];
  let [running, most] = [0, 0];
  const service = new ToolService({ agents: { reader: { permission: 'read_only' } } });
  service.registerTool(
    defineTool({
      name: 'cook',
      description: 'Cooks.',
      annotations: { idempotent: true },
      parameters: {
        type: 'object',
        properties: {
          dish: { type: 'string' },
          of: { type: 'array' },
          fails: { type: 'integer', default: 0 },
        },
      },
      run: async ({ dish = '', of = [], fails }) => {
        log.push(dish);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 10));
        running--;
        if (log.filter((other) => other === dish).length <= fails) throw new Error(`${dish} is burnt`);
        return { dish, of };
      },
    }),
  );
  return { service, log, mostAtOnce: () => most };
}

async function run(service: ToolService, plan: object, options?: SubmitOptions): Promise<PlanResult> {
  const engine = new LocalEngine(createNodeRunner(service));
  const { planId } = await engine.submit(definePlan({ name: 'dinner', ...plan }), options);
  return engine.result(planId);
}

const dish = (name: string, changes: object = {}): object => ({
  id: name,
  tool: 'cook',
  arguments: { dish: name },
  ...changes,
});

test('A3.2 calls are made in topological order, and an output feeds the next input', async () => {
  const { service, log } = kitchen();
  const { state, output } = await run(service, {
    nodes: [
      dish('serve', {
        arguments: { dish: 'serve', of: ['{{nodes.sauce.output.dish}}', '{{nodes.pasta.output}}'] },
      }),
      dish('sauce', { arguments: { dish: '{{nodes.pasta.output.dish}} sauce' } }),
      dish('pasta'),
    ],
  });
  expect(log).toEqual(['pasta', 'pasta sauce', 'serve']);
  expect([state, output]).toEqual([
    'succeeded',
    { serve: { dish: 'serve', of: ['pasta sauce', { dish: 'pasta', of: [] }] } },
  ]);
});

test('A3.3 nodes that do not depend on each other run at the same time', async () => {
  const { service, mostAtOnce } = kitchen();
  await run(service, { nodes: ['soup', 'salad', 'bread'].map((name) => dish(name)) });
  expect(mostAtOnce()).toBe(3);
});

test.each([
  ['stop', 'failed', ['bad', 'other'], null],
  ['skip', 'incomplete', ['bad', 'other', 'after other'], 'after other'],
  [
    { retry: 2, delay: 1 },
    'succeeded',
    ['bad', 'other', 'bad', 'bad', 'after other', 'after bad'],
    'after other',
  ],
])('A3.4 on failure a plan does what is configured: %j', async (policy, ending, calls, served) => {
  const { service, log } = kitchen();
  const { state, output } = await run(service, {
    on_failure: policy,
    output: { served: '{{nodes.after_other.output.dish}}' },
    nodes: [
      dish('bad', { arguments: { dish: 'bad', fails: 2 } }),
      dish('after_bad', { after: ['bad'], arguments: { dish: 'after bad' } }),
      dish('other', { tool: 'cook', arguments: { dish: 'other' } }),
      dish('after_other', {
        after: ['other', ...(policy === 'stop' ? ['bad'] : [])],
        arguments: { dish: 'after other' },
      }),
    ],
  });
  expect([state, log.toSorted(), output]).toEqual([ending, calls.toSorted(), { served }]);
});

test('A3.4 a refusal is a failure too, and is not tried again: every call of a plan walks the corridor', async () => {
  const { service, log } = kitchen();
  const { state, failure } = await run(
    service,
    { on_failure: 'retry', nodes: [dish('soup')] },
    { agent: 'reader' },
  );
  expect([state, failure]).toEqual([
    'failed',
    expect.objectContaining({ node: 'soup', code: 'permission_denied', station: 'authorize' }),
  ]);
  expect(log).toEqual([]);
});

test('A3.2 a project checks and runs plans, and finds them and their calls again after a restart', async () => {
  const project = temporaryProject({
    'toolcrib.json': { tools: [mockTool('ping')], plans: { concurrency: 4 } },
  });
  const first = await openToolcrib({ trust: 'always', project });
  onTestFinished(first.close);
  expect(first.problems).toEqual([]);
  const { parse, check, engine } = await first.plans();
  const parsed = parse({
    name: 'count',
    nodes: [
      { id: 'ping', tool: 'ping' },
      { id: 'sum', tool: 'calculator', arguments: { expression: '1 + {{input.more}}' }, after: ['ping'] },
    ],
  });
  if (!parsed.ok) throw new Error('the plan cannot be read');
  expect(await check(parsed.plan)).toMatchObject([
    { code: 'unknown_input', place: '/nodes/1/arguments/expression' },
  ]);
  expect(await check(parsed.plan, { input: { more: 2 }, agent: 'user' })).toEqual([]);
  await engine.submit(parsed.plan, { planId: 'counting', input: { more: 2 }, agent: 'user' });
  expect(await engine.result('counting')).toMatchObject({
    state: 'succeeded',
    output: { sum: { result: '3' } },
  });
  await first.close();

  const second = await openToolcrib({ trust: 'always', project });
  onTestFinished(second.close);
  const again = (await second.plans()).engine;
  expect(await again.result('counting')).toMatchObject({ state: 'succeeded' });
  const { records } = await second.store.history.list({ parentCallId: 'counting' });
  expect(records.map(({ tool }) => tool).toSorted()).toEqual(['calculator', 'ping']);
});
