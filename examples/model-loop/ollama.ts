import { offerTools } from '@toolcrib/core';
import { Ollama, type Message } from 'ollama';
import type { Loop } from './loop.ts';

/** Ollama's chat. */
export const ollama: Loop = async (task, { service, agent, base }) => {
  const client = new Ollama({ host: base });
  const offer = offerTools('ollama', service.listTools({ agent }));
  const messages: Message[] = [{ role: 'user', content: task }];
  for (;;) {
    const { message } = await client.chat({ model: 'scripted', messages, tools: offer.tools });
    const calls = offer.calls(message);
    if (calls.length === 0) return message.content;
    messages.push(message, ...offer.results(calls, await service.executeAll(calls, { agent })));
  }
};
