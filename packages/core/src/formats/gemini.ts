import { declareTools } from './declare-tools.ts';
import type { ProviderFormat } from './format.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import type { NameGrammar } from './name-grammar.ts';
import { outcomesOf } from './outcome.ts';
import { field, listIn, readCalls } from './read-call.ts';
import { parametersOf } from './schema-node.ts';

export interface GeminiTool {
  functionDeclarations: GeminiFunction[];
}

interface GeminiFunction {
  name: string;
  description: string;
  /** Left out for a tool without parameters. */
  parameters?: { [keyword: string]: unknown };
}

export interface GeminiContent {
  role: 'user';
  parts: { functionResponse: { id?: string; name: string; response: { [key: string]: unknown } } }[];
}

// Newer models take 128 characters and colons; this is what all of them take.
const names: NameGrammar = {
  legal: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/u,
  illegalCharacters: /[^a-zA-Z0-9_.-]/gu,
  maxLength: 64,
};

/** Gemini's generateContent. All tools are one element, as the API wants it. */
export const gemini: ProviderFormat<GeminiTool[], GeminiContent> = {
  provider: 'gemini',

  toTools(tools, options = {}) {
    const declared = declareTools<GeminiFunction>(tools, options, {
      names,
      declare(tool, name, log) {
        const parameters = toGeminiSchema(parametersOf(tool), log);
        return { name, description: tool.description, ...(parameters && { parameters }) };
      },
    });
    return {
      ...declared,
      tools: declared.tools.length === 0 ? [] : [{ functionDeclarations: declared.tools }],
    };
  },

  fromResponse(response, outward) {
    // Further candidates are alternatives to the first: to run their calls too would do the same thing twice.
    const [candidate] = listIn(field(response, 'candidates'));
    const content = candidate === undefined ? response : field(candidate, 'content');
    const calls = listIn(field(content, 'parts')).flatMap((part) => field(part, 'functionCall') ?? []);
    const parts = calls.map((call) => ({
      id: field(call, 'id'),
      name: field(call, 'name'),
      arguments: field(call, 'args'),
    }));
    return readCalls(parts, outward);
  },

  toResults: (calls, results, outward) => ({
    role: 'user',
    parts: outcomesOf(calls, results, outward).map(({ call, name, failed, value }) => ({
      functionResponse: {
        ...(call.idIsMadeUp !== true && { id: call.id }),
        name,
        response: failed ? { error: value } : { output: value },
      },
    })),
  }),
};
