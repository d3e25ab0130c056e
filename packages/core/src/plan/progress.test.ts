import { expect, test } from 'vitest';
import { definePlan } from './parse-plan.ts';
import { Progress, type NodeRun, type RunOutcome } from './progress.ts';
import { failing, simulate } from './simulate.test-support.ts';

const ok = (output: unknown): RunOutcome => ({ ok: true, output: output as never });
const byNode =
  (outcomes: { readonly [node: string]: RunOutcome }) =>
  ({ node, attempt, item }: NodeRun): RunOutcome =>
    outcomes[`${node.id}:${item}#${attempt}`] ??
    outcomes[item === undefined ? `${node.id}#${attempt}` : `${node.id}:${item}`] ??
    outcomes[node.id] ??
    ok(`${node.id} done`);
const plan = (nodes: readonly object[], rest: object = {}): ReturnType<typeof definePlan> =>
  definePlan({ name: 'test', ...rest, nodes: nodes.map((node) => ({ tool: 't', ...node })) });
const states = ({ records }: ReturnType<typeof simulate>): Record<string, string> =>
  Object.fromEntries(
    [...records].map(([key, { state, skipped }]) => [
      key,
      skipped === undefined ? state : `${state} (${skipped})`,
    ]),
  );

test('a node starts when those that it refers to have given their output, and not before', () => {
  const diamond = plan([
    { id: 'd', arguments: { b: '{{nodes.b.output}}', c: '{{nodes.c.output}}' } },
    { id: 'b', arguments: { a: '{{nodes.a.output}}' } },
    { id: 'c', after: ['a'] },
    { id: 'a' },
  ]);
  const run = simulate(diamond, byNode({}));
  expect(run.begun.map(({ node }) => node.id)).toEqual(['a', 'b', 'c', 'd']);
  expect(run.end).toEqual({ state: 'succeeded', failure: undefined });
  expect(run.output).toEqual({ d: 'd done' });
});

test('no more calls run at once than the plan says, and a parked one does not count', () => {
  const wide = plan(
    Array.from({ length: 10 }, (_, index) => ({ id: `n${index}` })),
    { concurrency: 3 },
  );
  expect(simulate(wide, byNode({})).mostAtOnce).toBe(3);
  const progress = new Progress(wide, { input: {} });
  const first = progress.next().at(0) as NodeRun;
  expect(progress.next()).toEqual([]);
  progress.parked(first);
  expect(progress.next().map(({ node }) => node.id)).toEqual(['n3']);
  progress.unparked(first);
  progress.ended(first, ok(1));
  expect(progress.next()).toEqual([]);
});

test('of nodes that could start, the one with the longest row behind it starts first', () => {
  const uneven = plan([{ id: 'short' }, { id: 'long' }, { id: 'end', after: ['long'] }], { concurrency: 1 });
  expect(simulate(uneven, byNode({})).begun.map(({ node }) => node.id)).toEqual(['long', 'short', 'end']);
});

test('stop is the default: what runs is cancelled, what waits never starts, and the plan has failed', () => {
  const run = simulate(
    plan([{ id: 'bad' }, { id: 'slow' }, { id: 'later', after: ['slow'] }]),
    byNode({ bad: failing() }),
    ({ node }) => (node.id === 'slow' ? 10 : 1),
  );
  expect(states(run)).toEqual({ bad: 'failed', slow: 'cancelled', later: 'cancelled' });
  expect(run.end).toMatchObject({ state: 'failed', failure: { node: 'bad', code: 'tool_failed' } });
  expect(run.startsAfterStop).toBe(0);
});

test('skip leaves out what depends on the failure and does the rest; the plan is incomplete', () => {
  const run = simulate(
    plan(
      [
        { id: 'bad' },
        { id: 'uses', arguments: { x: '{{nodes.bad.output}}' } },
        { id: 'follows', after: ['bad'] },
        { id: 'far', after: ['uses'] },
        { id: 'other' },
      ],
      { on_failure: 'skip' },
    ),
    byNode({ bad: failing() }),
  );
  expect(states(run)).toEqual({
    bad: 'failed',
    uses: 'skipped (dependency)',
    follows: 'skipped (dependency)',
    far: 'skipped (dependency)',
    other: 'succeeded',
  });
  expect(run.end?.state).toBe('incomplete');
  expect(run.output).toEqual({ other: 'other done' });
});

