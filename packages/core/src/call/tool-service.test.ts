import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { BaseToolExecutor } from '../executors/base-executor.ts';
import { formatTools } from '../formats/formats.ts';
import { MemoryHistory } from '../history/memory-history.ts';
import type { Fence } from '../policy/fence.ts';
import type { ApprovedCall, AuthorizedCall, FencedCall, ValidatedCall } from '../tool/call.ts';
import { block } from '../tool/refusal.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { Effect } from '../tool/effect.ts';
import { BlockedError, createError, RegistryError, TimeoutError, ValidationError } from '../tool/errors.ts';
import { parseTool } from '../tool/parse-tool.ts';
import { unwrap } from '../tool/result.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { Explanation } from './explain.ts';
import { ToolService } from './tool-service.ts';

const numbers = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number', default: 10 } },
  required: ['a'],
} as const;
const add = defineTool({
  name: 'add',
  description: 'Add.',
  parameters: numbers,
  aliases: ['plus'],
  run: ({ a, b }) => a + b,
});

function serviceWith(...tools: unknown[]): ToolService {
  const service = new ToolService({ builtins: false });
  for (const tool of tools) service.registerTool(tool);
  return service;
}

test('an unapproved call cannot be handed to an executor: it does not compile', () => {
  type Accepted = Parameters<BaseToolExecutor['execute']>[0];
  expectTypeOf<FencedCall>().toExtend<Accepted>();
  expectTypeOf<ApprovedCall>().not.toExtend<Accepted>();
  expectTypeOf<AuthorizedCall>().not.toExtend<Accepted>();
  expectTypeOf<ValidatedCall>().not.toExtend<Accepted>();
});

describe('execute', () => {
  test('answers by name, alias and id, with defaults filled in', async () => {
    const service = serviceWith(add);
    for (const name of ['add', 'plus', 'add@1.0.0', 'add@^1']) {
      expect(await service.execute(name, { a: 1 })).toMatchObject({
        status: 'success',
        output: 11,
        metadata: { tool: 'add', version: '1.0.0' },
      });
    }
  });

  test('never changes the arguments of its caller', async () => {
    const mine = Object.freeze({ a: 1 });
    expect(unwrap(await serviceWith(add).execute('add', mine))).toBe(11);
    expect(mine).toEqual({ a: 1 });
  });

  test('resolves to an error for every expected ending', async () => {
    const service = serviceWith(add);
    expect(await service.execute('ad', {})).toMatchObject({
      errorCode: 'tool_not_found',
      station: 'resolve',
      error: 'No tool "ad". Did you mean add?',
    });
    expect(await service.execute('add', { a: 1 }, { version: '^2' })).toMatchObject({
      errorCode: 'version_not_found',
      data: { available: ['1.0.0'] },
    });
    expect(await service.execute('add', { a: 'x', c: 1 })).toMatchObject({
      errorCode: 'invalid_arguments',
      station: 'validate',
      data: { problems: [{ path: 'a', keyword: 'type', expected: 'number', received: 'string' }] },
    });
    expect(await service.execute('add', { a: 1 }, { agent: 'nobody' })).toMatchObject({
      status: 'blocked',
      errorCode: 'unknown_agent',
      station: 'scope',
    });
  });

  test.each([
    ['a number for a name', [7, {}]],
    ['nothing for a name', [undefined, {}]],
    ['an object without prototype for a name', [Object.create(null), {}]],
    ['null for options', ['add', { a: 1 }, null]],
    ['a list for arguments', ['add', [1]]],
    ['null for arguments', ['add', null]],
    ['a text for arguments', ['add', '{"a":1}']],
    ['a negative timeout', ['add', { a: 1 }, { timeout: -1 }]],
    ['a text for retries', ['add', { a: 1 }, { retries: 'many' }]],
    ['an agent that is no text', ['add', { a: 1 }, { agent: {} }]],
    ['variables that are no object', ['add', { a: 1 }, { variables: 5 }]],
  ])('%s is a result, not an exception', async (_, given) => {
    const result = await serviceWith(add).execute(...(given as Parameters<ToolService['execute']>));
    expect(['success', 'error', 'blocked']).toContain(result.status);
    if (result.status !== 'success') expect(result.errorCode).not.toBe('internal_error');
  });

  test('an agent that is named wrongly is not taken for the application', async () => {
    const service = serviceWith({ ...add, name: 'x', aliases: [], permission: 'admin' });
    expect(await service.execute('x', { a: 1 }, { agent: null as never })).toMatchObject({
      status: 'error',
      errorCode: 'invalid_options',
    });
    expect(await service.execute('x', { a: 1 }, { agent: '' })).toMatchObject({
      status: 'blocked',
      errorCode: 'unknown_agent',
    });
  });

  test('keeps the id it is given and makes unique ones otherwise', async () => {
    const service = serviceWith(add);
    expect((await service.execute('add', { a: 1 }, { callId: 'call_123' })).callId).toBe('call_123');
    const ids = await Promise.all(
      Array.from({ length: 100 }, async () => (await service.execute('add', { a: 1 })).callId),
    );
    expect(new Set(ids).size).toBe(100);
  });

  test('a deprecated version says so in the result', async () => {
    const service = serviceWith({ ...add, name: 'old', aliases: [], deprecated: 'Use sum.' });
    expect(await service.execute('old', { a: 1 })).toMatchObject({ metadata: { deprecated: 'Use sum.' } });
  });

  test('what a tool notes stands in the metadata', async () => {
    const service = serviceWith({
      ...add,
      name: 'noting',
      aliases: [],
      run: (_: unknown, context: { note: (n: string, v: unknown) => void }) =>
        context.note('file_size_bytes', 2048),
    });
    expect(await service.execute('noting', { a: 1 })).toMatchObject({
      metadata: { notes: { file_size_bytes: 2048 } },
    });
  });

  test('unwrap gives the output or throws the typed error', async () => {
    const service = serviceWith(add, {
      ...add,
      name: 'slow',
      aliases: [],
      run: () => new Promise(() => undefined),
    });
    expect(unwrap(await service.execute('add', { a: 1 }))).toBe(11);
    const outcome = async (...given: Parameters<ToolService['execute']>): Promise<unknown> =>
      unwrap(await service.execute(...given));
    await expect(outcome('nope')).rejects.toBeInstanceOf(RegistryError);
    await expect(outcome('add', {})).rejects.toBeInstanceOf(ValidationError);
    await expect(outcome('add', { a: 1 }, { agent: 'x' })).rejects.toBeInstanceOf(BlockedError);
    await expect(outcome('slow', { a: 1 }, { timeout: 5 })).rejects.toBeInstanceOf(TimeoutError);
  });
});

