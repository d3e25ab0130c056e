import { GoogleGenAI, type Content } from '@google/genai';
import { offerTools } from '@toolcrib/core';
import type { Loop } from './loop.ts';

/** Gemini's generateContent. */
export const gemini: Loop = async (task, { service, agent, base }) => {
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: base } });
  const offer = offerTools('gemini', service.listTools({ agent }));
  const contents: Content[] = [{ role: 'user', parts: [{ text: task }] }];
  for (;;) {
    const response = await client.models.generateContent({
      model: 'scripted',
      contents,
      config: { tools: offer.tools },
    });
    const calls = offer.calls(response);
    if (calls.length === 0) return response.text ?? '';
    // As it came: a thought signature in it must come back.
    const content = response.candidates?.[0]?.content;
    if (content !== undefined) contents.push(content);
    contents.push(offer.results(calls, await service.executeAll(calls, { agent })));
  }
};
