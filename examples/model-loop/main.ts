/** One agent with one task, at the models of every provider: the whole loop, through each provider's own client. */
import assert from 'node:assert/strict';
import { defineTool, MemoryHistory, ToolService } from '@toolcrib/core';
import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import type { Loop } from './loop.ts';
import { ollama } from './ollama.ts';
import { openaiResponses } from './openai-responses.ts';
import { openai } from './openai.ts';
import { startModel } from './scripted-model.ts';

const loops: Readonly<Record<string, Loop>> = {
  openai,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  ollama,
  'ai-sdk': aiSdk,
};

const agent = 'assistant';
const history = new MemoryHistory();
const service = new ToolService({
  agents: { [agent]: { permission: 'read_write', tools: ['calculator', 'forget_city'] } },
  rules: [
    { decision: 'deny', tool: 'forget_city', arguments: { city: 'Paris' }, reason: 'We always have Paris.' },
  ],
  history,
});
service.registerTool(
  defineTool({
    name: 'forget_city',
    description: 'Delete a city and everything known about it.',
    annotations: { destructive: true },
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => `${city} is forgotten`,
  }),
);

// The model is scripted and runs here; with another base and a key, the same loops talk to the real ones.
const model = await startModel();
const task = 'What is 19 % of 250? And forget Paris.';
for (const [provider, loop] of Object.entries(loops)) {
  const answer = await loop(task, { service, agent, base: model.base });
  console.log(`${provider}: ${answer}`);
  // A refusal is a result like any other: the model reads why, and what could be done about it.
  assert.match(answer, /^It is 47\.5\. Paris stays \(denied_by_rule\): \S/u);
}
model.stop();

const recorded = history.list().map(({ tool, status }) => `${tool} ${status}`);
assert.equal(recorded.length, 2 * Object.keys(loops).length);
assert.deepEqual([...new Set(recorded)].toSorted(), ['calculator success', 'forget_city blocked']);
