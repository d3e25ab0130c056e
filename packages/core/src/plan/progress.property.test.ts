import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf } from './node-record.ts';
import { definePlan } from './parse-plan.ts';
import type { NodeRun, RunOutcome } from './progress.ts';
import { failing, simulate } from './simulate.test-support.ts';

/** How a node behaves, drawn at random. */
interface Behaviour {
  readonly policy: 'stop' | 'skip' | 'continue';
  readonly retry: number;
  /** Calls that fail before one succeeds. */
  readonly failures: number;
  readonly refused: boolean;
  readonly duration: number;
  readonly condition: boolean;
  /** How many items it is called for; undefined for a node without a list. */
  readonly items: number | undefined;
  readonly edges: readonly { readonly to: number; readonly uses: boolean }[];
}

const behaviour = (policies: readonly Behaviour['policy'][]): fc.Arbitrary<Behaviour> =>
  fc.record({
    policy: fc.constantFrom(...policies),
    retry: fc.integer({ min: 0, max: 3 }),
    failures: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 5 })),
    refused: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    duration: fc.integer({ min: 0, max: 5 }),
    condition: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    items: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.integer({ min: 0, max: 5 })),
    edges: fc.array(fc.record({ to: fc.nat(1000), uses: fc.boolean() }), { maxLength: 4 }),
  });

/** Edges go only to nodes before, so that there is no circle; the list itself is turned round, because its order means nothing. */
function toPlan(drawn: readonly Behaviour[], concurrency: number): ReturnType<typeof definePlan> {
  const nodes = drawn.map(({ policy, retry, condition, items, edges }, index) => {
    const before = edges.filter(() => index > 0).map(({ to, uses }) => ({ id: `n${to % index}`, uses }));
    const otherwise = policy === 'continue' ? { continue_with: 'instead' } : policy;
    return {
      id: `n${index}`,
      tool: 't',
      after: before.filter(({ uses }) => !uses).map(({ id }) => id),
      arguments: { from: before.filter(({ uses }) => uses).map(({ id }) => `{{nodes.${id}.output}}`) },
      when: condition ? '{{input.yes}}' : '{{input.no}}',
      ...(items !== undefined && { for_each: Array.from({ length: items }, (_, item) => item) }),
      on_failure: retry === 0 ? otherwise : { retry, delay: 1, backoff: 1, otherwise },
    };
  });
  return definePlan({
    name: 'drawn',
    input: { yes: true, no: false },
    concurrency,
    nodes: nodes.toReversed(),
  });
}

const outcomes =
  (drawn: readonly Behaviour[]) =>
  ({ node, item, attempt }: NodeRun): RunOutcome => {
    const { failures, refused } = callOf(drawn.at(Number(node.id.slice(1))) as Behaviour, item);
    if (refused) return failing('permission_denied', false);
    return attempt <= failures ? failing() : { ok: true, output: node.id };
  };

/** Of a list every second item goes well at once. */
function callOf(
  { failures, refused }: Behaviour,
  item: number | undefined,
): Pick<Behaviour, 'failures' | 'refused'> {
  return item !== undefined && item % 2 === 1 ? { failures: 0, refused: false } : { failures, refused };
}

/** What must become of each node, worked out one after the other without any notion of time. */
function expectedStates(drawn: readonly Behaviour[]): { state: string; calls: number }[] {
  const ended: { state: string; calls: number; bad: boolean }[] = [];
  for (const [index, node] of drawn.entries()) {
    const { policy, retry, condition, items, edges } = node;
    const before = edges
      .filter(() => index > 0)
      .map(({ to, uses }) => ({ ...(ended.at(to % index) as (typeof ended)[0]), uses }));
    if (before.some(({ bad }) => bad)) ended.push({ state: 'skipped', calls: 0, bad: true });
    else if (before.some(({ uses, state }) => uses && state === 'skipped'))
      ended.push({ state: 'skipped', calls: 0, bad: false });
    else if (!condition) ended.push({ state: 'skipped', calls: 0, bad: false });
    else {
      const made = (items === undefined ? [undefined] : Array.from({ length: items }, (_, item) => item)).map(
        (item) => callOf(node, item),
      );
      const succeeds = made.every(({ failures, refused }) => !refused && failures <= retry);
      const calls = made.map(({ failures, refused }) => (refused ? 1 : Math.min(failures, retry) + 1));
      const state = succeeds || policy === 'continue' ? 'succeeded' : 'failed';
      ended.push({ state, calls: calls.reduce((sum, count) => sum + count, 0), bad: state === 'failed' });
    }
  }
  return ended;
}

const durations =
  (drawn: readonly Behaviour[]) =>
  ({ node }: NodeRun): number =>
    (drawn.at(Number(node.id.slice(1))) as Behaviour).duration;

