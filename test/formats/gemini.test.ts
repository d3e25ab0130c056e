import { GoogleGenAI, type Content } from '@google/genai';
import { expect, test } from 'vitest';
import { formatOf, formatTools } from '../../packages/core/src/formats/formats.ts';
import { capturedFetch } from './captured-fetch.ts';
import { blocked, readFile, sunny, weather } from './sample-tools.ts';

const content = {
  role: 'model',
  parts: [
    {
      functionCall: { id: 'fn-1', name: 'get_weather', args: { city: 'Oslo' } },
      thoughtSignature: 'c2lnbmVk',
    },
    { functionCall: { name: 'fs.read', args: { path: '/etc/passwd' } } },
  ],
};

const answer = {
  candidates: [{ content, finishReason: 'STOP', index: 0 }],
  modelVersion: 'gemini-3-pro',
  responseId: 'r1',
};

test('a conversation with tools goes through the Google SDK and back', async () => {
  const { fetch, sent } = capturedFetch(answer, {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Sunny.' }] } }],
  });
  const client = new GoogleGenAI({ apiKey: 'test', httpOptions: { fetch } });
  const { tools, names } = formatTools('gemini', [weather, readFile]);
  const contents: Content[] = [{ role: 'user', parts: [{ text: 'How is Oslo?' }] }];

  const response = await client.models.generateContent({
    model: 'gemini-3-pro',
    contents,
    config: { tools },
  });
  const calls = formatOf('gemini').fromResponse(response, names);
  const [candidate] = response.candidates ?? [];
  if (candidate?.content !== undefined) contents.push(candidate.content);
  contents.push(formatOf('gemini').toResults(calls, [sunny, blocked], names));
  await client.models.generateContent({ model: 'gemini-3-pro', contents, config: { tools } });

  expect(sent[0]).toHaveProperty('tools', [
    {
      functionDeclarations: [
        {
          name: 'get_weather',
          description: weather.description,
          parameters: {
            type: 'OBJECT',
            properties: {
              city: { type: 'STRING', description: 'A city' },
              unit: { type: 'STRING', enum: ['celsius', 'fahrenheit'] },
            },
            required: ['city'],
          },
        },
        {
          name: 'fs.read',
          description: readFile.description,
          parameters: { type: 'OBJECT', properties: { path: { type: 'STRING' } }, required: ['path'] },
        },
      ],
    },
  ]);
  expect(calls).toEqual([
    { id: 'fn-1', toolName: 'get_weather', arguments: { city: 'Oslo' } },
    { id: 'call_1', idIsMadeUp: true, toolName: 'fs.read', arguments: { path: '/etc/passwd' } },
  ]);
  expect(sent[1]).toMatchObject({
    contents: [
      { role: 'user' },
      content,
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'fn-1',
              name: 'get_weather',
              response: { output: { sky: 'sunny', degrees: 21 } },
            },
          },
          {
            functionResponse: {
              name: 'fs.read',
              response: { error: { status: 'blocked', error_code: 'outside_project' } },
            },
          },
        ],
      },
    ],
  });
});
