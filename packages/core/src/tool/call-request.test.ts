import { expect, test } from 'vitest';
import { text } from '../messages/text.ts';
import { readCallRequest, toCallOptions, withSuggestions, type CallRequest } from './call-request.ts';
import { isRefusal } from './refusal.ts';

const call = { tool_name: 'report' };

/** What is said of a request, in both languages. */
function said(value: unknown): readonly string[] {
  const read = readCallRequest(value, { onlyAs: 'ada' });
  if (!isRefusal(read)) return [];
  return (['en', 'zh-CN'] as const).map((locale) => text(read.code, read.data, locale));
}

test.each<[object, string, string]>([
  [
    { ...call, timeout: 5 },
    'The request is not valid: Unknown parameter: timeout (did you mean timeout_ms?).',
    '请求无效：未知参数: timeout（您是指 timeout_ms 吗？）。',
  ],
  [
    { name: 'report' },
    'The request is not valid: Missing required parameter: tool_name; Unknown parameter: name (did you mean tool_name?).',
    '请求无效：缺少必需参数: tool_name；未知参数: name（您是指 tool_name 吗？）。',
  ],
  [
    { ...call, arguments: [] },
    'The request is not valid: Parameter arguments must be object, received array.',
    '请求无效：参数 arguments 的类型应为 object，实际为 array。',
  ],
  [
    { ...call, agent: 'user' },
    'The request names the agent "user"; it may name no other than "ada".',
    '请求指定了智能体 "user"，但只能指定 "ada"。',
  ],
])('%j is refused with everything that is wrong, in both languages', (value, english, chinese) => {
  expect(said(value)).toEqual([english, chinese]);
});

test('a request that is one is read as it is, with the agent where it may be named', () => {
  const request = { ...call, id: 7, version: '^1', timeout_ms: 5, retries: 0, task: 't', agent: 'ada' };
  expect(readCallRequest(request, { onlyAs: 'ada' })).toBe(request);
  expect(readCallRequest({ ...request, agent: 'bob' })).toMatchObject({ agent: 'bob' });
});

test('the options of a request are its own, and who calls is not among them', () => {
  const request: CallRequest = { ...call, id: 7, timeout_ms: 5, agent: 'bob' };
  expect(toCallOptions(request, { agent: 'ada', timeout: 9, version: '2' })).toMatchObject({
    agent: 'ada',
    givenId: '7',
    timeout: 5,
    version: '2',
  });
});

test('only a field that is unknown has suggestions, and none that is far from all', () => {
  const problem = { path: '', keyword: 'additionalProperties', expected: 'colour', received: 'object' };
  expect(withSuggestions(problem, ['color', 'size'])).toMatchObject({ suggestions: ['color'] });
  expect(withSuggestions(problem, ['size'])).toBe(problem);
  expect(withSuggestions({ ...problem, keyword: 'required' }, ['color'])).not.toHaveProperty('suggestions');
});
