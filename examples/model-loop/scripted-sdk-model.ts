import { MockLanguageModelV4 } from 'ai/test';
import { nextTurn } from './script.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** The scripted model as the AI SDK knows models: it is asked in its own process, not over a network. */
export function scriptedSdkModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const results = prompt.flatMap((message) =>
        message.role === 'tool'
          ? message.content.flatMap((part) =>
              part.type === 'tool-result' && part.output.type === 'text' ? part.output.value : [],
            )
          : [],
      );
      const { calls, answer } = nextTurn(results);
      const asked = calls.map((call, at) => ({
        type: 'tool-call' as const,
        toolCallId: `call_${at}`,
        toolName: call.name,
        input: JSON.stringify(call.arguments),
      }));
      return {
        content: calls.length === 0 ? [{ type: 'text', text: answer }] : asked,
        finishReason: { unified: calls.length === 0 ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
