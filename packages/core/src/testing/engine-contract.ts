import type { NodeRunner, PlanEngine } from '../plan/engine.ts';
import { definePlan } from '../plan/parse-plan.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanEvent } from '../plan/plan-event.ts';
import type { PlanSnapshot } from '../plan/snapshot.ts';
import { codeOf, ensure, equal, type ContractCase } from './contract-case.ts';
import { createPlanWorkshop, type PlanWorkshop } from './plan-workshop.ts';

export interface EngineSubject {
  /** An engine over an empty store. */
  readonly create: (run: NodeRunner) => PlanEngine | Promise<PlanEngine>;
  /** Another engine over the store of the one that was created last. */
  readonly reopen: (run: NodeRunner) => PlanEngine | Promise<PlanEngine>;
}

/** What every engine must do. */
export function engineContract(subject: EngineSubject): ContractCase[] {
  return cases.map(({ title, check }) => ({
    title,
    async check() {
      const shop = createPlanWorkshop();
      const engines: PlanEngine[] = [];
      const open = async (how: keyof EngineSubject): Promise<PlanEngine> => {
        const engine = await subject[how](shop.run);
        engines.push(engine);
        return engine;
      };
      try {
        const engine = await open('create');
        await check({ ...shop, engine, reopen: () => open('reopen') });
      } finally {
        await Promise.all(engines.map((engine) => engine.close()));
      }
    },
  }));
}

interface Bench extends PlanWorkshop {
  readonly engine: PlanEngine;
  readonly reopen: () => Promise<PlanEngine>;
}

interface EngineCase {
  readonly title: string;
  readonly check: (bench: Bench) => Promise<void>;
}

function plan(nodes: readonly object[], rest: object = {}): Plan {
  return definePlan({ name: 'sample', nodes, ...rest });
}