test('whatever the graph, the failures and the time that calls take: every node ends as the policies say, in order', () => {
  fc.assert(
    fc.property(
      fc.array(behaviour(['skip', 'continue']), { minLength: 1, maxLength: 1000, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      (drawn, concurrency) => {
        const plan = toPlan(drawn, concurrency);
        const run = simulate(plan, outcomes(drawn), durations(drawn));
        const expected = expectedStates(drawn);
        const calls = Map.groupBy(run.begun, ({ node }) => node.id);
        for (const [index, { state, calls: count }] of expected.entries()) {
          const id = `n${index}`;
          expect([id, run.records.get(id)?.state, calls.get(id)?.length ?? 0]).toEqual([id, state, count]);
        }
        expect(run.end?.state).toBe(
          expected.some(({ state }) => state === 'failed') ? 'incomplete' : 'succeeded',
        );
        expect(run.mostAtOnce).toBeLessThanOrEqual(concurrency);
        expectOrder(plan, run.log);
      },
    ),
    { numRuns: 40, seed: 7 },
  );
});

test('with stop among the policies: nothing starts after the failure, and what ended well had what it needs', () => {
  fc.assert(
    fc.property(
      fc.array(behaviour(['stop', 'skip', 'continue']), { minLength: 1, maxLength: 200, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      (drawn, concurrency) => {
        const plan = toPlan(drawn, concurrency);
        const run = simulate(plan, outcomes(drawn), durations(drawn));
        expect(run.startsAfterStop).toBe(0);
        expect(run.end).toBeDefined();
        const culprit = run.end?.failure?.node;
        if (culprit === undefined) {
          expect(run.end?.state).not.toBe('failed');
          return;
        }
        const { policy } = drawn.at(Number(culprit.slice(1))) as Behaviour;
        expect([run.end?.state, policy, run.records.get(culprit)?.state]).toEqual([
          'failed',
          'stop',
          'failed',
        ]);
        const open = [...run.records.values()].filter(({ state }) =>
          ['waiting', 'running', 'parked'].includes(state),
        );
        expect(open).toEqual([]);
        expectOrder(plan, run.log);
      },
    ),
    { numRuns: 60, seed: 11 },
  );
});

test('whenever the process dies: the plan ends as it would have, and what had ended is never called again', () => {
  fc.assert(
    fc.property(
      fc.array(behaviour(['skip', 'continue']), { minLength: 1, maxLength: 100, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 10 }),
      (drawn, concurrency, turns) => {
        const plan = toPlan(drawn, concurrency);
        const run = simulate(plan, outcomes(drawn), durations(drawn), { crashes: new Set(turns) });
        for (const [index, { state }] of expectedStates(drawn).entries())
          expect([index, run.records.get(`n${index}`)?.state]).toEqual([index, state]);
        expect(run.end?.state).toMatch(/succeeded|incomplete/u);
        const ended = new Set<string>();
        for (const { key, type, ok } of run.log) {
          expect(type === 'begin' && ended.has(key)).toBe(false);
          if (type === 'end' && ok === true) ended.add(key);
        }
        // A call is made again only when it was under way: each attempt that ended did so once.
        const endings = run.log.filter(({ type }) => type === 'end').length;
        const attempts = [...run.records.values()].reduce((sum, record) => sum + record.attempts, 0);
        expect(endings).toBe(attempts);
      },
    ),
    { numRuns: 100, seed: 13 },
  );
});

test('whenever the process dies: what may not be repeated and was under way is never called again by itself', () => {
  let parked = 0;
  fc.assert(
    fc.property(
      fc.array(behaviour(['stop', 'skip', 'continue']), { minLength: 1, maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
      (drawn, concurrency, turns) => {
        const plan = toPlan(drawn, concurrency);
        const claims = ({ node }: NodeRun): boolean => Number(node.id.slice(1)) % 2 === 0;
        const crashes = new Set(turns);
        const run = simulate(plan, outcomes(drawn), durations(drawn), { crashes, claims });
        expect(run.end).toBeDefined();
        for (const key of run.lost) {
          const calls = run.begun.filter(({ node, item }) => key === keyOf({ node: node.id, item }));
          expect(calls).toHaveLength(new Set(calls.map(({ attempt }) => attempt)).size);
          expect(run.records.get(key)?.state).toBe('outcome_unknown');
        }
        expect(run.end?.state === 'parked').toBe(run.lost.length > 0 && run.end?.state !== 'failed');
        if (run.end?.state === 'parked') parked++;
      },
    ),
    { numRuns: 100, seed: 17 },
  );
  expect(parked).toBeGreaterThan(10);
});

/** Nobody begins before all that it waits for have ended for good. */
function expectOrder(plan: ReturnType<typeof definePlan>, log: ReturnType<typeof simulate>['log']): void {
  const firstBegin = new Map<string, number>();
  const lastEnd = new Map<string, number>();
  for (const [at, { key, type }] of log.entries()) {
    const [node = ''] = key.split(':');
    if (type === 'begin' && !firstBegin.has(node)) firstBegin.set(node, at);
    if (type === 'end') lastEnd.set(node, at);
  }
  const wrong = plan.nodes.flatMap(({ id, after, arguments: { from } }) => {
    const uses = (from as string[]).map((reference) =>
      reference.slice('{{nodes.'.length, -'.output}}'.length),
    );
    const begin = firstBegin.get(id) ?? Infinity;
    return [...after, ...uses]
      .filter((before) => (lastEnd.get(before) ?? -1) > begin)
      .map((before) => [id, before]);
  });
  expect(wrong).toEqual([]);
}
