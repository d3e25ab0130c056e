import { offerTools } from '@toolcrib/core';
import OpenAI from 'openai';
import type { ResponseInput } from 'openai/resources/responses/responses';
import type { Loop } from './loop.ts';

/** The Responses API, which remembers what was said before. */
export const openaiResponses: Loop = async (task, { service, agent, base }) => {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${base}/v1` });
  const offer = offerTools('openai-responses', service.listTools({ agent }));
  let input: ResponseInput = [{ role: 'user', content: task }];
  let before: string | null = null;
  for (;;) {
    const response: OpenAI.Responses.Response = await client.responses.create({
      model: 'scripted',
      input,
      previous_response_id: before,
      tools: offer.tools,
    });
    const calls = offer.calls(response);
    if (calls.length === 0) return response.output_text;
    input = offer.results(calls, await service.executeAll(calls, { agent }));
    before = response.id;
  }
};
