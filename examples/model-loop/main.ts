/** A loop between a model and its tools, through the OpenAI client; the model is played by a scripted fetch. */
import assert from 'node:assert/strict';
import { offerTools, ToolService } from '@toolcrib/core';
import OpenAI from 'openai';

const service = new ToolService({
  agents: { assistant: { permission: 'read_only', tools: ['calculator'] } },
});
const client = new OpenAI({ apiKey: 'none', baseURL: 'http://model.invalid/v1', fetch: scriptedModel });
const agent = 'assistant';

const offer = offerTools('openai', service.listTools({ agent }));
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'What is 19 % of 250?' }];
for (;;) {
  const completion = await client.chat.completions.create({
    model: 'scripted',
    messages,
    tools: offer.tools,
  });
  const calls = offer.calls(completion);
  const [choice] = completion.choices;
  assert(choice);
  messages.push(choice.message);
  if (calls.length === 0) break;
  const results = await service.executeAll(calls, { agent });
  messages.push(...offer.results(calls, results));
}

const answer = messages.at(-1)?.content;
console.log(answer);
assert.equal(answer, 'It is 47.5.');

/** Asks for the calculator first, and then reads the result from what it was sent. */
async function scriptedModel(_: unknown, init?: { body?: unknown }): Promise<Response> {
  const { messages: sent } = JSON.parse(String(init?.body)) as {
    messages: { role: string; content: string }[];
  };
  const result = sent.find(({ role }) => role === 'tool');
  const call = { name: 'calculator', arguments: '{"expression": "250 * 19%"}' };
  const message =
    result === undefined
      ? { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] }
      : { role: 'assistant', content: `It is ${(JSON.parse(result.content) as { result: string }).result}.` };
  return Response.json({
    id: '1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  });
}