describe('a Standard Schema', () => {
  const schema = z.object({
    day: z.iso.date().transform((text) => new Date(text)),
    parts: z.array(z.string()).refine((parts) => new Set(parts).size === parts.length, 'parts repeat'),
  });
  const tool = defineTool({
    name: 'plan',
    description: 'Plans.',
    parameters: z.object({ when: z.string().transform(Number), tags: schema.shape.parts }),
    run: ({ when, tags }) => when + tags.length,
  });

  test.each([
    ['a duration', z.iso.duration(), 'P1D', 'one day'],
    ['an emoji', z.emoji(), '🙂', ':)'],
    ['a pattern that looks around', z.string().regex(/^(?=.*\d).+$/u), 'a1', 'ab'],
  ])('%s is left to the library, which holds it', async (_, value, good, bad) => {
    const service = serviceWith({ ...add, parameters: z.object({ value }), run: () => 'ran' });
    expect(await service.execute('add', { value: good })).toMatchObject({ output: 'ran' });
    expect(await service.execute('add', { value: bad })).toMatchObject({
      errorCode: 'invalid_arguments',
      data: { problems: [{ path: 'value' }] },
    });
    expect(await service.execute('add', { value: 5 })).toMatchObject({
      data: { problems: [{ path: 'value', keyword: 'type' }] },
    });
  });

  test('a union at the root is a choice between objects', async () => {
    const parameters = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('circle'), radius: z.number() }),
      z.object({ kind: z.literal('square'), side: z.number() }),
    ]);
    const service = serviceWith({ ...add, parameters, run: (input: unknown) => input });
    expect(service.getTool('add')?.parameters.type).toBe('object');
    const circle = { kind: 'circle', radius: 2 };
    expect(await service.execute('add', circle)).toMatchObject({ output: circle });
    expect(await service.execute('add', { kind: 'square', radius: 2 })).toMatchObject({
      errorCode: 'invalid_arguments',
    });
    const [offered] = formatTools('openai', service.listTools()).tools;
    expect(offered?.function.parameters).toMatchObject({
      type: 'object',
      properties: { radius: {}, side: {} },
      required: ['kind'],
    });
  });

  test('transforms what the tool receives and checks what JSON Schema cannot say', async () => {
    const service = serviceWith(tool);
    expect(unwrap(await service.execute('plan', { when: '41', tags: ['a'] }))).toBe(42);
    expect(await service.execute('plan', { when: '1', tags: ['a', 'a'] })).toMatchObject({
      errorCode: 'invalid_arguments',
      error: 'Parameter tags: parts repeat',
    });
    expect(await service.execute('plan', { when: 5, tags: [] })).toMatchObject({
      errorCode: 'invalid_arguments',
      station: 'validate',
    });
  });
});

