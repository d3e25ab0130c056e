import { expect, test } from 'vitest';
import { createPlanWorkshop } from '../testing/plan-workshop.ts';
import { LocalEngine } from './local-engine.ts';
import { definePlan } from './parse-plan.ts';

test('a person is asked anew about a call that another process had begun when its answer was used', async () => {
  const { run, approvals, made } = createPlanWorkshop();
  const asked = definePlan({ name: 'sample', nodes: [{ id: 'a', tool: 'ask', arguments: { value: 1 } }] });
  const engine = new LocalEngine(async (call, watcher) => {
    // As if the process that made the first attempt had died in the middle of it, and another one made it again.
    const first = await run(call, watcher);
    if (!call.options.callId.endsWith('#1')) return first;
    watcher.again();
    return run(call, watcher);
  });
  const { planId } = await engine.submit(asked);
  const stop = approvals.watch(() => void answer());
  const answer = async (): Promise<void> => {
    for (const { id } of await approvals.list({ status: 'pending' }))
      await approvals.answer(id, { decision: 'allow_once' });
  };
  await answer();
  expect(await engine.result(planId)).toMatchObject({ state: 'succeeded', output: { a: 1 } });
  stop();
  expect(made.map(({ callId }) => callId)).toEqual([`${planId}:a#1`, `${planId}:a#2`]);
  await engine.close();
});
