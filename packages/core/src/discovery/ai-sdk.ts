import type { Ask } from './ask-model.ts';
import type { Embed } from './meaning-vectors.ts';

/** A language model of the AI SDK, as its providers make them: all of it that is needed here. */
export interface SdkLanguageModel {
  doGenerate(options: {
    prompt: { role: 'user'; content: { type: 'text'; text: string }[] }[];
    responseFormat: { type: 'json' };
    temperature: number;
    abortSignal: AbortSignal;
  }): PromiseLike<{
    readonly content: readonly object[];
    /** The answer, where it is not simply all of the text. */
    readonly structuredOutputText?: string;
  }>;
}

/** An embedding model of the AI SDK. */
export interface SdkEmbeddingModel {
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: {
    values: string[];
    abortSignal: AbortSignal;
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}

/**
 * Lets a model of the AI SDK take steps of a decision.
 *
 *     new Discovery(service, { model: { ask: askSdkModel(openai('gpt-5-mini')) } });
 */
export function askSdkModel(model: SdkLanguageModel): Ask {
  return async (prompt, { signal }) => {
    const { content, structuredOutputText } = await model.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      responseFormat: { type: 'json' },
      temperature: 0,
      abortSignal: signal,
    });
    return structuredOutputText ?? content.map(textOf).join('');
  };
}

/**
 * Lets an embedding model of the AI SDK make vectors of texts.
 *
 *     new Discovery(service, { embeddings: { embed: embedBySdkModel(openai.embedding('text-embedding-3-small')) } });
 */
export function embedBySdkModel(model: SdkEmbeddingModel): Embed {
  return async (texts, { signal }) => {
    const most = Math.max(1, (await model.maxEmbeddingsPerCall) ?? texts.length);
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += most) {
      const values = texts.slice(at, at + most);
      const { embeddings } = await model.doEmbed({ values, abortSignal: signal });
      vectors.push(...embeddings.map((embedding) => Float32Array.from(embedding)));
    }
    return vectors;
  };
}

/** Its reasoning and its sources are no answer. */
function textOf(part: object): string {
  return 'type' in part && part.type === 'text' && 'text' in part && typeof part.text === 'string'
    ? part.text
    : '';
}