describe('executeAll', () => {
  test('answers in the order of the calls and keeps to the concurrency', async () => {
    let running = 0;
    let most = 0;
    const service = serviceWith({
      ...add,
      run: async ({ a }: { a: number }) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5 - (a % 5)));
        running--;
        return a;
      },
    });
    const calls = Array.from({ length: 20 }, (_, a) => ({
      toolName: a === 7 ? 'nope' : 'add',
      arguments: { a },
    }));
    const results = await service.executeAll(calls, { concurrency: 4 });
    expect(results.map((result) => (result.status === 'success' ? result.output : result.errorCode))).toEqual(
      calls.map((call) => (call.toolName === 'nope' ? 'tool_not_found' : call.arguments.a)),
    );
    expect(most).toBe(4);
  });

  test('nothing to do is done', async () => {
    expect(await serviceWith(add).executeAll([])).toEqual([]);
  });
});

describe('variables', () => {
  const echo = {
    ...add,
    name: 'echo',
    aliases: [],
    parameters: { type: 'object' },
    run: (input: unknown) => input,
  };
  const call = (given: object, variables?: Record<string, unknown>) =>
    serviceWith(echo).execute('echo', given, variables && { variables });
  const variables = { user: { name: 'Ada', tags: ['x', 'y'] }, count: 3, gone: undefined };

  test('stand for values of any type on their own, and for text inside text', async () => {
    const result = await call(
      {
        all: '{{user}}',
        tag: '{{ user.tags[1] }}',
        count: '{{count}}',
        text: 'Hi {{user.name}}, {{count}}x',
        deep: [{ n: '{{count}}' }],
      },
      variables,
    );
    expect(unwrap(result)).toEqual({
      all: { name: 'Ada', tags: ['x', 'y'] },
      tag: 'y',
      count: 3,
      text: 'Hi Ada, 3x',
      deep: [{ n: 3 }],
    });
  });

  test('an unknown one is an error that names it', async () => {
    for (const reference of [
      '{{nobody}}',
      '{{user.age}}',
      '{{user.tags[9]}}',
      '{{constructor}}',
      '{{__proto__.x}}',
      '{{gone}}',
    ]) {
      expect(await call({ x: reference }, variables)).toMatchObject({
        errorCode: 'unknown_variable',
        station: 'bind',
      });
    }
  });

  test('braces are ordinary text when there are no variables, and behind a backslash', async () => {
    expect(unwrap(await call({ x: '{{user}}' }))).toEqual({ x: '{{user}}' });
    expect(unwrap(await call({ x: 'a \\{{user}} b' }, variables))).toEqual({ x: 'a {{user}} b' });
  });

  test('what a variable holds is not looked through for variables again', async () => {
    expect(unwrap(await call({ x: '{{a}} {{b}}' }, { a: '{{b}}', b: '{{a}}' }))).toEqual({
      x: '{{b}} {{a}}',
    });
  });
});