const cases: readonly EngineCase[] = [
  {
    title: 'calls are made in the order of what they need, with what the ones before gave',
    async check({ engine, made }) {
      const submitted = await engine.submit(
        plan(
          [
            {
              id: 'both',
              tool: 'give',
              arguments: { value: ['{{nodes.left.output}}', '{{nodes.right.output.deep[1]}}'] },
            },
            { id: 'left', tool: 'give', arguments: { value: '{{input.start}} left' } },
            { id: 'right', tool: 'give', arguments: { value: { deep: [0, '{{nodes.left.output}} right'] } } },
          ],
          { input: { start: 'from' }, output: { got: '{{nodes.both.output}}' } },
        ),
        { input: { start: 'begin' }, task: 'put together', planId: 'ordered' },
      );
      equal([submitted.planId, submitted.state], ['ordered', 'running'], 'submitted');
      const result = await engine.result('ordered');
      equal(result.output, { got: ['begin left', 'begin left right'] }, 'output');
      equal([result.state, result.task], ['succeeded', 'put together'], 'result');
      equal(
        made.map(({ callId }) => callId),
        ['ordered:left#1', 'ordered:right#1', 'ordered:both#1'],
        'calls',
      );
      equal(
        made.map(({ key }) => key),
        ['ordered:left', 'ordered:right', 'ordered:both'],
        'keys',
      );
      const { nodes, state } = await engine.status('ordered');
      equal([state, nodes.map((node) => node.state)], ['succeeded', Array(3).fill('succeeded')], 'states');
      equal(nodes[1]?.output, { value: 'begin left' }, 'small output');
    },
  },
  {
    title: 'what does not wait for each other runs at the same time, as many as the plan allows',
    async check({ engine, held, release }) {
      const nodes = ['a', 'b', 'c'].map((id) => ({ id, tool: 'hold', arguments: { value: id } }));
      const { planId } = await engine.submit(plan(nodes, { concurrency: 2 }));
      await until(() => held() === 2, 'two are held');
      release('a');
      await until(() => held() === 2, 'the third took the place of the first');
      release('b');
      release('c');
      equal((await engine.result(planId)).state, 'succeeded', 'state');
    },
  },
  {
    title: 'stop: what runs is cancelled, what waits never runs, and the failure is told',
    async check({ engine, made }) {
      const { planId } = await engine.submit(
        plan([
          { id: 'held', tool: 'hold', arguments: { value: 1 } },
          { id: 'bad', tool: 'fail' },
          { id: 'later', tool: 'give', after: ['held'] },
        ]),
      );
      const result = await engine.result(planId);
      equal(
        [result.state, result.failure?.node, result.failure?.code],
        ['failed', 'bad', 'tool_failed'],
        'end',
      );
      equal(
        statesOf(await engine.status(planId)),
        { held: 'cancelled', bad: 'failed', later: 'cancelled' },
        'states',
      );
      equal(
        made.some(({ tool }) => tool === 'give'),
        false,
        'the one that waited',
      );
    },
  },
  {
    title: 'skip: the rest is done; continue_with and retry as the node says; a refusal is not repeated',
    async check({ engine, made }) {
      const { planId } = await engine.submit(
        plan(
          [
            { id: 'bad', tool: 'fail' },
            { id: 'needs', tool: 'give', arguments: { value: '{{nodes.bad.output}}' } },
            { id: 'twice', tool: 'fail', arguments: { times: 2 }, on_failure: { retry: 2, delay: 1 } },
            { id: 'instead', tool: 'fail', on_failure: { continue_with: { n: 7 } } },
            { id: 'uses', tool: 'give', arguments: { value: '{{nodes.instead.output.n}}' } },
            { id: 'nowhere', tool: 'no_such_tool', on_failure: { retry: 3, delay: 1, otherwise: 'skip' } },
          ],
          { on_failure: 'skip' },
        ),
      );
      const { state, output } = await engine.result(planId);
      equal([state, output], ['incomplete', { twice: 'done', uses: 7 }], 'end');
      const snapshot = await engine.status(planId);
      equal(
        statesOf(snapshot),
        {
          bad: 'failed',
          needs: 'skipped',
          twice: 'succeeded',
          instead: 'succeeded',
          uses: 'succeeded',
          nowhere: 'failed',
        },
        'states',
      );
      const [bad, needs, twice, instead, , nowhere] = snapshot.nodes;
      equal(
        [bad?.failure?.code, needs?.skipped, instead?.replaced],
        ['tool_failed', 'dependency', true],
        'reasons',
      );
      equal([twice?.attempts, nowhere?.attempts], [3, 1], 'attempts');
      const keys = new Set(made.filter(({ callId }) => callId.includes('twice')).map(({ key }) => key));
      equal([...keys], [`${planId}:twice`], 'one key for all attempts');
    },
  },
  {
    title: 'a fan-out gives its outputs in order, and leaves out what its condition does not want',
    async check({ engine, made }) {
      const { planId } = await engine.submit(
        plan([
          { id: 'list', tool: 'give', arguments: { value: [3, 1, 2] } },
          {
            id: 'each',
            tool: 'give',
            for_each: '{{nodes.list.output}}',
            when: { value: '{{item}}', greater_than: 1 },
            arguments: { value: { item: '{{item}}', at: '{{index}}' } },
          },
        ]),
      );
      const expected = [{ item: 3, at: 0 }, null, { item: 2, at: 2 }];
      equal((await engine.result(planId)).output, { each: expected }, 'output');
      const keys = made.map(({ key }) => key).toSorted();
      equal(
        keys,
        ['each:0', 'each:2', 'list'].map((key) => `${planId}:${key}`),
        'keys',
      );
      const { nodes } = await engine.status(planId);
      equal(nodes[1]?.items, { total: 3, succeeded: 2, failed: 0, skipped: 1 }, 'items');
    },
  },
  {
    title: 'a person who is asked holds up one node; the others go on, and the answer is used',
    async check({ engine, approvals, made }) {
      const { planId } = await engine.submit(
        plan(
          [
            { id: 'asked', tool: 'ask', arguments: { value: 1 } },
            { id: 'free', tool: 'give', arguments: { value: 2 } },
          ],
          { concurrency: 1 },
        ),
      );
      await until(async () => statesOf(await engine.status(planId))['asked'] === 'parked', 'it is parked');
      await until(() => made.length === 1, 'the other one ran');
      await answer(approvals, 'allow_once');
      equal((await engine.result(planId)).output, { asked: 1, free: 2 }, 'output');
    },
  },
  {
    title: 'a person who says no fails the node without another try',
    async check({ engine, approvals }) {
      const { planId } = await engine.submit(plan([{ id: 'asked', tool: 'ask', on_failure: 'retry' }]));
      await until(
        async () => (await approvals.list({ status: 'pending' })).length === 1,
        'somebody is asked',
      );
      await answer(approvals, 'reject_once');
      const { state, failure } = await engine.result(planId);
      equal([state, failure?.code, failure?.status], ['failed', 'approval_refused', 'blocked'], 'end');
    },
  },
  {
    title: 'the same id is the same run; another plan under it is refused',
    async check({ engine, made }) {
      const sample = plan([{ id: 'a', tool: 'give', arguments: { value: 1 } }]);
      await engine.submit(sample, { planId: 'same' });
      await engine.result('same');
      equal((await engine.submit(sample, { planId: 'same' })).state, 'succeeded', 'state of the second');
      equal(made.length, 1, 'calls');
      const other = plan([{ id: 'b', tool: 'give' }]);
      equal(await codeOf(engine.submit(other, { planId: 'same' })), 'plan_differs', 'another plan');
      const asking = [
        () => engine.status('none'),
        () => engine.result('none'),
        () => engine.cancel('none'),
        () => engine.resume('none'),
      ];
      for (const ask of asking) equal(await codeOf(ask()), 'unknown_plan', 'an unknown id');
    },
  },
  {
    title: 'cancelling ends what runs, and resuming does what was left and nothing else',
    async check({ engine, made, held, release }) {
      const { planId } = await engine.submit(
        plan([
          { id: 'first', tool: 'give', arguments: { value: 'one' } },
          { id: 'held', tool: 'hold', arguments: { value: '{{nodes.first.output}}' } },
          { id: 'last', tool: 'give', arguments: { value: '{{nodes.held.output}} more' } },
        ]),
      );
      await until(() => held() === 1, 'it is held');
      const cancelled = await engine.cancel(planId, 'enough');
      equal([cancelled.state, cancelled.failure?.code], ['cancelled', 'plan_cancelled'], 'cancelled');
      equal(held(), 0, 'calls under way');
      equal((await engine.cancel(planId)).state, 'cancelled', 'a second time');
      release('one');
      await engine.resume(planId);
      equal((await engine.result(planId)).output, { last: 'one more' }, 'output');
      equal(
        made.map(({ callId }) => callId.slice(planId.length + 1)),
        ['first#1', 'held#1', 'held#2', 'last#1'],
        'calls',
      );
      equal((await engine.resume(planId)).state, 'succeeded', 'nothing is left to resume');
    },
  },
  {
    title: 'resuming calls what failed again, and of a fan-out only the items that did',
    async check({ engine, made }) {
      const { planId } = await engine.submit(
        plan(
          [
            { id: 'each', tool: 'fail', for_each: [0, 1, 1], arguments: { times: '{{item}}' } },
            { id: 'after', tool: 'give', arguments: { value: '{{nodes.each.output}}' } },
          ],
          { on_failure: 'skip' },
        ),
      );
      equal((await engine.result(planId)).state, 'incomplete', 'first');
      await engine.resume(planId);
      const { state, output } = await engine.result(planId);
      equal([state, output], ['succeeded', { after: ['done', 'done', 'done'] }], 'second');
      const items = made.map(({ callId }) => callId.slice(planId.length + 1)).toSorted();
      equal(items, ['after#1', 'each:0#1', 'each:1#1', 'each:1#2', 'each:2#1', 'each:2#2'], 'calls');
    },
  },
  {
    title: 'a plan that is out of time has failed, and what ran is cancelled',
    async check({ engine, held }) {
      const slow = [{ id: 'held', tool: 'hold', arguments: { value: 1 } }];
      const { planId } = await engine.submit(plan(slow, { timeout: 50 }));
      const { state, failure } = await engine.result(planId);
      equal([state, failure?.code, held()], ['failed', 'plan_out_of_time', 0], 'by the plan');
      const late = await engine.submit(plan(slow), { deadline: Date.now() - 1 });
      const ended = await engine.result(late.planId);
      equal([ended.state, ended.failure?.code], ['failed', 'plan_out_of_time'], 'by the submission');
    },
  },
  {
    title: 'what is interrupted goes on in the next engine: finished nodes never run again',
    async check({ engine, reopen, made, held, release }) {
      const sample = plan([
        { id: 'done', tool: 'give', arguments: { value: { text: 'a "b" 汉字 😀' } } },
        { id: 'held', tool: 'hold', arguments: { value: '{{nodes.done.output.text}}' } },
        {
          id: 'each',
          tool: 'give',
          for_each: [1, 2],
          arguments: { value: '{{item}} {{nodes.held.output}}' },
        },
      ]);
      const { planId } = await engine.submit(sample);
      await until(() => held() === 1, 'it is held');
      await engine.close();
      equal(held(), 0, 'calls under way');
      equal(await codeOf(engine.submit(sample)), 'plans_closed', 'a closed engine');
      release('a "b" 汉字 😀');
      const next = await reopen();
      await next.attend();
      const { state, output } = await next.result(planId);
      equal([state, output], ['succeeded', { each: ['1 a "b" 汉字 😀', '2 a "b" 汉字 😀'] }], 'end');
      const calls = made.map(({ callId }) => callId.slice(planId.length + 1));
      // Items run at the same time: which of them is first is nobody's promise.
      equal(
        [...calls.slice(0, 3), ...calls.slice(3).toSorted()],
        ['done#1', 'held#1', 'held#1', 'each:0#1', 'each:1#1'],
        'calls',
      );
      equal(
        new Set(made.filter(({ tool }) => tool === 'hold').map(({ key }) => key)).size,
        1,
        'keys of one node',
      );
    },
  },
  {
    title:
      'what may not be repeated is not repeated after an interruption: the plan parks until a person decides',
    async check({ engine, reopen, made, held, release }) {
      const sample = plan([
        { id: 'pay', tool: 'pay', arguments: { value: 1 } },
        { id: 'send', tool: 'give', arguments: { value: '{{nodes.pay.output.receipt}}' } },
        { id: 'other', tool: 'give', arguments: { value: 2 } },
      ]);
      const { planId } = await engine.submit(sample);
      await until(() => held() === 1 && made.length === 2, 'it is held, and the other one is done');
      await engine.close();
      release(1);
      const next = await reopen();
      await next.attend();
      const parked = await next.result(planId);
      equal(
        [parked.state, parked.failure?.node, parked.failure?.code],
        ['parked', 'pay', 'outcome_unknown'],
        'end',
      );
      const states = { pay: 'outcome_unknown', send: 'waiting', other: 'succeeded' };
      equal(statesOf(await next.status(planId)), states, 'states');
      await next.resume(planId);
      equal((await next.result(planId)).state, 'parked', 'resumed without a decision');
      const wrong = { other: { decision: 'retry' } } as const;
      equal(await codeOf(next.resume(planId, { decisions: wrong })), 'nothing_to_decide', 'a wrong decision');
      const receipt = { receipt: 'r7' };
      await next.resume(planId, { decisions: { pay: { decision: 'done', output: receipt } }, by: 'ada' });
      const { state, output } = await next.result(planId);
      equal([state, output], ['succeeded', { send: 'r7', other: 2 }], 'decided');
      const [pay] = (await next.status(planId)).nodes;
      equal(
        [pay?.state, pay?.decided?.decision, pay?.decided?.by],
        ['succeeded', 'done', 'ada'],
        'who decided',
      );
      equal(made.filter(({ tool }) => tool === 'pay').length, 1, 'calls');
    },
  },
  {
    title: 'a person has it made again or left out, each item of a fan-out by itself',
    async check({ engine, reopen, made, held, release }) {
      const sample = plan([
        { id: 'each', tool: 'pay', for_each: ['a', 'b', 'c'], arguments: { value: '{{item}}' } },
        { id: 'pay', tool: 'pay', arguments: { value: 'd' } },
        { id: 'send', tool: 'give', after: ['pay'] },
      ]);
      const { planId } = await engine.submit(sample);
      await until(() => held() === 4, 'all are held');
      await engine.close();
      for (const value of ['a', 'b', 'c', 'd']) release(value);
      const next = await reopen();
      await next.attend();
      equal((await next.result(planId)).state, 'parked', 'state');
      const { nodes, undecided } = await next.status(planId);
      equal(nodes[0]?.state, 'outcome_unknown', 'the fan-out');
      const open = undecided.map(({ name }) => name).toSorted();
      equal(open, ['each:0', 'each:1', 'each:2', 'pay'], 'what is to be decided');
      await next.resume(planId, {
        decisions: {
          'each:0': { decision: 'done', output: 'by hand' },
          'each:1': { decision: 'retry' },
          'each:2': { decision: 'skip' },
          pay: { decision: 'skip' },
        },
      });
      const { state, output } = await next.result(planId);
      equal([state, output], ['incomplete', { each: ['by hand', 'b', null] }], 'decided');
      const ended = { each: 'succeeded', pay: 'skipped', send: 'skipped' };
      equal(statesOf(await next.status(planId)), ended, 'states');
      const calls = made.map(({ callId }) => callId.slice(planId.length + 1)).toSorted();
      equal(calls, ['each:0#1', 'each:1#1', 'each:1#2', 'each:2#1', 'pay#1'], 'calls');
    },
  },
  {
    title: 'a node says itself what is done when its outcome is unknown: make it again, skip it, or fail',
    async check({ engine, reopen, made, held, release }) {
      const sample = plan(
        (['retry', 'skip', 'fail'] as const).flatMap((policy) => [
          {
            id: policy,
            tool: 'pay',
            arguments: { value: policy },
            on_unknown: policy,
            ...(policy === 'fail' && { on_failure: { continue_with: 'instead' } }),
          },
          { id: `${policy}_next`, tool: 'give', arguments: { value: `{{nodes.${policy}.output}}` } },
        ]),
      );
      const { planId } = await engine.submit(sample);
      await until(() => held() === 3, 'all are held');
      await engine.close();
      for (const value of ['retry', 'skip', 'fail']) release(value);
      const next = await reopen();
      await next.attend();
      const { state, output } = await next.result(planId);
      equal([state, output], ['incomplete', { retry_next: 'retry', fail_next: 'instead' }], 'end');
      const { nodes } = await next.status(planId);
      const [, , skip, skipNext] = nodes;
      equal(
        [skip?.state, skip?.failure?.outcomeUnknown, skipNext?.skipped],
        ['failed', true, 'dependency'],
        'the one that is skipped',
      );
      const paid = made.flatMap(({ tool, callId }) =>
        tool === 'pay' ? [callId.slice(planId.length + 1)] : [],
      );
      equal(paid.toSorted(), ['fail#1', 'retry#1', 'retry#2', 'skip#1'], 'calls');
    },
  },
  {
    title: 'what was cut off by a cancellation is not made again by resuming the plan',
    async check({ engine, made, held, release }) {
      const { planId } = await engine.submit(plan([{ id: 'pay', tool: 'pay', arguments: { value: 1 } }]));
      await until(() => held() === 1, 'it is held');
      equal((await engine.cancel(planId)).state, 'cancelled', 'cancelled');
      release(1);
      await engine.resume(planId);
      equal((await engine.result(planId)).state, 'parked', 'resumed');
      await engine.resume(planId, { decisions: { pay: { decision: 'retry' } } });
      equal((await engine.result(planId)).output, { pay: 1 }, 'decided');
      equal(made.length, 2, 'calls');
    },
  },
  {
    title: 'a question survives a restart: the answer that came in between is found',
    async check({ engine, reopen, approvals, made }) {
      const { planId } = await engine.submit(plan([{ id: 'asked', tool: 'ask', arguments: { value: 1 } }]));
      await until(async () => statesOf(await engine.status(planId))['asked'] === 'parked', 'it is parked');
      await engine.close();
      await answer(approvals, 'allow_once');
      const next = await reopen();
      await next.attend();
      equal((await next.result(planId)).output, { asked: 1 }, 'output');
      equal([made.length, (await approvals.list()).length], [1, 1], 'calls and questions');
    },
  },
  {
    title: 'large outputs are told by reference and loaded on demand',
    async check({ engine }) {
      const text = 'x'.repeat(60_000);
      const { planId } = await engine.submit(
        plan([
          { id: 'large', tool: 'give', arguments: { value: '{{input.text}}' } },
          { id: 'each', tool: 'give', for_each: [1, 2], arguments: { value: '{{input.text}}{{item}}' } },
          { id: 'small', tool: 'give', after: ['each'], when: '{{nodes.large.output}}' },
        ]),
        { input: { text } },
      );
      equal((await engine.result(planId)).state, 'succeeded', 'state');
      const [large, each, small] = (await engine.status(planId)).nodes.map(({ output }) => output);
      ensure(large !== undefined && 'ref' in large && large.bytes === 60_002, 'the large one is a reference');
      ensure(each !== undefined && 'ref' in each && each.bytes > 120_000, 'the list is a reference');
      equal(small, { value: null }, 'small output');
      equal(await engine.output((large as { ref: string }).ref), text, 'what stands behind it');
      equal(
        await engine.output((each as { ref: string }).ref),
        [`${text}1`, `${text}2`],
        'the list behind it',
      );
      equal(await codeOf(engine.output('none/at_all')), 'unknown_plan', 'a reference to nothing');
    },
  },
  {
    title: 'whoever watches hears everything in order, and from any number on',
    async check({ engine, held, release }) {
      const { planId } = await engine.submit(
        plan([
          { id: 'a', tool: 'hold', arguments: { value: 1 } },
          { id: 'b', tool: 'give', after: ['a'] },
        ]),
      );
      const heard: PlanEvent[] = [];
      const stop = engine.watch(planId, (event) => heard.push(event));
      await until(() => held() === 1, 'it is held');
      release(1);
      await engine.result(planId);
      await until(() => heard.at(-1)?.type === 'plan-end', 'the end was told');
      stop();
      const told = heard.map(({ type, ...event }) => ('node' in event ? `${type} ${event.node}` : type));
      equal(
        told.filter((line) => !line.startsWith('node-start')),
        ['plan-start', 'node-end a', 'node-end b', 'plan-end'],
        'events',
      );
      const numbers = heard.map(({ sequence }) => sequence);
      equal(
        numbers,
        [...new Set(numbers)].toSorted((one, other) => one - other),
        'numbers',
      );
      const later: PlanEvent[] = [];
      engine.watch(planId, (event) => later.push(event), { after: numbers.at(-2) ?? 0 });
      await until(() => later.length > 0, 'the rest was told');
      equal(later, heard.slice(-1), 'the rest');
    },
  },
  {
    title: 'plans are listed, the newest first, page by page and by state, name and agent',
    async check({ engine }) {
      const bad = plan([{ id: 'a', tool: 'fail' }], { name: 'bad' });
      for (const planId of ['p1', 'p2', 'p3']) {
        await engine.submit(plan([{ id: 'a', tool: 'give' }]), { planId });
        await engine.result(planId);
      }
      await engine.submit(bad, { planId: 'p4' });
      await engine.result('p4');
      const ids = async (filter: object): Promise<string[]> =>
        (await engine.list(filter)).plans.map(({ planId }) => planId).toSorted();
      equal(await ids({}), ['p1', 'p2', 'p3', 'p4'], 'all');
      equal(await ids({ state: 'failed' }), ['p4'], 'by state');
      equal(await ids({ name: 'sample' }), ['p1', 'p2', 'p3'], 'by name');
      equal(await ids({ agent: 'nobody' }), [], 'by agent');
      const first = await engine.list({ limit: 3 });
      const second = await engine.list({ limit: 3, cursor: first.next });
      equal(
        [...first.plans, ...second.plans].map(({ planId }) => planId).toSorted(),
        ['p1', 'p2', 'p3', 'p4'],
        'pages',
      );
      equal([first.plans.length, second.next], [3, undefined], 'the ends of pages');
    },
  },
  {
    title: 'waiting can be given up, and the plan goes on',
    async check({ engine, held, release }) {
      const { planId } = await engine.submit(plan([{ id: 'a', tool: 'hold', arguments: { value: 1 } }]));
      await until(() => held() === 1, 'it is held');
      const waiting = new AbortController();
      const given = engine.result(planId, { signal: waiting.signal }).then(
        () => 'ended',
        () => 'given up',
      );
      waiting.abort();
      equal(await given, 'given up', 'the waiting');
      release(1);
      equal((await engine.result(planId)).state, 'succeeded', 'the plan');
    },
  },
];

function statesOf({ nodes }: PlanSnapshot): Record<string, string> {
  return Object.fromEntries(nodes.map(({ id, state }) => [id, state]));
}

async function answer(
  approvals: PlanWorkshop['approvals'],
  decision: 'allow_once' | 'reject_once',
): Promise<void> {
  for (const { id } of await approvals.list({ status: 'pending' })) await approvals.answer(id, { decision });
}

/** Engines may run elsewhere: what they do is waited for, not expected at once. */
async function until(fact: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (await fact()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  throw new Error(`waited in vain until ${what}`);
}
