import { describe, expect, test } from 'vitest';
import { engineContract } from '../testing/engine-contract.ts';
import { ToolService } from '../call/tool-service.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createPlanWorkshop } from '../testing/plan-workshop.ts';
import { LocalEngine } from './local-engine.ts';
import { MemoryPlans } from './memory-plans.ts';
import { createNodeRunner } from './node-runner.ts';
import { definePlan } from './parse-plan.ts';

describe('the engine of one process keeps the contract of engines', () => {
  let store = new MemoryPlans();
  const cases = engineContract({
    create: (run) => {
      store = new MemoryPlans();
      return new LocalEngine(run, { store });
    },
    reopen: (run) => new LocalEngine(run, { store }),
  });
  for (const { title, check } of cases) test(title, check);
});

test('nothing is told that is not written yet, whoever asks and however', async () => {
  const slow = new SlowPlans();
  const shop = createPlanWorkshop();
  const engine = new LocalEngine(shop.run, { store: slow });
  await engine.submit(definePlan({ name: 'one', nodes: [{ id: 'a', tool: 'give' }] }), { planId: 'one' });
  slow.finish();
  await expect.poll(() => [shop.made.length, slow.waiting]).toEqual([1, 1]);
  const heard: string[] = [];
  engine.watch('one', ({ type }) => heard.push(type));
  let ended = false;
  const result = engine.result('one').then(() => (ended = true));
  expect((await engine.status('one')).nodes).toMatchObject([{ state: 'running' }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([heard, ended]).toEqual([['plan-start', 'node-start'], false]);
  slow.finish();
  await result;
  expect(heard).toEqual(['plan-start', 'node-start', 'node-end', 'plan-end']);
});

test('a store that does not take what is written is tried again, and nothing goes on before it has', async () => {
  const broken = new SlowPlans();
  const shop = createPlanWorkshop();
  const problems: unknown[] = [];
  const engine = new LocalEngine(shop.run, { store: broken, onProblem: (problem) => problems.push(problem) });
  await engine.submit(definePlan({ name: 'one', nodes: [{ id: 'a', tool: 'give' }] }), { planId: 'one' });
  broken.fail(new Error('away'));
  await expect.poll(() => broken.waiting).toBe(1);
  expect([shop.made, problems]).toEqual([[], [new Error('away')]]);
  broken.finish();
  await expect.poll(() => broken.waiting).toBe(1);
  broken.finish();
  expect(await engine.result('one')).toMatchObject({ state: 'succeeded' });
});

describe('a plan that is larger than a process can keep', () => {
  const letters = 4_000_000;

  function startLarge(): { readonly engine: LocalEngine; readonly calls: () => number } {
    const service = new ToolService({ builtins: false });
    let calls = 0;
    service.registerTool({
      name: 'large',
      description: 'Answers at length.',
      parameters: { type: 'object' },
      run() {
        calls++;
        return 'x'.repeat(letters);
      },
    });
    return { engine: new LocalEngine(createNodeRunner(service)), calls: () => calls };
  }
  const failed = { state: 'failed', failure: { code: 'plan_too_large' } };

  test('makes no more calls, and those that were made keep their outputs', async () => {
    const { engine, calls } = startLarge();
    const nodes = Array.from({ length: 50 }, (_, n) => ({ id: `n${n}`, tool: 'large' }));
    const plan = definePlan({ name: 'large', concurrency: 1, nodes });
    const { planId } = await engine.submit(plan);
    expect(await engine.result(planId)).toMatchObject(failed);
    expect(calls()).toBe(4);
    expect(await engine.output(`${planId}/n3`)).toHaveLength(letters);
    await engine.resume(planId);
    expect(await engine.result(planId)).toMatchObject(failed);
    expect(calls()).toBe(4);
  });

  test('ends also when only its result is that large', async () => {
    const { engine } = startLarge();
    const output = Array.from({ length: 80 }, () => '{{nodes.one.output}}');
    const plan = definePlan({ name: 'large', nodes: [{ id: 'one', tool: 'large' }], output });
    const { planId } = await engine.submit(plan);
    expect(await engine.result(planId)).toMatchObject(failed);
    expect(await engine.output(`${planId}/one`)).toHaveLength(letters);
  });
});

test('the calls of all plans together are no more than the engine allows', async () => {
  const shop = createPlanWorkshop();
  const engine = new LocalEngine(shop.run, { concurrency: 2 });
  const plan = definePlan({
    name: 'held',
    nodes: ['a', 'b'].map((id) => ({ id, tool: 'hold', arguments: { value: id } })),
  });
  const ids = await Promise.all(['one', 'two'].map((planId) => engine.submit(plan, { planId })));
  await expect.poll(() => shop.held()).toBe(2);
  shop.release('a');
  await expect.poll(() => shop.made.length).toBe(4);
  shop.release('b');
  for (const { planId } of ids) expect(await engine.result(planId)).toMatchObject({ state: 'succeeded' });
});

/** Keeps what it is given only when it is told to. */
class SlowPlans extends MemoryPlans {
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  override async save(...given: Parameters<MemoryPlans['save']>): Promise<boolean> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn);
    await turn.promise;
    return super.save(...given);
  }

  finish(): void {
    this.#waiting.shift()?.resolve();
  }

  fail(error: Error): void {
    this.#waiting.shift()?.reject(error);
  }
}

