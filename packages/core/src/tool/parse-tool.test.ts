import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { DefinitionError } from './errors.ts';
import { parseTool } from './parse-tool.ts';
import { ToolType } from './tool.ts';

const parameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
} as const;
const base = { name: 'my-tool', description: 'Does a thing. And another.', parameters };
const run = (): string => 'done';

function problemsOf(definition: unknown): unknown {
  try {
    parseTool(definition);
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return (error as DefinitionError).data;
  }
  return undefined;
}

describe('the three spellings give the same tool', () => {
  const ours = parseTool({ ...base, run });
  const inCode = parseTool({ ...base, id: 'my-tool', type: ToolType.NATIVE, metadata: { executor: run } });

  test('functions: ours and the one with metadata.executor', () => {
    expect(inCode).toEqual({ ...ours, implementation: { kind: 'native', run } });
    expect(ours).toMatchObject({
      id: 'my-tool@1.0.0',
      type: 'native',
      shortDescription: 'Does a thing.',
      category: 'general',
    });
  });

  test('configuration, in snake_case', () => {
    const tool = parseTool({
      ...base,
      type: 'function',
      handler: 'my_tool',
      short_description: 'Short.',
      defer_loading: true,
      read_only: true,
      implementation: { type: 'mock', mock_response: null },
    });
    expect(tool).toMatchObject({
      type: 'mock',
      shortDescription: 'Short.',
      deferLoading: true,
      annotations: { readOnly: true },
      permission: 'read_only',
      implementation: { kind: 'mock', response: null },
    });
  });

  test('REST and MCP in code', () => {
    expect(
      parseTool({
        ...base,
        type: 'REST',
        metadata: { baseUrl: 'https://api.example.com', headers: { A: 'b' } },
      }),
    ).toMatchObject({
      type: 'rest',
      implementation: { baseUrl: 'https://api.example.com', headers: { A: 'b' } },
    });
    expect(
      parseTool({ ...base, type: ToolType.MCP, metadata: { serverName: 's', toolName: 't' } }).implementation,
    ).toEqual({ kind: 'mcp', server: 's', tool: 't' });
    const asks = { limits: { memory_mb: 1 } };
    const plugin = parseTool({ ...base, implementation: { type: 'wasm', plugin: 'p', digest: 'd', asks } });
    expect(plugin).toMatchObject({ type: ToolType.WASM, implementation: { plugin: 'p', digest: 'd', asks } });
    asks.limits.memory_mb = 2;
    expect(plugin.implementation).toMatchObject({ asks: { limits: { memory_mb: 1 } } });
    expect(() => parseTool({ ...base, implementation: { type: 'wasm' } })).toThrow('digest');
  });
});

describe('parseTool', () => {
  test('a tool is frozen through and through, and does not follow its author', () => {
    const mine = { type: 'object', properties: { a: { type: 'number' } } };
    const tool = parseTool({ ...base, parameters: mine, run });
    mine.properties.a.type = 'string';
    expect(tool.parameters.properties).toEqual({ a: { type: 'number' } });
    expect(
      Object.isFrozen(tool) &&
        Object.isFrozen(tool.parameters) &&
        Object.isFrozen(tool.parameters.properties),
    ).toBe(true);
    expect(parseTool(tool)).toBe(tool);
  });

  test('every problem is named at once', () => {
    expect(
      problemsOf({
        name: 'bad name',
        version: 'one',
        tier: 'top',
        tags: 'x',
        parameters: { type: 'array' },
        run: 5,
      }),
    ).toEqual({
      subject: 'bad name',
      problems: [
        { kind: 'bad_name', field: 'name', value: 'bad name' },
        { kind: 'bad_version', field: 'version', value: 'one' },
        { kind: 'missing', field: 'description' },
        expect.objectContaining({ kind: 'wrong_type', field: 'implementation.run' }) as unknown,
        expect.objectContaining({ kind: 'not_one_of', field: 'tier' }) as unknown,
        expect.objectContaining({ kind: 'wrong_type', field: 'tags' }) as unknown,
        expect.objectContaining({
          kind: 'bad_schema',
          field: 'parameters',
          reason: 'not_an_object_root',
        }) as unknown,
      ],
    });
  });

  test.each([
    ['nothing', undefined],
    ['a list', []],
    ['an empty object', {}],
    ['a name that is a path', { ...base, name: '../x', run }],
    ['an @ in the name', { ...base, name: 'a@b', run }],
    [
      'a mock without a response',
      { ...base, type: 'function', handler: 'h', implementation: { type: 'mock' } },
    ],
    [
      'a builtin without a handler',
      { ...base, type: 'function', handler: 'h', implementation: { type: 'builtin' } },
    ],
    [
      'a function without a handler',
      { ...base, type: 'function', implementation: { type: 'mock', mock_response: 1 } },
    ],
    [
      'a remote reference',
      { ...base, parameters: { type: 'object', properties: { a: { $ref: 'https://x/y' } } }, run },
    ],
    ['credentials in an address', { ...base, type: 'rest', metadata: { baseUrl: 'https://me:secret@x' } }],
    [
      'a look-behind pattern',
      { ...base, parameters: { type: 'object', properties: { a: { pattern: '(?<=x)y' } } }, run },
    ],
  ])('refuses %s', (_, definition) => {
    expect(problemsOf(definition)).toBeDefined();
  });

  test('an http implementation is refused with its sentence', () => {
    const definition = { ...base, type: 'function', handler: 'h', implementation: { type: 'http' } };
    expect(() => parseTool(definition)).toThrow('HTTP tools not yet supported (coming in v2)');
  });

  test('a kind that somebody else brings keeps what its executor needs', () => {
    const tool = parseTool({ ...base, implementation: { kind: 'graphql', query: '{ a }' } });
    expect(tool.implementation).toEqual({ kind: 'graphql', query: '{ a }' });
  });

  test('what a kind of somebody else holds is copied and frozen; functions and clients are handed on', () => {
    const client = new Map();
    const headers = { accept: ['json'] };
    const tool = parseTool({ ...base, implementation: { kind: 'graphql', headers, client, run } });
    headers.accept.push('xml');
    const implementation = tool.implementation as unknown as { headers: object; client: object };
    expect(implementation).toEqual({ kind: 'graphql', headers: { accept: ['json'] }, client, run });
    expect(Object.isFrozen(implementation.headers)).toBe(true);
    expect(implementation.client).toBe(client);
    expect(Object.isFrozen(client)).toBe(false);
    const ring: { self?: unknown } = {};
    ring.self = ring;
    expect(() => parseTool({ ...base, implementation: { kind: 'graphql', ring } })).toThrow(
      'without circles',
    );
  });

  test('an id of its own is one more name', () => {
    expect(parseTool({ ...base, id: 'other', run }).aliases).toEqual(['other']);
  });
});

