import type { JsonValue } from '../schema/json-schema.ts';
import type { Tool } from '../tool/tool.ts';
import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { plainNames } from './name-grammar.ts';
import { outcomesOf } from './outcome.ts';
import { outwardParameters, renameParameters } from './parameter-names.ts';
import { plainRoot } from './plain-root.ts';
import { field, listIn, readCalls } from './read-call.ts';
import { nodeOf, parametersOf, type SchemaNode } from './schema-node.ts';
import { toStrictSchema, type StrictRules } from './strict-schema.ts';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  input_examples?: { [name: string]: unknown }[];
  strict?: boolean;
}

export interface AnthropicMessage {
  role: 'user';
  content: { type: 'tool_result'; tool_use_id: string; content: string; is_error?: boolean }[];
}

/** The Messages API. `fromResponse` takes a message or the blocks of its content. */
export const anthropic: ProviderFormat<AnthropicTool[], AnthropicMessage> = {
  provider: 'anthropic',

  toTools: (tools, options = {}) =>
    declareTools<AnthropicTool>(tools, options, {
      names: plainNames,
      declare(tool, name, log) {
        const schema = parametersOf(tool);
        const strict = options.strict ? toStrictSchema(schema, strictRules, log) : undefined;
        const root = strict ?? plainRoot(schema, log);
        return {
          name,
          description: tool.description,
          input_schema: { ...renameParameters(root, log), type: 'object' },
          ...(options.examples && tool.examples.length > 0 && { input_examples: examplesOf(tool, root) }),
          ...(strict && { strict: true }),
        };
      },
    }),

  fromResponse(response, names) {
    const blocks = Array.isArray(response) ? response : listIn(field(response, 'content'));
    const calls = blocks.filter((block) => field(block, 'type') === 'tool_use');
    const parts = calls.map((call) => ({
      id: field(call, 'id'),
      name: field(call, 'name'),
      arguments: field(call, 'input'),
    }));
    return readCalls(parts, names);
  },

  toResults: (calls, results, names) => ({
    role: 'user',
    content: outcomesOf(calls, results, names).map(({ call, text, failed }) => ({
      type: 'tool_result',
      tool_use_id: call.id,
      content: text,
      ...(failed && { is_error: true }),
    })),
  }),
};

function examplesOf(tool: Tool, root: SchemaNode): SchemaNode[] {
  const outward = outwardParameters(root);
  return tool.examples.map((example) =>
    nodeOf(Object.entries(example.arguments).map(([name, value]) => [outward.get(name) ?? name, value])),
  );
}

const formats: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** As the SDK's own `transformJSONSchema` has it. Optional parameters stay optional here. */
const strictRules: StrictRules = {
  takes: (keyword: string, value: JsonValue) =>
    (keyword === 'format' && formats.has(value)) || (keyword === 'minItems' && (value === 0 || value === 1)),
  allRequired: false,
  typeLists: false,
  recursion: false,
};
