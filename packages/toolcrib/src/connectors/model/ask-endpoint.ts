import type { Ask } from '@toolcrib/core/discovery';
import { postJson, type EndpointAccess, type ModelEndpoint } from './post-json.ts';

/** An answer is a few lines of JSON. */
const maxBytes = 200_000;

/** Asks a language model behind an address. */
export function createAsk(endpoint: ModelEndpoint, access: EndpointAccess): Ask {
  return async (prompt, { signal }) => {
    const body = {
      model: endpoint.name,
      messages: [{ role: 'user', content: prompt }],
      temperature: 0,
      stream: false,
    };
    return contentOf(await postJson(endpoint, access, { path: 'chat/completions', body, signal, maxBytes }));
  };
}

function contentOf(answer: unknown): string {
  const { choices } = (answer ?? {}) as { choices?: readonly { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the model gave no text');
  return content;
}
