import type { Fetch } from '@toolcrib/core';

/** An address that speaks as OpenAI's does: OpenAI, Ollama (`/v1`), vLLM and most others. */
export interface ModelEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  readonly url: string;
  /** The model's name there. */
  readonly name: string;
}

export interface EndpointAccess {
  readonly fetch: Fetch;
  readonly secret: () => string | undefined;
}

interface Question {
  readonly path: string;
  readonly body: object;
  readonly signal: AbortSignal;
  /** An answer longer than this is none. */
  readonly maxBytes: number;
}

/** Asks an endpoint and gives its answer, parsed. */
export async function postJson(
  { url }: ModelEndpoint,
  { fetch, secret }: EndpointAccess,
  { path, body, signal, maxBytes }: Question,
): Promise<unknown> {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  const key = secret();
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const response = await fetch(new URL(`${url.replace(/\/+$/u, '')}/${path}`), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal,
    redirect: 'manual',
  });
  if (!response.ok) throw new Error(`the model answered with status ${response.status}`);
  return JSON.parse(await readAtMost(response, maxBytes)) as unknown;
}

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
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
