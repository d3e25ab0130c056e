import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** Clears the screen, in 7 and in 8 bits; turns the text around; renames the window. */
const hostile = 'a\u001b[2J\u009b2J\u202Eb\u0007\r\u200Bc\ud800';
const shown = 'a\\u{1b}[2J\\u{9b}2J\\u{202e}b\\u{7}\\u{d}\\u{200b}c\\u{d800}';
const hidden = /[\p{Cc}\p{Cf}\p{Cs}]/u;

const config = {
  tools: [
    mockTool('text', {
      implementation: { type: 'mock', mock_response: `${hostile}\n\ttwo\r\n工具` },
      category: hostile,
      parameters: { type: 'object', properties: { [hostile]: { type: 'string', description: hostile } } },
      examples: [{ description: 'e', arguments: { x: hostile } }],
    }),
    mockTool('data', { implementation: { type: 'mock', mock_response: { x: `${hostile}\u{E0041}` } } }),
    mockTool('shut'),
  ],
  rules: [{ tool: 'shut', decision: 'deny', reason: hostile }],
};

/** A terminal without colours. */
const preload = `
for (const stream of [process.stdout, process.stderr]) {
  Object.defineProperties(stream, { isTTY: { value: true }, getColorDepth: { value: () => 1 } });
}`;
const onTerminal = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];

async function show(given: readonly string[], { terminal = true } = {}): Promise<Ended> {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  return run(given, { cwd, node: terminal ? onTerminal : [] });
}

test.each([
  [['call', 'text']],
  [['call', 'text', '--json']],
  [['call', 'data']],
  [['call', 'shut']],
  [['execute_tool', '{"tool_name": "data"}']],
  [['describe', 'text']],
  [['get_tool_descriptor', 'text']],
  [['list']],
  [['list_tools']],
  [['explain', 'shut']],
  [['explain', 'shut', '--json']],
  [['explain', hostile]],
  [['formats', 'openai']],
  [['check']],
  [['check', '--config', hostile]],
  [['init', '--config', `${hostile}.json`]],
  [[hostile]],
  [['list', `--${hostile}`]],
  [['list', '--tier', hostile]],
  [['list', '--agent', hostile]],
  [['list', '--locale', hostile]],
  [['call', 'text', hostile]],
  [['call', hostile]],
  [['describe', hostile]],
  [['formats', hostile]],
])('%j tells a terminal nothing that it would obey', async (given) => {
  const { stdout, stderr } = await show(given);
  expect((stdout + stderr).replaceAll(/\r?\n|\t/gu, '')).not.toMatch(hidden);
  expect(stdout + stderr).not.toBe('');
});

test('text is shown with its lines, and what is hidden in it', async () => {
  expect((await show(['call', 'text'])).stdout).toBe(`${shown}\n\ttwo\r\n工具\n`);
});

test('JSON on a terminal is still JSON, of the same value', async () => {
  const { stdout } = await show(['call', 'data']);
  expect(JSON.parse(stdout)).toEqual({ x: `${hostile}\u{E0041}` });
});

test('a pipe gets every byte of the text as it is', async () => {
  const { stdout } = await show(['call', 'text'], { terminal: false });
  expect(stdout).toBe(`${hostile.replace('\ud800', '\uFFFD')}\n\ttwo\r\n工具\n`);
});