describe('agents', () => {
  const service = new ToolService({
    agents: {
      explore: { permission: 'read_only' },
      writer: { permission: 'read_write', tools: ['add', 'plus', 'ghost'] },
      lost: { permission: 'admin', allowList: 'nowhere' },
      careful: { permission: 'admin', rules: [{ decision: 'deny', tool: 'add', reason: 'no sums' }] },
    },
  });
  service.registerTool(add);

  test('a blocked call carries both levels, the code, the rule and a remedy', async () => {
    expect(await service.execute('add', { a: 1 }, { agent: 'explore' })).toMatchObject({
      status: 'blocked',
      error:
        'The agent has no permission to call this tool (requires read_write, currently has only read_only)',
      errorCode: 'permission_denied',
      errorType: 'BlockedError',
      rule: 'agents.explore.permission',
      remedy: expect.stringContaining('read_write') as unknown,
    });
  });

  test('an agent sees what it may call, and may call what it sees', async () => {
    for (const agent of ['explore', 'writer', 'careful']) {
      const shown = new Set(service.listTools({ agent }).map(({ name }) => name));
      for (const { name } of service.listTools()) {
        const explained = await service.explain(name, { a: 1 }, { agent });
        const scoped =
          explained.stations.filter(({ code }) => code === 'not_in_scope' || code === 'permission_denied')
            .length === 0;
        if (name === 'add') expect(scoped).toBe(shown.has(name));
      }
    }
    expect(service.listTools({ agent: 'writer' }).map(({ name }) => name)).toEqual(['add']);
    expect(await service.execute('calculator', { expression: '1' }, { agent: 'writer' })).toMatchObject({
      errorCode: 'not_in_scope',
      data: { allowList: 'agents.writer.tools' },
    });
  });

  test('an allow-list that does not exist blocks, and does not open', async () => {
    expect(await service.execute('add', { a: 1 }, { agent: 'lost' })).toMatchObject({
      status: 'blocked',
      errorCode: 'unknown_allow_list',
      remedy: expect.stringContaining('nowhere') as unknown,
    });
    expect(() => service.listTools({ agent: 'lost' })).toThrow(RegistryError);
  });

  test("an agent's own rules speak of it alone", async () => {
    expect(await service.execute('add', { a: 1 }, { agent: 'careful' })).toMatchObject({
      errorCode: 'denied_by_rule',
      error: expect.stringContaining('no sums') as unknown,
    });
    expect(await service.execute('add', { a: 1 }, { agent: 'writer' })).toMatchObject({ status: 'success' });
  });

  test('rules hold for every tool, name and agent, whoever asked before', async () => {
    const own = new ToolService({
      builtins: false,
      agents: { one: { permission: 'admin' }, two: { permission: 'admin' } },
      rules: [
        { decision: 'deny', tool: 'add', agent: 'two' },
        { decision: 'deny', tool: 'old_*' },
        { decision: 'deny', tool: 'later', arguments: { a: '13' } },
      ],
    });
    own.registerTool({ ...add, aliases: [], version: '2.0.0' });
    own.registerTool({ ...add, aliases: ['old_sum'], version: '1.0.0' });
    own.registerTool({ ...add, name: 'later', aliases: [] });
    const codeOf = async (tool: string, agent: string | undefined, a: number): Promise<unknown> => {
      const result = await own.execute(tool, { a }, { agent });
      return result.status === 'success' ? 'success' : result.errorCode;
    };
    for (let turn = 0; turn < 3; turn++) {
      expect(await codeOf('add', undefined, 1)).toBe('success');
      expect(await codeOf('add', 'one', 1)).toBe('success');
      expect(await codeOf('add', 'two', 1)).toBe('denied_by_rule');
      expect(await codeOf('old_sum', 'one', 1)).toBe('denied_by_rule');
      expect(await codeOf('later', 'two', 1)).toBe('success');
      expect(await codeOf('later', 'two', 13)).toBe('denied_by_rule');
      expect(await codeOf('add@2.0.0', 'two', 1)).toBe('denied_by_rule');
    }
  });

  test('a tool that comes later is in scope at once, one that goes is out', async () => {
    const own = new ToolService({ builtins: false, agents: { w: { permission: 'admin', tools: ['late'] } } });
    expect(own.listTools({ agent: 'w' })).toEqual([]);
    own.registerTool({ ...add, name: 'late', aliases: [] });
    expect(await own.execute('late', { a: 1 }, { agent: 'w' })).toMatchObject({ status: 'success' });
    own.unregisterTool('late');
    expect(own.listTools({ agent: 'w' })).toEqual([]);
  });
});

test('a running tool tells how far it is, and is not heard any more after its end', async () => {
  const service = new ToolService();
  const told: unknown[] = [];
  service.on('call-progress', ({ tool, data, callId }) => told.push([tool, callId, data]));
  let late = (): void => undefined;
  service.registerTool({
    ...add,
    aliases: [],
    run: (_: unknown, context: ToolContext) => {
      context.progress({ percent: 50 });
      late = () => context.progress('too late');
      return new Promise(() => undefined);
    },
  });
  expect(await service.execute('add', { a: 1 }, { timeout: 5, callId: 'c1' })).toMatchObject({
    errorCode: 'timeout',
  });
  late();
  expect(told).toEqual([['add', 'c1', { percent: 50 }]]);
});

