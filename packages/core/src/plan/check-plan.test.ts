import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { planProblemText } from '../messages/plan-problem.ts';
import { scriptedApprover } from '../testing/scripted-approver.ts';
import { defineTool } from '../tool/define-tool.ts';
import { checkPlan } from './check-plan.ts';
import { definePlan } from './parse-plan.ts';

const called: string[] = [];
const service = new ToolService({
  agents: { reader: { permission: 'read_only' } },
  approver: scriptedApprover([]).approver,
  rules: [{ tool: 'search', arguments: { query: 'secret*' }, decision: 'deny' }],
});
for (const tool of [
  defineTool({
    name: 'search',
    description: 'Search.',
    annotations: { readOnly: true },
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
      required: ['query'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        hits: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
        },
      },
      additionalProperties: false,
    },
    run: () => called.push('search'),
  }),
  defineTool({
    name: 'send',
    description: 'Send.',
    approval: 'confirm',
    permission: 'read_write',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    run: () => called.push('send'),
  }),
])
  service.registerTool(tool);

async function check(nodes: readonly object[], rest: object = {}, options: object = {}): Promise<string[]> {
  const plan = definePlan({ name: 'p', nodes, ...rest });
  const problems = await checkPlan(plan, { service, ...options });
  return problems.map(({ place, code, severity }) => `${severity} ${place} ${code}`);
}

const search = { id: 'search', tool: 'search', arguments: { query: 'x' } };

test('a plan that will do has no problems, and nothing is called', async () => {
  const nodes = [
    search,
    {
      id: 'each',
      tool: 'search',
      for_each: '{{nodes.search.output.hits}}',
      when: { value: '{{nodes.search.output.hits.length}}', less_than: 9 },
      arguments: { query: '{{item.name}}', limit: '{{input.limit}}' },
    },
  ];
  expect(await check(nodes, { input: { limit: 3 }, output: '{{nodes.each.output[0].hits}}' })).toEqual([]);
  expect(called).toEqual([]);
});

test.each([
  [[{ ...search, tool: 'serch' }], 'error /nodes/0/tool unknown_tool'],
  [[{ ...search, version: '^9.0.0' }], 'error /nodes/0/version unknown_version'],
  [[{ ...search, arguments: { query: '{{input.word}}' } }], 'error /nodes/0/arguments/query unknown_input'],
  [
    [search, { ...search, id: 'b', arguments: { query: '{{nodes.search.output.hits[0].title}}' } }],
    'error /nodes/1/arguments/query no_such_output',
  ],
  [
    [search, { ...search, id: 'b', for_each: '{{nodes.search.output.hits[0].name}}' }],
    'error /nodes/1/for_each not_a_list',
  ],
  [[{ ...search, arguments: { query: 'x', limit: 0 } }], 'error /nodes/0/arguments invalid_arguments'],
  [[{ ...search, arguments: { limit: '{{input.n}}' } }], 'error /nodes/0/arguments invalid_arguments'],
  [
    [search, { ...search, id: 'b', arguments: { query: '{{nodes.search.output.hits}}' } }],
    'error /nodes/1/arguments/query invalid_arguments',
  ],
  [
    [{ ...search, arguments: { query: 'x', limit: '{{input.text}}' } }],
    'error /nodes/0/arguments invalid_arguments',
  ],
  [[{ ...search, when: { value: 1, greater_than: 2 } }], 'warning /nodes/0/when never_holds'],
  [
    [search, { ...search, id: 'b', when: '{{nodes.search.output.nothing}}' }],
    'warning /nodes/1/when never_holds',
  ],
  [[{ ...search, arguments: { query: 'secret plans' } }], 'error /nodes/0/tool would_be_refused'],
  [[{ id: 'send', tool: 'send', arguments: { to: '{{input.text}}' } }], 'notice /nodes/0/tool would_ask'],
])('%j: %s', async (nodes, expected) => {
  expect(await check(nodes, { input: { n: 1, text: 'words' } })).toContain(expected);
});

test('who is going to submit it is asked about: permissions and lists, also where arguments are still open', async () => {
  const nodes = [
    search,
    { id: 'send', tool: 'send', arguments: { to: '{{nodes.search.output.hits[0].name}}' } },
  ];
  expect(await check(nodes, {}, { agent: 'reader' })).toEqual(['error /nodes/1/tool would_be_refused']);
  expect(await check(nodes, {}, { agent: 'nobody' })).toEqual([
    'error /nodes/0/tool would_be_refused',
    'error /nodes/1/tool would_be_refused',
  ]);
});

test('problems are told in both languages', async () => {
  const plan = definePlan({ name: 'p', nodes: [{ ...search, tool: 'serch' }] });
  const [problem] = await checkPlan(plan, { service });
  expect(problem && planProblemText(problem.code, problem.facts)).toBe(
    'There is no tool "serch". Did you mean search?',
  );
  expect(problem && planProblemText(problem.code, problem.facts, 'zh-CN')).toBe(
    '没有工具 "serch"。您是指 search 吗？',
  );
});

test('that a call is repeated although it may not be is told to a person, and refused to everybody else', async () => {
  const send = { id: 'send', tool: 'send', arguments: { to: 'ada' }, on_unknown: 'retry' };
  const own = 'warning /nodes/0/on_unknown may_call_twice';
  expect(await check([send])).toContain(own);
  expect(await check([send], {}, { isByAgent: true })).toContain(
    'error /nodes/0/on_unknown retry_not_allowed',
  );
  // A call that may be repeated is repeated anyway.
  expect(await check([{ ...search, on_unknown: 'retry' }], {}, { isByAgent: true })).toEqual([]);
  expect(await check([{ ...send, on_unknown: 'skip' }], {}, { isByAgent: true })).not.toContain(own);
});
