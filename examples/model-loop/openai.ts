import { offerTools } from '@toolcrib/core';
import OpenAI from 'openai';
import type { Loop } from './loop.ts';

/** Chat Completions. */
export const openai: Loop = async (task, { service, agent, base }) => {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${base}/v1` });
  const offer = offerTools('openai', service.listTools({ agent }));
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: task }];
  for (;;) {
    const completion = await client.chat.completions.create({
      model: 'scripted',
      messages,
      tools: offer.tools,
    });
    const message = completion.choices[0]?.message;
    if (message === undefined) throw new Error('The model has said nothing.');
    const calls = offer.calls(completion);
    if (calls.length === 0) return message.content ?? '';
    messages.push(message, ...offer.results(calls, await service.executeAll(calls, { agent })));
  }
};
