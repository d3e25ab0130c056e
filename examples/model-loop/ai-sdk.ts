import { offerTools } from '@toolcrib/core';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import type { Loop } from './loop.ts';
import { scriptedSdkModel } from './scripted-sdk-model.ts';

/** The Vercel AI SDK makes the loop itself, and asks for one call at a time. */
export const aiSdk: Loop = async (task, { service, agent }) => {
  const offer = offerTools('openai', service.listTools({ agent }));
  const tools = offer.tools.map(({ function: { name, description, parameters } }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<object>(parameters),
      async execute(input, { toolCallId, abortSignal }) {
        const calls = offer.calls({
          tool_calls: [{ id: toolCallId, function: { name, arguments: input } }],
        });
        const results = await service.executeAll(calls, { agent, signal: abortSignal });
        return offer.results(calls, results)[0]?.content;
      },
    }),
  ]);
  const { text } = await generateText({
    model: scriptedSdkModel(),
    prompt: task,
    tools: Object.fromEntries(tools),
    stopWhen: isStepCount(10),
  });
  return text;
};
