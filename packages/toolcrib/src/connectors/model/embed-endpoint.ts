import type { Embed } from '@toolcrib/core/discovery';
import { postJson, type EndpointAccess, type ModelEndpoint } from './post-json.ts';

/** Some dozens of vectors, with their numbers written out. */
const maxBytes = 20_000_000;

/** Has vectors made by a model behind an address. */
export function createEmbed(endpoint: ModelEndpoint, access: EndpointAccess): Embed {
  return async (texts, { signal }) => {
    const body = { model: endpoint.name, input: texts, encoding_format: 'float' };
    const answer = await postJson(endpoint, access, { path: 'embeddings', body, signal, maxBytes });
    return vectorsOf(answer, texts.length);
  };
}

function vectorsOf(answer: unknown, count: number): readonly Float32Array[] {
  const { data } = (answer ?? {}) as { data?: readonly { index?: unknown; embedding?: unknown }[] };
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('the model gave another number of vectors');
  const vectors: Float32Array[] = [];
  for (const [place, { index = place, embedding }] of data.entries()) {
    if (!Array.isArray(embedding) || typeof index !== 'number')
      throw new Error('the model gave what is no vector');
    vectors[index] = Float32Array.from(embedding as number[]);
  }
  return vectors;
}
