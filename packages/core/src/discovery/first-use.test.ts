import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { Discovery } from './discovery.ts';
import { sumsIn } from './sums.ts';

const service = new ToolService();
service.registerTool({
  name: 'Shell',
  description: 'Run a command in a shell: programs, scripts and tests.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string', description: 'The command to run' } },
    required: ['command'],
  },
  run: () => '',
});
const discovery = new Discovery(service);

test.each([
  ['12% of 250', 'calculator', { expression: '12% * 250' }],
  ['what is 6 * 7?', 'calculator', { expression: '6 * 7' }],
  ['how much is 15 percent of 80?', 'calculator', { expression: '15% * 80' }],
  ['(3 + 4) × 2', 'calculator', { expression: '(3 + 4) * 2' }],
  ['250的12%是多少', 'calculator', { expression: '250 * 12%' }],
  ['what time is it?', 'datetime', { operation: 'now' }],
  ['what time is it in Tokyo?', 'datetime', { operation: 'now', time_zone: 'Asia/Tokyo' }],
  ['what time is it in New York', 'datetime', { operation: 'now', time_zone: 'America/New_York' }],
  ['run npm test', 'Shell', { command: 'npm test' }],
  ['please run git status.', 'Shell', { command: 'git status' }],
  ['运行 npm test', 'Shell', { command: 'npm test' }],
])('%s is for %s', async (task, tool, filled) => {
  const { choice, parameters } = await discovery.decide(task);
  expect([choice?.name, parameters]).toEqual([tool, filled]);
});

test.each([
  ['1,250 + 3', ['1250 + 3']],
  ['3 plus 4 and then 10 divided by 4', ['3 + 4', '10 / 4']],
  ['三加四', []],
  ['from 2024-05-01 to 2024/06/02', []],
  ['see src/1/2 and 5-6', []],
  ['(3 + 4', []],
  ['3x^2 + 2x - 1', []],
  ['version 1.2.3 of 250', []],
])('the sums in "%s"', (text, expressions) => {
  expect(sumsIn(text).map(({ expression }) => expression)).toEqual(expressions);
});

test('a long row of digits and signs is read in time that grows with it', () => {
  expect(sumsIn('1 + '.repeat(20_000)).length).toBeGreaterThan(0);
  expect(sumsIn('('.repeat(20_000) + '1')).toEqual([]);
});
