import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { formatOf, formatTools } from '../../packages/core/src/formats/formats.ts';
import { capturedFetch } from './captured-fetch.ts';
import { blocked, blockedText, readFile, sunny, weather } from './sample-tools.ts';

const content = [
  { type: 'text', text: 'I will look.' },
  { type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: { city: 'Oslo' } },
  { type: 'tool_use', id: 'toolu_02', name: 'fs_read', input: { path: '/etc/passwd' } },
];

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-6',
  content,
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const request = { model: 'claude-opus-4-6', max_tokens: 1024 };

test('a conversation with tools goes through the Anthropic SDK and back', async () => {
  const { fetch, sent } = capturedFetch(message, { ...message, content: [{ type: 'text', text: 'Sunny.' }] });
  const client = new Anthropic({ apiKey: 'test', fetch });
  const { tools, names } = formatTools('anthropic', [weather, readFile]);
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How is Oslo?' }];

  const first = await client.messages.create({ ...request, messages, tools });
  const calls = formatOf('anthropic').fromResponse(first, names);
  const results = formatOf('anthropic').toResults(calls, [sunny, blocked], names);
  messages.push({ role: 'assistant', content: first.content }, results);
  await client.messages.create({ ...request, messages, tools });

  expect(sent[0]).toHaveProperty('tools', [
    { name: 'get_weather', description: weather.description, input_schema: weather.parameters },
    { name: 'fs_read', description: readFile.description, input_schema: readFile.parameters },
  ]);
  expect(calls).toEqual([
    { id: 'toolu_01', toolName: 'get_weather', arguments: { city: 'Oslo' } },
    { id: 'toolu_02', toolName: 'fs.read', arguments: { path: '/etc/passwd' } },
  ]);
  expect(sent[1]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_01', content: '{"sky":"sunny","degrees":21}' },
          { type: 'tool_result', tool_use_id: 'toolu_02', content: blockedText, is_error: true },
        ],
      },
    ],
  });
});

test('in strict mode optional parameters stay optional and objects are closed', async () => {
  const { fetch, sent } = capturedFetch(message);
  const client = new Anthropic({ apiKey: 'test', fetch });
  const { tools } = formatTools('anthropic', [weather], { strict: true });
  await client.messages.create({ ...request, messages: [{ role: 'user', content: 'Hi' }], tools });
  expect(sent[0]).toMatchObject({
    tools: [{ strict: true, input_schema: { required: ['city'], additionalProperties: false } }],
  });
});
