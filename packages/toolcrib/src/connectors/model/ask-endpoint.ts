import type { Fetch } from '@toolcrib/core';
import type { Ask } from '@toolcrib/core/discovery';

/** A language model behind an address that speaks as OpenAI's does: OpenAI, Ollama (`/v1`), vLLM and most others. */
export interface ModelEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  readonly url: string;
  /** The model's name there. */
  readonly name: string;
}

/** An answer is a few lines of JSON. */
const maxBytes = 200_000;

export function createAsk(
  { url, name }: ModelEndpoint,
  { fetch, secret }: { readonly fetch: Fetch; readonly secret: () => string | undefined },
): Ask {
  const address = new URL(`${url.replace(/\/+$/u, '')}/chat/completions`);
  return async (prompt, { signal }) => {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
    const key = secret();
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    const body = JSON.stringify({
      model: name,
      messages: [{ role: 'user', content: prompt }],
      temperature: 0,
      stream: false,
    });
    const response = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' });
    if (!response.ok) throw new Error(`the model answered with status ${response.status}`);
    return contentOf(JSON.parse(await readAtMost(response)));
  };
}

async function readAtMost(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('the answer of the model is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function contentOf(answer: unknown): string {
  const { choices } = (answer ?? {}) as { choices?: readonly { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new Error('the model gave no text');
  return content;
}
