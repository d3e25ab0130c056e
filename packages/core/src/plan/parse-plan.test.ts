import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { planProblemText } from '../messages/plan-problem.ts';
import { definePlan, parsePlan } from './parse-plan.ts';
import { planSchema } from './plan-schema.ts';
import { toWirePlan } from './wire-plan.ts';

const node = { id: 'a', tool: 't' };
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
  planSchema,
);

test('a plan is frozen and has every default', () => {
  const plan = definePlan({ name: 'small', nodes: [node] });
  expect(plan).toEqual({
    name: 'small',
    description: undefined,
    input: {},
    concurrency: 8,
    timeout: undefined,
    onFailure: { retry: 0, delay: 1000, backoff: 2, otherwise: 'stop' },
    output: undefined,
    nodes: [
      {
        ...node,
        version: undefined,
        arguments: {},
        after: [],
        when: undefined,
        forEach: undefined,
        onFailure: { retry: 0, delay: 1000, backoff: 2, otherwise: 'stop' },
        onUnknown: 'ask',
        retries: undefined,
        timeout: undefined,
      },
    ],
  });
  expect(Object.isFrozen(plan.nodes[0])).toBe(true);
});

test.each([
  ['retry', { retry: 2, otherwise: 'stop' }],
  ['skip', { retry: 0, otherwise: 'skip' }],
  [{ continue_with: null }, { retry: 0, otherwise: { continueWith: null } }],
  [
    { retry: 5, delay: 10, backoff: 1, otherwise: 'skip' },
    { retry: 5, delay: 10, otherwise: 'skip' },
  ],
])('on_failure %j is read, for the plan and for a node', (written, expected) => {
  const plan = definePlan({
    name: 'p',
    on_failure: written,
    nodes: [node, { id: 'b', tool: 't', on_failure: 'stop' }],
  });
  expect(plan.nodes[0]?.onFailure).toMatchObject(expected);
  expect(plan.nodes[1]?.onFailure.otherwise).toBe('stop');
  expect(isValid({ name: 'p', on_failure: written, nodes: [node] })).toBe(true);
});

test.each(['ask', 'retry', 'skip', 'fail'])('on_unknown %s is read', (onUnknown) => {
  const written = { name: 'p', nodes: [{ ...node, on_unknown: onUnknown }] };
  const plan = definePlan(written);
  expect(plan.nodes[0]?.onUnknown).toBe(onUnknown);
  expect(definePlan(toWirePlan(plan))).toEqual(plan);
  expect(isValid(written)).toBe(true);
});

const wrong: readonly (readonly [unknown, string, string])[] = [
  [7, '', 'not_a_plan'],
  [{ nodes: [node] }, '', 'missing'],
  [{ name: 'p' }, '', 'missing'],
  [{ name: 'p', nodes: [] }, '', 'missing'],
  [{ name: 'p', nodes: {} }, '/nodes', 'wrong'],
  [{ name: 'p', nodes: ['a'] }, '/nodes/0', 'wrong'],
  [{ name: 'p', nodes: [node], nods: 1 }, '/nods', 'unknown_field'],
  [{ name: 'p', concurrency: 0, nodes: [node] }, '/concurrency', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, id: 'a.b' }] }, '/nodes/0/id', 'bad_id'],
  [{ name: 'p', nodes: [{ id: 'a' }] }, '/nodes/0', 'missing'],
  [{ name: 'p', nodes: [{ ...node, on_unknown: 'again' }] }, '/nodes/0/on_unknown', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, on_failure: 'ignore' }] }, '/nodes/0/on_failure', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, on_failure: { retry: 0 } }] }, '/nodes/0/on_failure/retry', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, when: { value: 1 } }] }, '/nodes/0/when', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, when: { all: [{ not: 3 }] } }] }, '/nodes/0/when/all/0/not', 'wrong'],
  [{ name: 'p', nodes: [{ ...node, for_each: 'a' }] }, '/nodes/0/for_each', 'wrong'],
];
test.each(wrong)('%j is wrong at %s: %s', (written, place, code) => {
  const { problems } = parsePlan(written);
  expect(problems[0]).toMatchObject({ place, code });
  expect(isValid(written)).toBe(code === 'wrong' && place.endsWith('for_each'));
});

const unsound: readonly (readonly [object, string, string])[] = [
  [{ nodes: [node, node] }, '/nodes/1/id', 'duplicate_node'],
  [{ nodes: [{ ...node, after: ['b'] }] }, '/nodes/0/after/0', 'unknown_node'],
  [
    { nodes: [{ ...node, arguments: { 'x/y': ['{{nodes.b.output}}'] } }] },
    '/nodes/0/arguments/x~1y/0',
    'unknown_node',
  ],
  [{ nodes: [{ ...node, arguments: { x: '{{user.name}}' } }] }, '/nodes/0/arguments/x', 'bad_reference'],
  [
    { nodes: [{ ...node, when: { value: '{{nodes.a}}', exists: true } }] },
    '/nodes/0/when/value',
    'bad_reference',
  ],
  [{ nodes: [{ ...node, arguments: { x: '{{item}}' } }] }, '/nodes/0/arguments/x', 'no_item'],
  [{ nodes: [node], output: '{{nodes.b.output}}' }, '/output', 'unknown_node'],
  [{ nodes: [{ ...node, after: ['a'] }] }, '/nodes/0', 'cycle'],
];
test.each(unsound)('%j has no end or no meaning at %s: %s', (written, place, code) => {
  expect(parsePlan({ name: 'p', ...written }).problems[0]).toMatchObject({ place, code });
});

test('a circle is named in the order in which its nodes wait', () => {
  const { problems } = parsePlan({
    name: 'p',
    nodes: [
      { id: 'first', tool: 't' },
      { id: 'a', tool: 't', after: ['first', 'c'] },
      { id: 'b', tool: 't', arguments: { x: '{{nodes.a.output}}' } },
      { id: 'c', tool: 't', after: ['b'] },
    ],
  });
  expect(problems[0]).toMatchObject({ code: 'cycle', facts: { nodes: ['a', 'c', 'b'] } });
  expect(problems[0] && planProblemText('cycle', problems[0].facts as never)).toContain('a → c → b → a');
});

test('every problem is told, and thrown with all of them', () => {
  const written = { name: 'p', nodes: [{ id: '' }, { ...node, timeout: -1 }] };
  expect(parsePlan(written).problems.map(({ code }) => code)).toEqual(['missing', 'missing', 'wrong']);
  expect(() => definePlan(written)).toThrow(/The plan "p" cannot be run: \/nodes\/0: id is missing/u);
});

test('an escaped reference is text and makes nobody wait', () => {
  const plan = definePlan({ name: 'p', nodes: [{ ...node, arguments: { x: 'say \\{{nodes.z.output}}' } }] });
  expect(plan.nodes[0]?.arguments).toEqual({ x: 'say \\{{nodes.z.output}}' });
});