test('a tool that runs is told what was judged', async () => {
  let looks = 0;
  const service = serviceWith({
    ...add,
    effects: () => [{ kind: 'write', path: 'a.txt', seen: `look ${++looks}` }],
    run: (_: unknown, { effects }: ToolContext) => effects,
  });
  expect(await service.execute('add', { a: 1 })).toMatchObject({
    output: [{ kind: 'write', path: 'a.txt', seen: 'look 1' }],
  });
});

describe('the fence', () => {
  test('is asked before anything runs, and its word is final', async () => {
    let ran = false;
    const service = new ToolService({
      fence: {
        enclose: ({ verdict }) =>
          verdict.effects.length > 0
            ? block('outside_project', { path: '/etc' }, 'project')
            : { layer: 'checked' },
      },
    });
    service.registerTool({ ...add, name: 'inside', aliases: [] });
    service.registerTool({
      ...add,
      name: 'outside',
      aliases: [],
      effects: () => [{ kind: 'read', path: '/etc' }],
      run: () => (ran = true),
    });
    expect(await service.execute('inside', { a: 1 })).toMatchObject({
      status: 'success',
      metadata: { sandbox: 'checked' },
    });
    expect(await service.execute('outside', { a: 1 })).toMatchObject({
      status: 'blocked',
      errorCode: 'outside_project',
      station: 'fence',
      rule: 'project',
    });
    expect(ran).toBe(false);
  });

  test('what it would refuse anyway is refused before a person is asked', async () => {
    let asked = 0;
    const service = new ToolService({
      fence: {
        inspect: () => block('protected_path', { path: '.git/config' }, 'protected'),
        enclose: () => ({ layer: 'checked' }),
      },
      approver: () => {
        asked++;
        return { decision: 'allow_once' };
      },
    });
    service.registerTool({ ...add, name: 'asking', aliases: [], approval: 'confirm' });
    const refused = { status: 'blocked', errorCode: 'protected_path', station: 'fence' };
    expect(await service.execute('asking', { a: 1 })).toMatchObject(refused);
    expect(asked).toBe(0);
    expect(await service.explain('asking', { a: 1 })).toMatchObject({ outcome: 'blocked' });
  });

  test('what it refuses while the tool runs is blocked like what it refuses before', async () => {
    const service = new ToolService();
    service.registerTool({
      ...add,
      aliases: [],
      run: () => {
        throw createError('outside_project', { path: '/etc/shadow' });
      },
    });
    expect(await service.execute('add', { a: 1 })).toMatchObject({
      status: 'blocked',
      errorCode: 'outside_project',
      station: 'execute',
      rule: 'fence',
      remedy: expect.stringContaining('project'),
    });
  });

  test('where one is required and none is there, nothing runs', async () => {
    const service = new ToolService({ sandbox: 'required' });
    expect(await service.execute('calculator', { expression: '1' })).toMatchObject({
      status: 'blocked',
      errorCode: 'no_fence',
    });
  });

  test('effects may need a look first, and what is refused then is refused', async () => {
    const later = { ...add, aliases: [], effects: async () => [{ kind: 'write', path: 'a' }] };
    const reader = new ToolService({ agents: { reader: { permission: 'read_only' } } });
    reader.registerTool({ ...later, permission: 'read_only' });
    expect(await reader.execute('add', { a: 1 })).toMatchObject({ status: 'success' });
    expect(await reader.execute('add', { a: 1 }, { agent: 'reader' })).toMatchObject({
      errorCode: 'permission_denied',
    });
    const refusing = serviceWith({
      ...later,
      effects: async () => {
        throw createError('outside_project', { path: '/etc' });
      },
    });
    expect(await refusing.execute('add', { a: 1 })).toMatchObject({
      status: 'blocked',
      errorCode: 'outside_project',
      station: 'authorize',
    });
  });

  test('effects that cannot be told end the call', async () => {
    const service = serviceWith({
      ...add,
      effects: () => {
        throw new Error('cannot say');
      },
    });
    expect(await service.execute('add', { a: 1 })).toMatchObject({ status: 'error', station: 'authorize' });
  });

  test('effects are read once: what was judged is what is shown and enforced', async () => {
    const told = [{ kind: 'write', path: 'a.txt', warning: 'overwrites' }];
    let reads = 0;
    const shifty = {
      kind: 'read',
      get path() {
        return reads++ === 0 ? 'public.txt' : '/etc/shadow';
      },
    };
    const shown: Effect[][] = [];
    const service = new ToolService({
      approver: ({ effects }) => {
        Object.assign(told[0] as object, { path: 'later.txt' });
        expect(() => Object.assign(effects[0] as object, { path: 'b.txt' })).toThrow(TypeError);
        expect(() => (effects as Effect[]).push({ kind: 'read', path: 'c.txt' })).toThrow(TypeError);
        shown.push([...effects]);
        return { decision: 'allow_once' };
      },
      fence: {
        enclose: ({ verdict }) => {
          shown.push([...verdict.effects]);
          return { layer: 'test' };
        },
      },
    });
    service.registerTool({ ...add, approval: 'confirm', effects: () => [...told, shifty] });
    expect(await service.execute('add', { a: 1 })).toMatchObject({ status: 'success' });
    const expected = [
      { kind: 'write', path: 'a.txt', warning: 'overwrites' },
      { kind: 'read', path: 'public.txt' },
    ];
    expect(shown).toEqual([expected, expected]);
  });

  test.each([
    ['no list', 'write'],
    ['no kind', [{ path: 'a' }]],
    ['a kind of the prototype', [{ kind: 'constructor', path: 'a' }]],
    ['no target', [{ kind: 'run', path: 'a' }]],
    ['a risk that is none', [{ kind: 'read', path: 'a', risk: 'none' }]],
    ['a warning that is no text', [{ kind: 'read', path: 'a', warning: {} }]],
  ])('effects in the wrong shape end the call: %s', async (_, effects) => {
    const service = serviceWith({ ...add, effects: () => effects });
    expect(await service.execute('add', { a: 1 })).toMatchObject({
      errorCode: 'tool_failed',
      station: 'authorize',
    });
  });

  test('a fence that breaks is an error, not an open door', async () => {
    const service = new ToolService({ fence: { enclose: () => Promise.reject(new Error('gone')) } });
    expect(await service.execute('calculator', { expression: '1' })).toMatchObject({
      status: 'error',
      errorCode: 'internal_error',
    });
  });
});