test('a slot that becomes free while a plan is being written is taken afterwards', async () => {
  const shop = createPlanWorkshop();
  const slow = new SlowPlans();
  const engine = new LocalEngine(shop.run, { store: slow, concurrency: 1 });
  const held = definePlan({ name: 'held', nodes: [{ id: 'a', tool: 'hold', arguments: { value: 1 } }] });
  await engine.submit(held, { planId: 'first' });
  slow.finish();
  await expect.poll(() => shop.held()).toBe(1);
  const each = definePlan({ name: 'each', nodes: [{ id: 'b', tool: 'give', for_each: [1] }] });
  await engine.submit(each, { planId: 'second' });
  expect(slow.waiting).toBe(1);
  shop.release(1);
  await expect.poll(() => slow.waiting).toBe(2);
  for (const planId of ['first', 'second']) {
    const result = engine.result(planId);
    const writing = setInterval(() => slow.finish(), 1);
    expect(await result).toMatchObject({ state: 'succeeded' });
    clearInterval(writing);
  }
});

test('a deadline that is farther away than a host can count is not met early', async () => {
  const shop = createPlanWorkshop();
  const clock = createFakeClock();
  const limited = {
    ...clock,
    setTimeout: (callback: () => void, milliseconds: number) =>
      clock.setTimeout(callback, Math.min(milliseconds, 1000)),
  };
  const engine = new LocalEngine(shop.run, { clock: limited });
  const plan = definePlan({
    name: 'held',
    timeout: 5000,
    nodes: [{ id: 'a', tool: 'hold', arguments: { value: 1 } }],
  });
  const { planId } = await engine.submit(plan);
  await clock.advance(4000);
  expect(await engine.status(planId)).toMatchObject({ state: 'running' });
  await clock.advance(1000);
  expect(await engine.result(planId)).toMatchObject({ failure: { code: 'plan_out_of_time' } });
});

test('a plan of quick calls lets everything else of the process have its turn', async () => {
  let time = 0;
  // Every look at it finds that a while has passed.
  const clock = {
    now: () => (time += 5),
    setTimeout,
    clearTimeout: (timer: unknown) => clearTimeout(timer as number),
  };
  const engine = new LocalEngine(createPlanWorkshop().run, { clock });
  const nodes = Array.from({ length: 100 }, (_, index) => ({
    id: `n${index}`,
    tool: 'give',
    after: index === 0 ? [] : [`n${index - 1}`],
  }));
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const { planId } = await engine.submit(definePlan({ name: 'row', nodes }));
  expect(await engine.result(planId)).toMatchObject({ state: 'succeeded' });
  clearInterval(others);
  expect(turns).toBeGreaterThan(10);
});
