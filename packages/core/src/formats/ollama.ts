import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { pointer, type ChangeLog } from './change-log.ts';
import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { inlineReferences } from './inline-references.ts';
import { mergeAllOf } from './merge-schemas.ts';
import { plainNames } from './name-grammar.ts';
import { outcomesOf } from './outcome.ts';
import { plainRoot } from './plain-root.ts';
import { field, listIn, readCalls } from './read-call.ts';
import { mapSchemas, parametersOf, without, type SchemaNode } from './schema-node.ts';

export interface OllamaTool {
  type: 'function';
  function: { name: string; description: string; parameters: { [keyword: string]: unknown } };
}

export interface OllamaToolMessage {
  role: 'tool';
  content: string;
  tool_name: string;
}

/** Ollama's chat. `fromResponse` takes a response or its message; calls have no ids of their own. */
export const ollama: ProviderFormat<OllamaTool[], OllamaToolMessage[]> = {
  provider: 'ollama',

  toTools: (tools, options = {}) =>
    declareTools<OllamaTool>(tools, options, {
      names: plainNames,
      declare(tool, name, log) {
        const whole = mergeAllOf(inlineReferences(parametersOf(tool), 'cut', log), '', log);
        const parameters = convert(plainRoot(whole, log), '', log);
        return { type: 'function', function: { name, description: tool.description, parameters } };
      },
    }),

  fromResponse(response, names) {
    const message = field(response, 'message') ?? response;
    const parts = listIn(field(message, 'tool_calls')).map((call) => {
      const called = field(call, 'function');
      return { id: field(call, 'id'), name: field(called, 'name'), arguments: field(called, 'arguments') };
    });
    return readCalls(parts, names);
  },

  toResults: (calls, results, names) =>
    outcomesOf(calls, results, names).map(({ name, text }) => ({
      role: 'tool',
      content: text,
      tool_name: name,
    })),
};

/** Ollama reads a property into a structure that knows `anyOf` and `enum` and forgets `oneOf`, `const` and `$ref`. */
function convert(schema: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const node = mapSchemas(schema, path, (child, place) =>
    isObject(child) ? convert(child, place, log) : child,
  );
  return constToEnum(oneOfToAnyOf(node, path, log), path, log);
}

function oneOfToAnyOf(node: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const alternatives: JsonValue | undefined = ownValue(node, 'oneOf');
  if (alternatives === undefined || Object.hasOwn(node, 'anyOf')) return node;
  log.lost(pointer(path, 'oneOf'), 'one_of_to_any_of', 'more than one alternative may hold');
  return { ...without(node, 'oneOf'), anyOf: alternatives };
}

function constToEnum(node: SchemaNode, path: string, log: ChangeLog): SchemaNode {
  const value: JsonValue | undefined = ownValue(node, 'const');
  if (value === undefined) return node;
  log.kept(pointer(path, 'const'), 'const_to_enum', 'a list of one value');
  return { ...without(node, 'const'), enum: [value] };
}
