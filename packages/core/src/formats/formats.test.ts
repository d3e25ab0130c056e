import * as fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import type { ToolCall } from './format.ts';
import { formatOf, formatTools, providers } from './formats.ts';
import type { OpenAiTool } from './openai.ts';

function named(name: string, version = '1.0.0'): Tool {
  return defineTool({
    name,
    version,
    description: `Does ${name}.`,
    parameters: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    },
    run: () => undefined,
  });
}

const tools = [named('one'), named('two.x'), named('three')];
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

/** The names in a request, wherever the provider keeps them. */
function namesIn(formatted: unknown): readonly string[] {
  return [...JSON.stringify(formatted).matchAll(/"name":"([^"]*)"/gu)].map(([, name = '']) => name);
}

test('each provider gets tools in its own shape', () => {
  const [one] = tools;
  const list = one === undefined ? [] : [one];
  const description = 'Does one.';
  expect(formatTools('openai', list).tools).toEqual([
    { type: 'function', function: { name: 'one', description, parameters: schema } },
  ]);
  expect(formatTools('openai-responses', list).tools).toEqual([
    { type: 'function', name: 'one', description, parameters: schema, strict: false },
  ]);
  expect(formatTools('ollama', list).tools).toEqual([
    { type: 'function', function: { name: 'one', description, parameters: schema } },
  ]);
  expect(formatTools('gemini', list).tools).toEqual([
    { functionDeclarations: [{ name: 'one', description, parameters: schema }] },
  ]);
  expect(formatTools('anthropic', list).tools).toEqual([{ name: 'one', description, input_schema: schema }]);
  expect(formatTools('mcp', list).tools).toMatchObject([{ name: 'one', description, inputSchema: schema }]);
});

test('a plain tool is changed nowhere', () => {
  const [one] = tools;
  for (const provider of providers) {
    expect(formatTools(provider, one === undefined ? [] : [one]).changes).toEqual([]);
  }
});

test('the provider decides the type of the tools', () => {
  expectTypeOf(formatTools('openai', tools).tools).toEqualTypeOf<OpenAiTool[]>();
  expectTypeOf(formatTools('openai' as string, tools).tools).toEqualTypeOf<unknown>();
});

test('allowed tools keep the order of the tools, not of the filter', () => {
  for (const provider of providers) {
    const { names } = formatTools(provider, tools, { allowedTools: ['three', 'one', 'unknown'] });
    expect([...names.values()]).toEqual(['one', 'three']);
    const { tools: none } = formatTools(provider, tools, { allowedTools: [] });
    expect(none).toEqual([]);
  }
});

test('an illegal name is replaced, reported, and mapped back', () => {
  const { tools: sent, changes, names } = formatTools('openai', tools);
  expect(namesIn(sent)).toEqual(['one', 'two_x', 'three']);
  expect(changes).toEqual([
    { tool: 'two.x', path: 'name', change: 'renamed', detail: 'two.x is offered as two_x', lossy: false },
  ]);
  const response = {
    tool_calls: [{ id: 'x', type: 'function', function: { name: 'two_x', arguments: '{}' } }],
  };
  expect(formatOf('openai').fromResponse(response, names)).toEqual([
    { id: 'x', toolName: 'two.x', arguments: {} },
  ]);
  expect(namesIn(formatTools('gemini', tools).tools)).toContain('two.x');
});

test('two versions of a tool are both offered and are called by their ids', () => {
  const { names } = formatTools('anthropic', [named('one'), named('one', '2.0.0')]);
  expect(names).toEqual(
    new Map([
      ['one_1_0_0', 'one@1.0.0'],
      ['one_2_0_0', 'one@2.0.0'],
    ]),
  );
});

test('the same tool given twice is offered once', () => {
  const one = named('one');
  expect(formatTools('mcp', [one, one, named('one')]).tools).toHaveLength(1);
});

test('any names are legal at the provider and map back', () => {
  const grammar: Record<string, RegExp> = {
    gemini: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/u,
    mcp: /^[a-zA-Z0-9_-]{1,64}$/u,
  };
  const toolNames = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,90}$/u), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(toolNames, (given) => {
      for (const provider of providers) {
        const { tools: sent, names } = formatTools(
          provider,
          given.map((name) => named(name)),
        );
        expect([...names.values()]).toEqual(given);
        expect(namesIn(sent)).toEqual([...names.keys()]);
        for (const name of names.keys()) expect(name).toMatch(grammar[provider] ?? /^[a-zA-Z0-9_-]{1,64}$/u);
      }
    }),
    { numRuns: 50 },
  );
});

test('a provider that is not known is named together with those that are', () => {
  for (const provider of ['', 'OpenAI', 'constructor', '__proto__', 'toString']) {
    expect(() => formatOf(provider)).toThrow(
      expect.objectContaining({ code: 'unknown_provider', data: { provider, known: providers } }),
    );
  }
});

test('what is given out may be changed without touching the tool', () => {
  const tool = named('one');
  const before = JSON.stringify(tool);
  const [sent] = formatTools('openai', [tool]).tools;
  Object.assign(sent?.function.parameters['properties'] ?? {}, { b: { type: 'number' } });
  expect(JSON.stringify(tool)).toBe(before);
});

test('any JSON as a response gives calls and never throws', () => {
  const keys =
    'choices message tool_calls function name arguments id type output call_id candidates content parts functionCall args input method params __proto__';
  const key = fc.constantFrom(...keys.split(' '));
  const word = fc.constantFrom('function', 'function_call', 'tool_use', 'tools/call', '{"a":', '[]', '');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.jsonValue(),
      word,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, (response) => {
      for (const provider of providers) {
        const calls = formatOf(provider).fromResponse(response);
        for (const call of calls) expect(isWellFormed(call)).toBe(true);
        formatOf(provider).toResults(calls, []);
      }
    }),
    { numRuns: 500 },
  );
});

function isWellFormed({ id, toolName, arguments: given, problem }: ToolCall): boolean {
  const readable = typeof given === 'object' && given !== null && !Array.isArray(given) && toolName !== '';
  return id !== '' && typeof toolName === 'string' && readable === (problem === undefined);
}
