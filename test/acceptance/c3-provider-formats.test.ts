import type { Tool as GeminiTool } from '@google/genai';
import { formatOf, formatTools, RegistryError, ToolService, type Tool } from '@toolcrib/core';
import type { Tool as OllamaTool } from 'ollama';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const parameters = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'A city' },
    days: { type: 'integer', minimum: 1 },
  },
  required: ['city'],
};

const configured = (name: string): object => ({
  name,
  description: `The tool ${name}.`,
  type: 'function',
  handler: name,
  parameters,
  implementation: { type: 'mock', mock_response: null },
});

function toolsNamed(...names: string[]): Tool[] {
  const service = new ToolService({ builtins: false });
  for (const name of names) service.registerTool(configured(name));
  return service.listTools();
}

const asFunction = (name: string): object => ({
  type: 'function',
  function: { name, description: `The tool ${name}.`, parameters },
});

test('C3.1 OpenAI gets {type: "function", function: {name, description, parameters}}', () => {
  // The annotation holds the tools against the types of OpenAI's own library.
  const tools: ChatCompletionTool[] = formatTools('openai', toolsNamed('weather', 'forecast')).tools;

  expect(tools).toEqual([asFunction('weather'), asFunction('forecast')]);
});

test('C3.1 a call in an answer of Chat Completions is read back', () => {
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    ],
  };

  expect(formatOf('openai').fromResponse({ choices: [{ index: 0, message }] })).toEqual([
    { id: 'call_1', toolName: 'weather', arguments: { city: 'Oslo' } },
  ]);
});

test('C3.2 Ollama gets the same shape as OpenAI', () => {
  const tools: OllamaTool[] = formatTools('ollama', toolsNamed('weather', 'forecast')).tools;

  expect(tools).toEqual([asFunction('weather'), asFunction('forecast')]);
});

test('C3.2 a call in an answer of Ollama is read back', () => {
  const response = {
    message: {
      role: 'assistant',
      content: '',
      tool_calls: [{ function: { name: 'weather', arguments: { city: 'Oslo' } } }],
    },
  };

  expect(formatOf('ollama').fromResponse(response)).toMatchObject([
    { toolName: 'weather', arguments: { city: 'Oslo' } },
  ]);
});

test('C3.3 Gemini gets {functionDeclarations: [{name, description, parameters}]}', () => {
  const tools: GeminiTool[] = formatTools('gemini', toolsNamed('weather')).tools;

  expect(tools).toEqual([
    { functionDeclarations: [{ name: 'weather', description: 'The tool weather.', parameters }] },
  ]);
});

test('C3.3 several tools are declared together, as the API wants it', () => {
  const declare = (name: string): object => ({ name, description: `The tool ${name}.`, parameters });

  expect(formatTools('gemini', toolsNamed('weather', 'forecast')).tools).toEqual([
    { functionDeclarations: [declare('weather'), declare('forecast')] },
  ]);
});

test('C3.3 a call in an answer of Gemini is read back', () => {
  const content = {
    role: 'model',
    parts: [{ functionCall: { id: 'f1', name: 'weather', args: { city: 'Oslo' } } }],
  };

  expect(formatOf('gemini').fromResponse({ candidates: [{ content }] })).toEqual([
    { id: 'f1', toolName: 'weather', arguments: { city: 'Oslo' } },
  ]);
});

test.each(['openai', 'ollama', 'gemini'] as const)(
  'C3.4 %s gets only the allowed tools, in their own order',
  (provider) => {
    const { tools } = formatTools(provider, toolsNamed('a', 'b', 'c', 'd'), {
      allowedTools: ['d', 'nobody', 'b'],
    });

    expect(JSON.stringify(tools).match(/"name":"\w+"/gu)).toEqual(['"name":"b"', '"name":"d"']);
  },
);

test.each(['openai', 'ollama', 'gemini'] as const)('C3.4 an empty filter gives %s nothing', (provider) => {
  expect(formatTools(provider, toolsNamed('a'), { allowedTools: [] }).tools).toEqual([]);
});

test('C3.4 the command filters too', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': { tools: [configured('a'), configured('b'), configured('c')] },
  });

  const { code, stdout } = await run(['formats', 'openai', '--tools', 'c,a'], { cwd });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([asFunction('a'), asFunction('c')]);
});

test.each(['nobody', '', 'OpenAI', '__proto__', 'constructor'])(
  'C3.5 the provider %j throws: it is not supported',
  (provider) => {
    const error = thrownBy(() => formatTools(provider, []));

    expect(error).toBeInstanceOf(RegistryError);
    expect(error).toMatchObject({ code: 'unknown_provider', data: { provider } });
    expect(error.message).toContain(`Provider "${provider}" is not supported. Supported: openai,`);
  },
);

test.each([
  ['en', 'Provider "nobody" is not supported.'],
  ['zh-CN', '不支持提供方 "nobody"。'],
])('C3.5 the command fails for an unknown provider, in %s', async (locale, sentence) => {
  const { code, stdout, stderr } = await run(['formats', 'nobody', '--locale', locale], {
    cwd: temporaryProject(),
  });

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(sentence);
});
