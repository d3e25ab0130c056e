import OpenAI from 'openai';
import type { ResponseInput } from 'openai/resources/responses/responses';
import { expect, test } from 'vitest';
import { formatOf, formatTools } from '../../packages/core/src/formats/formats.ts';
import { capturedFetch } from './captured-fetch.ts';
import { blocked, blockedText, readFile, sunny, weather } from './sample-tools.ts';

const output = [
  { type: 'reasoning', id: 'rs_1', summary: [] },
  {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_Wx1',
    name: 'get_weather',
    arguments: '{"city":"Oslo"}',
    status: 'completed',
  },
  {
    type: 'function_call',
    id: 'fc_2',
    call_id: 'call_Rf2',
    name: 'fs_read',
    arguments: '{"path":"/etc/passwd"}',
    status: 'completed',
  },
];

const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-5', output, tools: [] };

test('a conversation with tools goes through the Responses API of the OpenAI SDK and back', async () => {
  const { fetch, sent } = capturedFetch(response, { ...response, output: [] });
  const client = new OpenAI({ apiKey: 'test', fetch });
  const { tools, names } = formatTools('openai-responses', [weather, readFile]);
  const input: ResponseInput = [{ role: 'user', content: 'How is Oslo?' }];

  const first = await client.responses.create({ model: 'gpt-5', input, tools });
  const calls = formatOf('openai-responses').fromResponse(first, names);
  input.push(...formatOf('openai-responses').toResults(calls, [sunny, blocked], names));
  await client.responses.create({ model: 'gpt-5', input, tools });

  expect(sent[0]).toHaveProperty('tools', [
    {
      type: 'function',
      name: 'get_weather',
      description: weather.description,
      parameters: weather.parameters,
      strict: false,
    },
    {
      type: 'function',
      name: 'fs_read',
      description: readFile.description,
      parameters: readFile.parameters,
      strict: false,
    },
  ]);
  expect(calls).toEqual([
    { id: 'call_Wx1', toolName: 'get_weather', arguments: { city: 'Oslo' } },
    { id: 'call_Rf2', toolName: 'fs.read', arguments: { path: '/etc/passwd' } },
  ]);
  expect(sent[1]).toMatchObject({
    input: [
      { role: 'user' },
      { type: 'function_call_output', call_id: 'call_Wx1', output: '{"sky":"sunny","degrees":21}' },
      { type: 'function_call_output', call_id: 'call_Rf2', output: blockedText },
    ],
  });
});

test('a tool that the API would make strict by itself says whether it is', async () => {
  const { fetch, sent } = capturedFetch(response);
  const client = new OpenAI({ apiKey: 'test', fetch });
  const { tools } = formatTools('openai-responses', [weather], { strict: true });
  await client.responses.create({ model: 'gpt-5', input: 'Hi', tools });
  expect(sent[0]).toMatchObject({ tools: [{ strict: true, parameters: { additionalProperties: false } }] });
});
