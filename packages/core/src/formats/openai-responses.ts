import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { plainNames } from './name-grammar.ts';
import { openAiStrict } from './openai-strict.ts';
import { outcomesOf } from './outcome.ts';
import { plainRoot } from './plain-root.ts';
import { field, listIn, readCalls } from './read-call.ts';
import { parametersOf } from './schema-node.ts';
import { toStrictSchema } from './strict-schema.ts';

export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
}

export interface OpenAiFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  output: string;
}

/** The Responses API. `fromResponse` takes a response or the items of its output. */
export const openaiResponses: ProviderFormat<OpenAiResponsesTool[], OpenAiFunctionCallOutput[]> = {
  provider: 'openai-responses',

  toTools: (tools, options = {}) =>
    declareTools<OpenAiResponsesTool>(tools, options, {
      names: plainNames,
      declare(tool, name, log) {
        const schema = parametersOf(tool);
        const strict = options.strict ? toStrictSchema(schema, openAiStrict, log) : undefined;
        const parameters = strict ?? plainRoot(schema, log);
        // Said in any case: this API makes a tool strict by itself when it says nothing.
        return {
          type: 'function',
          name,
          description: tool.description,
          parameters,
          strict: strict !== undefined,
        };
      },
    }),

  fromResponse(response, names) {
    const items = Array.isArray(response) ? response : listIn(field(response, 'output'));
    const calls = items.filter((item) => field(item, 'type') === 'function_call');
    const parts = calls.map((call) => ({
      id: field(call, 'call_id'),
      name: field(call, 'name'),
      arguments: field(call, 'arguments'),
    }));
    return readCalls(parts, names);
  },

  toResults: (calls, results, names) =>
    outcomesOf(calls, results, names).map(({ call, text }) => ({
      type: 'function_call_output',
      call_id: call.id,
      output: text,
    })),
};
