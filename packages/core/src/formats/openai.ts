import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { plainNames } from './name-grammar.ts';
import { openAiStrict } from './openai-strict.ts';
import { outcomesOf } from './outcome.ts';
import { plainRoot } from './plain-root.ts';
import { field, listIn, readCalls } from './read-call.ts';
import { parametersOf, type SchemaNode } from './schema-node.ts';
import { toStrictSchema } from './strict-schema.ts';

export interface OpenAiTool {
  type: 'function';
  function: {
    name: string;
    description: string;
    parameters: { [keyword: string]: unknown };
    strict?: boolean;
  };
}

export interface OpenAiToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** Chat Completions. `fromResponse` takes a completion or one of its messages. */
export const openai: ProviderFormat<OpenAiTool[], OpenAiToolMessage[]> = {
  provider: 'openai',

  toTools: (tools, options = {}) =>
    declareTools<OpenAiTool>(tools, options, {
      names: plainNames,
      declare(tool, name, log) {
        const schema = parametersOf(tool);
        const strict = options.strict ? toStrictSchema(schema, openAiStrict, log) : undefined;
        const parameters: SchemaNode = strict ?? plainRoot(schema, log);
        const { description } = tool;
        return {
          type: 'function',
          function: { name, description, parameters, ...(strict && { strict: true }) },
        };
      },
    }),

  fromResponse(response, names) {
    // Further choices are alternatives to the first: to run their calls too would do the same thing twice.
    const [choice] = listIn(field(response, 'choices'));
    const message = choice === undefined ? response : field(choice, 'message');
    const calls = listIn(field(message, 'tool_calls')).filter(
      (call) => (field(call, 'type') ?? 'function') === 'function',
    );
    const parts = calls.map((call) => {
      const called = field(call, 'function');
      return { id: field(call, 'id'), name: field(called, 'name'), arguments: field(called, 'arguments') };
    });
    return readCalls(parts, names);
  },

  toResults: (calls, results, names) =>
    outcomesOf(calls, results, names).map(({ call, text }) => ({
      role: 'tool',
      tool_call_id: call.id,
      content: text,
    })),
};