describe('explain', () => {
  test('tells what every station would say, and executes nothing', async () => {
    let ran = false;
    const service = new ToolService({
      agents: { a: { permission: 'admin' } },
      approver: () => {
        throw new Error('asked');
      },
    });
    service.registerTool({ ...add, approval: 'confirm', run: () => (ran = true) });
    const explanation = await service.explain('plus', { a: 1 }, { agent: 'a' });
    expect(explanation).toMatchObject({
      tool: 'add@1.0.0',
      outcome: 'ask',
      arguments: { a: 1, b: 10 },
      risk: 'medium',
    });
    expect(explanation.stations.map(({ station, decision }) => `${station} ${decision}`)).toEqual([
      'resolve pass',
      'scope pass',
      'bind pass',
      'validate pass',
      'authorize pass',
      'approve ask',
      'fence pass',
      'execute pass',
    ]);
    expect(ran).toBe(false);
  });

  const said = ({ stations }: Explanation): string[] =>
    stations.map(({ station, decision, code }) => [station, decision, code].filter(Boolean).join(' '));

  test.each(['required', 'best_effort', 'off'] as const)(
    'encloses nothing while a question is due: what comes behind it is not reached (sandbox %s)',
    async (sandbox) => {
      let enclosed = 0;
      const fence: Fence = { enclose: () => ({ layer: `${++enclosed}` }) };
      const service = new ToolService({ fence, sandbox, approver: () => ({ decision: 'allow_once' }) });
      service.registerTool({ ...add, approval: 'confirm' });
      const explanation = await service.explain('add', { a: 1 });
      expect(explanation.outcome).toBe('ask');
      expect(said(explanation).slice(-3)).toEqual([
        'approve ask',
        'fence not_reached',
        'execute not_reached',
      ]);
      expect(enclosed).toBe(0);
      expect(await service.execute('add', { a: 1 })).toMatchObject({ status: 'success' });
      expect(enclosed).toBe(1);
    },
  );

  test.each(['safe', 'confirm'] as const)(
    'a tool that nothing can run ends with an error, also a %s one',
    async (approval) => {
      const service = new ToolService({ approver: () => ({ decision: 'allow_once' }) });
      const implementation = { kind: 'telepathy' };
      service.registry.register(parseTool({ ...add, run: undefined, approval, implementation }));
      const explanation = await service.explain('add', { a: 1 });
      expect(explanation.outcome).toBe('error');
      expect(said(explanation).at(-1)).toBe('execute refuse no_executor');
      expect(await service.execute('add', { a: 1 })).toMatchObject({ errorCode: 'no_executor' });
    },
  );

  test('says in words of its language what no rule says', async () => {
    const reasons = async (locale: 'en' | 'zh-CN'): Promise<unknown[]> => {
      const service = new ToolService({ locale });
      const { stations } = await service.explain('calculator', { expression: '1' }, { timeout: 5 });
      return stations.flatMap(({ reason }) => reason ?? []);
    };
    expect(await reasons('en')).toEqual(['every tool', 'at most 5 ms']);
    expect(await reasons('zh-CN')).toEqual(['所有工具', '最多 5 毫秒']);
  });

  test('names the station that refuses, and the rest is not reached', async () => {
    const explanation = await serviceWith(add).explain('add', {});
    expect(explanation.outcome).toBe('error');
    expect(explanation.stations.find(({ decision }) => decision === 'refuse')).toMatchObject({
      station: 'validate',
      code: 'invalid_arguments',
    });
    expect(explanation.stations.filter(({ decision }) => decision === 'not_reached')).toHaveLength(4);
  });
});

