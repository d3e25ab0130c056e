import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { expect, test } from 'vitest';
import { formatOf, formatTools } from '../../packages/core/src/formats/formats.ts';
import { restoreArguments } from '../../packages/core/src/formats/restore-arguments.ts';
import { capturedFetch } from './captured-fetch.ts';
import { blocked, blockedText, readFile, sunny, weather } from './sample-tools.ts';

const toolCalls = [
  {
    id: 'call_Wx1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Oslo","unit":null}' },
  },
  { id: 'call_Rf2', type: 'function', function: { name: 'fs_read', arguments: '{"path":"/etc/passwd"}' } },
];

const asksForTools = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'gpt-5',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      logprobs: null,
      message: { role: 'assistant', content: null, refusal: null, tool_calls: toolCalls },
    },
  ],
};

const done = {
  ...asksForTools,
  choices: [
    { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: 'Sunny.' } },
  ],
};

test('a conversation with tools goes through the OpenAI SDK and back', async () => {
  const { fetch, sent } = capturedFetch(asksForTools, done);
  const client = new OpenAI({ apiKey: 'test', fetch });
  const { tools, names } = formatTools('openai', [weather, readFile]);
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'How is Oslo?' }];

  const completion = await client.chat.completions.create({ model: 'gpt-5', messages, tools });
  const calls = formatOf('openai').fromResponse(completion, names);
  const results = formatOf('openai').toResults(calls, [sunny, blocked], names);
  const [choice] = completion.choices;
  if (choice !== undefined) messages.push(choice.message, ...results);
  await client.chat.completions.create({ model: 'gpt-5', messages, tools });

  expect(sent[0]).toHaveProperty('tools', [
    {
      type: 'function',
      function: { name: 'get_weather', description: weather.description, parameters: weather.parameters },
    },
    {
      type: 'function',
      function: { name: 'fs_read', description: readFile.description, parameters: readFile.parameters },
    },
  ]);
  expect(calls).toEqual([
    { id: 'call_Wx1', toolName: 'get_weather', arguments: { city: 'Oslo', unit: null } },
    { id: 'call_Rf2', toolName: 'fs.read', arguments: { path: '/etc/passwd' } },
  ]);
  expect(sent[1]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', tool_calls: toolCalls },
      { role: 'tool', tool_call_id: 'call_Wx1', content: '{"sky":"sunny","degrees":21}' },
      { role: 'tool', tool_call_id: 'call_Rf2', content: blockedText },
    ],
  });
});

test('in strict mode an optional parameter may be null, and the null is taken out again', async () => {
  const { fetch, sent } = capturedFetch(asksForTools);
  const client = new OpenAI({ apiKey: 'test', fetch });
  const { tools, names } = formatTools('openai', [weather], { strict: true });

  const completion = await client.chat.completions.create({ model: 'gpt-5', messages: [], tools });
  const [call] = formatOf('openai').fromResponse(completion, names);

  expect(sent[0]).toMatchObject({
    tools: [
      {
        function: {
          strict: true,
          parameters: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'A city' },
              unit: { type: ['string', 'null'], enum: ['celsius', 'fahrenheit', null] },
            },
            required: ['city', 'unit'],
            additionalProperties: false,
          },
        },
      },
    ],
  });
  expect(restoreArguments(weather, call?.arguments)).toEqual({ city: 'Oslo' });
});