test('nothing in a tool can be changed', () => {
  const tools = [
    parseTool({
      ...base,
      tags: ['a'],
      aliases: ['b'],
      examples: [{ description: 'x', arguments: { a: [1] } }],
      run,
    }),
    parseTool({
      ...base,
      returns: { type: 'object' },
      implementation: { kind: 'mock', response: { a: [1] } },
    }),
    parseTool({
      ...base,
      implementation: {
        kind: 'rest',
        query: ['q'],
        headers: { a: 'b' },
        auth: { type: 'bearer', secret: 's' },
      },
    }),
    parseTool({ ...base, parameters: z.object({ a: z.string() }), run }),
  ];
  const changeable = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null || path.endsWith('.refine')) return [];
    const inside = Object.entries(value).flatMap(([key, part]) => changeable(part, `${path}.${key}`));
    return Object.isFrozen(value) ? inside : [path, ...inside];
  };
  for (const tool of tools) expect(changeable(tool, 'tool')).toEqual([]);
});

describe('the digest', () => {
  const digestOf = (more: object): string => parseTool({ ...base, run, ...more }).digest;

  test('is the same for the same definition, whatever its spelling and origin', () => {
    expect(digestOf({})).toMatch(/^[0-9a-f]{64}$/u);
    expect(digestOf({ short_description: 'S.', when_to_use: 'W.', source: 'a' })).toBe(
      digestOf({ whenToUse: 'W.', shortDescription: 'S.', source: 'b' }),
    );
  });

  test.each([
    ['description', { description: 'Other.' }],
    ['version', { version: '1.0.1' }],
    ['schema', { parameters: { type: 'object', properties: { x: { description: 'a hidden order' } } } }],
    ['approval', { approval: 'confirm' }],
    ['implementation', { implementation: { kind: 'mock', response: 1 }, run: undefined }],
    ['kind', { implementation: { kind: 'graphql', big: 1n, client: new Map(), deep: [1] }, run: undefined }],
  ])('changes with the %s', (_, more) => {
    expect(digestOf(more)).not.toBe(digestOf({}));
  });

  test('is not carried into a copy that says something else', () => {
    const tool = parseTool({ ...base, run });
    const changed = parseTool({ ...tool, description: 'Other.' });
    expect(changed.digest).not.toBe(tool.digest);
  });
});

describe('defineTool', () => {
  test('infers what run receives from the literal schema', () => {
    const tool = defineTool({
      ...base,
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string' },
          times: { type: 'integer', default: 1 },
          mode: { enum: ['a', 'b'] },
        },
        required: ['text'],
      },
      effects: ({ text }) => [{ kind: 'read', path: text }],
      run: (input) => {
        expectTypeOf(input.text).toEqualTypeOf<string>();
        expectTypeOf(input.times).toEqualTypeOf<number>();
        expectTypeOf(input.mode).toEqualTypeOf<'a' | 'b' | undefined>();
        return input.text.repeat(input.times);
      },
    });
    expect(tool.type).toBe('native');
  });

  test('takes a Zod schema: types from Zod, JSON Schema for the model', () => {
    const tool = defineTool({
      ...base,
      parameters: z.object({ city: z.string().min(1), days: z.coerce.number().default(3) }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
        return input.city;
      },
    });
    expect(tool.parameters).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string', minLength: 1 } },
    });
  });
});
