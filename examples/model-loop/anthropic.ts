import Anthropic from '@anthropic-ai/sdk';
import { offerTools } from '@toolcrib/core';
import type { Loop } from './loop.ts';

/** The Messages API. */
export const anthropic: Loop = async (task, { service, agent, base }) => {
  const client = new Anthropic({ apiKey: 'none', baseURL: base });
  const offer = offerTools('anthropic', service.listTools({ agent }));
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }];
  for (;;) {
    const message = await client.messages.create({
      model: 'scripted',
      max_tokens: 1024,
      messages,
      tools: offer.tools,
    });
    const calls = offer.calls(message);
    if (calls.length === 0)
      return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    messages.push(
      { role: 'assistant', content: message.content },
      offer.results(calls, await service.executeAll(calls, { agent })),
    );
  }
};
