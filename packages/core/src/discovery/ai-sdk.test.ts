import {
  MockEmbeddingModelV3,
  MockEmbeddingModelV4,
  MockLanguageModelV3,
  MockLanguageModelV4,
} from 'ai/test';
import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { askSdkModel, embedBySdkModel } from './ai-sdk.ts';
import { Discovery } from './discovery.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

function answers(text: string) {
  return {
    content: [
      { type: 'reasoning' as const, text: '{"name": "thinking"}' },
      { type: 'text' as const, text },
    ],
    finishReason: { unified: 'stop' as const, raw: 'stop' },
    usage,
    warnings: [],
  };
}

function service(): ToolService {
  const made = new ToolService({ builtins: false });
  for (const name of ['send_mail', 'send_letter'])
    made.registerTool({
      name,
      description: 'Send a message to somebody.',
      parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      run: () => 'sent',
    });
  return made;
}

describe.each([
  ['v3', MockLanguageModelV3],
  ['v4', MockLanguageModelV4],
])('a language model of the AI SDK, specification %s', (_, Model) => {
  test('takes the steps of a decision, and is given the question and the signal', async () => {
    const model = new Model({
      doGenerate: [
        answers('{"name": "send_letter"}'),
        answers('Here you are: {"arguments": {"to": "Ann"}}'),
      ] as never,
    });
    const discovery = new Discovery(service(), { model: { ask: askSdkModel(model) } });
    const { choice, parameters, steps } = await discovery.decide('send a message to Bob');
    expect([choice?.name, parameters]).toEqual(['send_letter', { to: 'Ann' }]);
    expect([steps.choice, steps.parameters]).toEqual([{ by: 'model' }, { by: 'model' }]);
    const [call] = model.doGenerateCalls;
    expect(JSON.stringify(call?.prompt)).toContain('send a message to Bob');
    expect(call?.abortSignal).toBeInstanceOf(AbortSignal);
  });

  test('that fails leaves the step to the rules', async () => {
    const model = new Model({ doGenerate: () => Promise.reject(new Error('overloaded')) });
    const discovery = new Discovery(service(), { model: { ask: askSdkModel(model) } });
    const { choice, steps } = await discovery.decide('send a mail to Bob');
    expect(choice?.name).toBe('send_mail');
    expect(steps.choice).toEqual({ by: 'rules', fallback: 'error' });
  });
});

test.each([
  ['v3', MockEmbeddingModelV3],
  ['v4', MockEmbeddingModelV4],
])(
  'an embedding model of the AI SDK, specification %s, makes vectors, as many at once as it takes',
  async (_, Model) => {
    const batches: number[] = [];
    const model = new Model({
      maxEmbeddingsPerCall: 2,
      doEmbed: async ({ values }: { readonly values: readonly string[] }) => {
        batches.push(values.length);
        return { embeddings: values.map((value) => [value.length, 1]), warnings: [] };
      },
    });
    const { signal } = new AbortController();
    const vectors = await embedBySdkModel(model)(['a', 'bb', 'ccc'], { signal });
    expect(vectors).toEqual([Float32Array.of(1, 1), Float32Array.of(2, 1), Float32Array.of(3, 1)]);
    expect(batches).toEqual([2, 1]);
  },
);