describe('events', () => {
  test('tell the story of a call', async () => {
    const service = new ToolService({ agents: { r: { permission: 'read_only' } } });
    service.registerTool(add);
    const heard: string[] = [];
    for (const name of [
      'call-start',
      'call-end',
      'call-fail',
      'access-blocked',
      'tool-registered',
      'tool-removed',
    ] as const) {
      service.on(name, (event) => heard.push(`${name} ${'tool' in event ? event.tool : event.id}`));
    }
    await service.execute('plus', { a: 1 });
    await service.execute('add', {});
    await service.execute('add', { a: 1 }, { agent: 'r' });
    service.registerTool({ ...add, name: 'new', aliases: [] });
    service.registry.unregister('new');
    expect(heard).toEqual([
      'call-start plus',
      'call-end add',
      'call-start add',
      'call-fail add',
      'call-start add',
      'access-blocked add',
      'call-fail add',
      'tool-registered new@1.0.0',
      'tool-removed new@1.0.0',
    ]);
  });

  test('a tool that is removed names the agents that could call it, once no version is left to them', () => {
    const service = new ToolService({
      agents: {
        all: { permission: 'admin' },
        listed: { permission: 'admin', tools: ['add'] },
        weak: { permission: 'read_only' },
        other: { permission: 'admin', tools: ['calculator'] },
      },
    });
    const heard: unknown[] = [];
    service.on('tool-removed', ({ id, agents }) => heard.push([id, agents]));
    service.registerTool(add);
    service.registerTool({ ...add, version: '2.0.0' });
    service.unregisterTool(`${add.name}@2.0.0`);
    service.unregisterTool(add.name);
    expect(heard).toEqual([
      ['add@2.0.0', []],
      ['add@1.0.0', ['all', 'listed']],
    ]);
  });

  test('listeners can neither break nor change a call', async () => {
    const errors: unknown[] = [];
    const service = new ToolService({ onListenerError: (error) => errors.push(error) });
    service.registerTool({
      ...add,
      parameters: { type: 'object' },
      run: (input: { list: number[] }) => ({ list: input.list }),
    });
    service.on('call-start', (event) => ((event.arguments as { list: number[] }).list.length = 0));
    service.on('call-end', (event) => ((event.output as { list: number[] }).list.length = 0));
    service.on('call-end', () => {
      throw new Error('one');
    });
    service.on('call-end', () => Promise.reject(new Error('two')));
    expect(unwrap(await service.execute('add', { list: [1, 2] }))).toEqual({ list: [1, 2] });
    await Promise.resolve();
    expect(errors.map(String)).toEqual(['Error: one', 'Error: two']);
  });

  test('what ends the listening ends it', async () => {
    const service = serviceWith(add);
    let heard = 0;
    const stop = service.on('call-end', () => heard++);
    await service.execute('add', { a: 1 });
    stop();
    await service.execute('add', { a: 1 });
    expect(heard).toBe(1);
  });
});

