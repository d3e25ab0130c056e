import { Ollama, type Message } from 'ollama';
import { expect, test } from 'vitest';
import { formatOf, formatTools } from '../../packages/core/src/formats/formats.ts';
import { capturedFetch } from './captured-fetch.ts';
import { blocked, blockedText, readFile, sunny, weather } from './sample-tools.ts';

const toolCalls = [
  { function: { name: 'get_weather', arguments: { city: 'Oslo' } } },
  { function: { name: 'fs_read', arguments: { path: '/etc/passwd' } } },
];

const answer = {
  model: 'qwen3',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: '', tool_calls: toolCalls },
  done: true,
  done_reason: 'stop',
};

test('a conversation with tools goes through the Ollama SDK and back', async () => {
  const { fetch, sent } = capturedFetch(answer, {
    ...answer,
    message: { role: 'assistant', content: 'Sunny.' },
  });
  const client = new Ollama({ host: 'http://127.0.0.1:11434', fetch });
  const { tools, names } = formatTools('ollama', [weather, readFile]);
  const messages: Message[] = [{ role: 'user', content: 'How is Oslo?' }];

  const response = await client.chat({ model: 'qwen3', messages, tools });
  const calls = formatOf('ollama').fromResponse(response, names);
  messages.push(response.message, ...formatOf('ollama').toResults(calls, [sunny, blocked], names));
  await client.chat({ model: 'qwen3', messages, tools });

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
    { id: 'call_0', idIsMadeUp: true, toolName: 'get_weather', arguments: { city: 'Oslo' } },
    { id: 'call_1', idIsMadeUp: true, toolName: 'fs.read', arguments: { path: '/etc/passwd' } },
  ]);
  expect(sent[1]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', tool_calls: toolCalls },
      { role: 'tool', tool_name: 'get_weather', content: '{"sky":"sunny","degrees":21}' },
      { role: 'tool', tool_name: 'fs_read', content: blockedText },
    ],
  });
});