test('continue_with stands in place of the output', () => {
  const run = simulate(
    plan(
      [
        { id: 'bad', on_failure: { continue_with: [] } },
        { id: 'uses', arguments: { x: '{{nodes.bad.output}}' } },
      ],
      { output: { got: '{{nodes.bad.output}}', nothing: '{{nodes.uses.output.no.such}}' } },
    ),
    byNode({ bad: failing() }),
  );
  expect(run.records.get('bad')).toMatchObject({ state: 'succeeded', replaced: true, output: [] });
  expect(run.end?.state).toBe('succeeded');
  expect(run.output).toEqual({ got: [], nothing: null });
});

test('retry makes the call again as often as it says, with growing pauses, and then does the rest', () => {
  const patient = plan([{ id: 'a', on_failure: { retry: 2, delay: 100, otherwise: 'skip' } }]);
  const run = simulate(patient, byNode({ a: failing() }));
  expect(run.begun.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(run.end?.state).toBe('incomplete');
  const second = simulate(patient, byNode({ 'a#1': failing() }));
  expect(second.records.get('a')).toMatchObject({ state: 'succeeded', attempts: 2 });
  const progress = new Progress(patient, { input: {} });
  const first = progress.next().at(0) as NodeRun;
  expect(progress.ended(first, failing())?.milliseconds).toBe(100);
});

test('a refusal is not repeated', () => {
  const run = simulate(
    plan([{ id: 'a', on_failure: 'retry' }]),
    byNode({ a: failing('permission_denied', false) }),
  );
  expect(run.begun).toHaveLength(1);
  expect(run.end?.state).toBe('failed');
});

test('a node whose condition does not hold is skipped; who only comes after it goes on, who needs it does not', () => {
  const run = simulate(
    plan(
      [
        { id: 'off', when: '{{input.on}}' },
        { id: 'after', after: ['off'] },
        { id: 'needs', arguments: { x: '{{nodes.off.output}}' } },
        { id: 'afterNeeds', after: ['needs'] },
      ],
      { input: { on: false } },
    ),
    byNode({}),
  );
  expect(states(run)).toEqual({
    off: 'skipped (condition)',
    after: 'succeeded',
    needs: 'skipped (dependency)',
    afterNeeds: 'succeeded',
  });
  expect(run.end?.state).toBe('succeeded');
});

test.each([
  ['{{nodes.a.output.list}}', true],
  ['{{nodes.a.output.none}}', false],
  ['{{nodes.a.output.zero}}', false],
  [{ value: '{{nodes.a.output.n}}', equals: 3 }, true],
  [{ value: '{{nodes.a.output.object}}', equals: { y: 2, x: 1 } }, true],
  [{ value: '{{nodes.a.output.none}}', not_equals: 3 }, true],
  [{ value: '{{nodes.a.output.n}}', in: [1, 2, 3] }, true],
  [{ value: '{{nodes.a.output.n}}', in: '{{nodes.a.output.list}}' }, false],
  [{ value: '{{nodes.a.output.n}}', greater_than: 2 }, true],
  [{ value: '{{nodes.a.output.n}}', less_than: '4' }, false],
  [{ value: '{{nodes.a.output.none}}', exists: false }, true],
  [{ value: '{{nodes.a.output.nil}}', exists: true }, true],
  [{ value: '{{nodes.a.output.nil}}', empty: true }, true],
  [{ all: ['{{nodes.a.output.n}}', { not: '{{nodes.a.output.zero}}' }] }, true],
  [{ any: [] }, false],
  [{ all: [] }, true],
])('the condition %j is %s', (when, expected) => {
  const output = { list: ['x'], n: 3, zero: 0, nil: null, object: { x: 1, y: 2 } };
  const run = simulate(plan([{ id: 'a' }, { id: 'b', when, after: ['a'] }]), byNode({ a: ok(output) }));
  expect(run.records.get('b')?.state).toBe(expected ? 'succeeded' : 'skipped');
});

test('a fan-out calls once for each item and gives the outputs in the order of the items', () => {
  const run = simulate(
    plan([
      { id: 'list' },
      {
        id: 'each',
        for_each: '{{nodes.list.output}}',
        when: { value: '{{item}}', not_equals: 'skip' },
        arguments: { x: '{{item}}' },
      },
    ]),
    (call) => (call.node.id === 'list' ? ok(['a', 'skip', 'c']) : ok(`item ${call.item}`)),
    ({ item = 0 }) => 10 - item,
  );
  expect(run.records.get('each')).toMatchObject({
    state: 'succeeded',
    items: 3,
    output: ['item 0', null, 'item 2'],
  });
  expect(run.begun.map(({ item }) => item)).toEqual([undefined, 0, 2]);
});

test('under skip all items run and then the node has failed; continue_with stands for the item', () => {
  const items = plan([{ id: 'each', for_each: [1, 2, 3], on_failure: 'skip' }]);
  const skipped = simulate(items, byNode({ 'each:0': failing() }));
  expect(skipped.begun).toHaveLength(3);
  expect(skipped.records.get('each')).toMatchObject({ state: 'failed', failure: { item: 0 } });
  const replaced = simulate(
    plan([{ id: 'each', for_each: [1, 2, 3], on_failure: { continue_with: 'none' } }]),
    byNode({ 'each:1': failing() }),
  );
  expect(replaced.output).toEqual({ each: ['each done', 'none', 'each done'] });
});

test('what is no list, or has too many items, fails the node with a code', () => {
  const each = plan([{ id: 'each', for_each: '{{input.list}}' }], { input: { list: 'text' } });
  expect(simulate(each, byNode({})).end?.failure).toMatchObject({ code: 'not_a_list', node: 'each' });
  const many = simulate(each, byNode({}), undefined, { input: { list: Array(10_001).fill(0) } });
  expect(many.end?.failure?.code).toBe('too_many_items');
  expect(simulate(plan([{ id: 'each', for_each: [] }]), byNode({})).output).toEqual({ each: [] });
});

test('goes on from what is known: what has ended is not called again, what was under way is, with the same attempt', () => {
  const chain = plan([
    { id: 'a' },
    { id: 'b', arguments: { a: '{{nodes.a.output}}' } },
    { id: 'c', after: ['b'] },
  ]);
  const before = new Progress(chain, { input: {} });
  before.ended(before.next().at(0) as NodeRun, ok({ deep: 1 }));
  before.next();
  const past = new Map(before.changes().map((record) => [record.node, record]));
  const after = simulate(chain, byNode({}), undefined, { past: past.values() });
  expect(after.begun.map(({ node, attempt, interrupted }) => [node.id, attempt, interrupted])).toEqual([
    ['b', 1, true],
    ['c', 1, false],
  ]);
  expect(after.end?.state).toBe('succeeded');
});

test('an interrupted call whose approval was used is made under a new attempt, once', () => {
  const one = plan([{ id: 'a' }]);
  const before = new Progress(one, { input: {} });
  before.next();
  const again = simulate(one, byNode({ 'a#1': failing('approval_used', false) }), undefined, {
    past: before.changes(),
  });
  expect(again.begun.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(again.end?.state).toBe('succeeded');
});

test('ten thousand nodes in a row are skipped without recursion', () => {
  const row = plan(
    Array.from({ length: 10_000 }, (_, index) => ({
      id: `n${index}`,
      ...(index > 0 && { after: [`n${index - 1}`] }),
      ...(index === 0 && { on_failure: 'skip' }),
    })),
  );
  const skipped = simulate(row, byNode({ n0: failing() }));
  expect(skipped.end?.state).toBe('incomplete');
  expect(skipped.begun).toHaveLength(1);
});