describe('history', () => {
  test('holds every call, newest first, however it ended', async () => {
    const history = new MemoryHistory();
    const service = new ToolService({ history, agents: { r: { permission: 'read_only' } } });
    service.registerTool(add);
    await service.execute('plus', { a: 1 }, { callId: '1', parentCallId: '0' });
    await service.execute('add', {}, { callId: '2' });
    await service.execute('add', { a: 1 }, { callId: '3', agent: 'r' });
    await service.execute('nope', {}, { callId: '4' });
    expect(history.list()).toMatchObject([
      { callId: '4', tool: 'nope', version: undefined, errorCode: 'tool_not_found' },
      {
        callId: '3',
        agent: 'r',
        status: 'blocked',
        errorCode: 'permission_denied',
        station: 'authorize',
        rule: 'agents.r.permission',
      },
      { callId: '2', status: 'error', errorType: 'ValidationError' },
      {
        callId: '1',
        parentCallId: '0',
        tool: 'add',
        version: '1.0.0',
        status: 'success',
        arguments: { a: 1, b: 10 },
        output: 11,
        attempts: 1,
      },
    ]);
    expect(history.list({ status: 'error', tool: 'add' })).toHaveLength(1);
    expect(history.list({ limit: 2 }).map(({ callId }) => callId)).toEqual(['4', '3']);
  });

  test('keeps secrets out, and what the tool did to its arguments', async () => {
    const history = new MemoryHistory();
    const service = new ToolService({ history, builtins: false });
    service.registerTool({
      ...add,
      parameters: { type: 'object' },
      run: (input: Record<string, unknown>) => {
        input['x'] = 'changed';
        return { token: 'out', apple: 1 };
      },
    });
    await service.execute('add', { x: 'given', password: 'p', nested: { api_key: 'k', keyboard: 'qwerty' } });
    expect(history.list()[0]).toMatchObject({
      arguments: {
        x: 'given',
        password: '[redacted]',
        nested: { api_key: '[redacted]', keyboard: 'qwerty' },
      },
      output: { token: '[redacted]', apple: 1 },
    });
  });

  test('one that fails does not make the call fail', async () => {
    for (const append of [
      () => {
        throw new Error('disk full');
      },
      () => Promise.reject(new Error('disk full')),
    ]) {
      const service = new ToolService({ history: { append } });
      expect(await service.execute('calculator', { expression: '1' })).toMatchObject({ status: 'success' });
    }
  });

  test('whoever reads the one in memory cannot write it', async () => {
    const history = new MemoryHistory();
    const service = new ToolService({ history });
    await service.execute('array', { operation: 'first', items: [1, 2] });
    const [record] = history.list() as unknown as [{ arguments: { items: number[] } }];
    expect(() => Object.assign(record, { status: 'error' })).toThrow(TypeError);
    expect(() => record.arguments.items.push(3)).toThrow(TypeError);
    expect(history.list()).toMatchObject([{ status: 'success', arguments: { items: [1, 2] } }]);
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, '5'])('one that keeps %j records is none', (capacity) => {
    expect(() => new MemoryHistory({ capacity: capacity as number })).toThrow(
      expect.objectContaining({ code: 'invalid_options' }),
    );
  });

  test('the one in memory forgets the oldest first', () => {
    const history = new MemoryHistory({ capacity: 2 });
    for (const callId of ['1', '2', '3']) history.append({ callId } as never);
    expect(history.list().map(({ callId }) => callId)).toEqual(['3', '2']);
  });
});

test('messages of results come in the language of the service, codes do not change', async () => {
  const service = new ToolService({ locale: 'zh-CN' });
  expect(await service.execute('calculator', {})).toMatchObject({
    error: '缺少必需参数: expression',
    errorCode: 'invalid_arguments',
  });
});

test('validateParameters checks without calling', () => {
  const service = serviceWith(add);
  expect(service.validateParameters(add, { a: 1 })).toEqual({ valid: true, problems: [] });
  expect(service.validateParameters(add, { a: '1', b: null })).toMatchObject({
    valid: false,
    problems: [{ path: 'a' }, { path: 'b' }],
  });
});
