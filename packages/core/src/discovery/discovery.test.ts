import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { Discovery } from './discovery.ts';

const item = { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] };

function open(locale: 'en' | 'zh-CN' = 'en'): { service: ToolService; discovery: Discovery } {
  const service = new ToolService({
    builtins: false,
    agents: {
      reader: { permission: 'read_only' },
      shopper: { permission: 'read_write', tools: ['buy', 'look'] },
    },
    approver: () => ({ decision: 'reject_once', note: 'too dear' }),
  });
  const define = (name: string, description: string, more: object = {}): void => {
    service.registerTool({
      name,
      description,
      parameters: item,
      run: (input: object) => ({ name, ...input }),
      ...more,
    });
  };
  define('look', 'Look at an article in the shop.', { annotations: { readOnly: true }, category: 'shop' });
  define('buy', 'Buy an article in the shop.', { category: 'shop', aliases: ['purchase'] });
  define('burn', 'Burn a letter.', { approval: 'confirm', category: 'fire' });
  define('rare', 'Polish silver.', { deferLoading: true });
  return { service, discovery: new Discovery(service, { locale }) };
}

const names = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);

describe('what a model is given', () => {
  test('all tools but those that are loaded on demand, and the way to find these', () => {
    const { discovery } = open();
    const { tools, instructions } = discovery.payload();
    expect(names(tools)).toEqual(['look', 'buy', 'burn', 'search_tools', 'describe_tool', 'execute_tool']);
    expect(instructions).toContain('search_tools');
  });

  test('nothing to find, nothing to search with', () => {
    const { discovery } = open();
    const { tools, instructions } = discovery.payload({ agent: 'shopper' });
    expect(names(tools)).toEqual(['look', 'buy']);
    expect(instructions).toBeUndefined();
  });

  test('with the search flow three tools, that tell what is behind them', () => {
    const { discovery } = open();
    const { tools } = discovery.payload({ useToolSearchFlow: true });
    expect(names(tools)).toEqual(['search_tools', 'describe_tool', 'execute_tool']);
    expect(tools[0]?.description).toContain(
      'There are 4 tools (shop 2, fire 1, general 1), such as look, burn, rare, buy.',
    );
  });

  test('a required tool is never deferred, and one that is not there is an error', () => {
    const { discovery } = open();
    const required = ['rare', 'purchase'];
    expect(names(discovery.payload({ useToolSearchFlow: true, required }).tools).slice(0, 2)).toEqual([
      'rare',
      'buy',
    ]);
    expect(() => discovery.payload({ required: ['bui'] })).toThrow(/Did you mean "?buy/u);
    expect(() => discovery.payload({ agent: 'shopper', required: ['burn'] })).toThrow(/burn/u);
  });

  test('caches can tell payloads apart', () => {
    const { discovery, service } = open();
    const key = (): string => discovery.payload({ useToolSearchFlow: true }).cacheKey;
    const before = key();
    expect(key()).toBe(before);
    expect(discovery.payload().cacheKey).not.toBe(before);
    expect(discovery.payload({ agent: 'shopper' }).cacheKey).not.toBe(before);
    service.unregisterTool('look');
    expect(key()).not.toBe(before);
  });

  test('in Chinese when asked for', () => {
    const { tools, instructions } = open('zh-CN').discovery.payload({ useToolSearchFlow: true });
    for (const text of [instructions, ...tools.map(({ description }) => description)])
      expect(text).toMatch(/\p{Script=Han}/u);
  });
});

describe('the tools of a model', () => {
  test('search_tools finds what the agent may call, with the reason, and nothing else', async () => {
    const { service } = open();
    const result = await service.execute('search_tools', { query: 'buy an article' }, { agent: 'shopper' });
    expect(result).toMatchObject({
      status: 'success',
      output: {
        total: 2,
        tools: [
          {
            name: 'buy',
            short_description: 'Buy an article in the shop.',
            category: 'shop',
            matched: ['buy', 'article'],
          },
          { name: 'look' },
        ],
      },
    });
    const burnt = await service.execute('search_tools', { query: 'burn a letter' }, { agent: 'shopper' });
    expect(burnt).toMatchObject({ output: { tools: [] } });
  });

  test('without a query it lists, also by category', async () => {
    const { service } = open();
    const all = await service.execute('search_tools', {});
    expect(all).toMatchObject({
      output: { total: 4, tools: [{ name: 'look' }, { name: 'buy' }, { name: 'burn' }, { name: 'rare' }] },
    });
    const fire = await service.execute('search_tools', { category: 'fire', query: 'letter' });
    expect(fire).toMatchObject({ output: { total: 1, tools: [{ name: 'burn' }] } });
  });

  test('describe_tool gives the schema, and suggests names', async () => {
    const { service } = open();
    expect(await service.execute('describe_tool', { name: 'purchase' })).toMatchObject({
      output: { name: 'buy', parameters: item },
    });
    expect(await service.execute('describe_tool', { name: 'burm' })).toMatchObject({
      status: 'error',
      errorCode: 'tool_not_found',
      data: { suggestions: ['burn'] },
    });
    expect(await service.execute('describe_tool', { name: 'burn' }, { agent: 'reader' })).toMatchObject({
      errorCode: 'tool_not_found',
    });
  });

  test('execute_tool walks the corridor again, as a child of its own call', async () => {
    const { service } = open();
    const ended: unknown[] = [];
    service.on('call-end', ({ tool, parentCallId, callId }) => ended.push([tool, parentCallId, callId]));
    const result = await service.execute(
      'execute_tool',
      { name: 'buy', tool_args: { item: 'hat' } },
      { agent: 'shopper' },
    );
    expect(result).toMatchObject({ status: 'success', output: { name: 'buy', item: 'hat' } });
    expect(ended).toEqual([
      ['buy', result.callId, expect.any(String)],
      ['execute_tool', undefined, result.callId],
    ]);
  });

  test.each([
    ['a tool out of scope', 'shopper', { name: 'burn', tool_args: { item: 'x' } }, 'error', 'tool_not_found'],
    [
      'a level that is too low',
      'reader',
      { name: 'buy', tool_args: { item: 'x' } },
      'error',
      'tool_not_found',
    ],
    ['arguments that do not fit', undefined, { name: 'buy', tool_args: {} }, 'error', 'invalid_arguments'],
    [
      'a person who says no',
      undefined,
      { name: 'burn', tool_args: { item: 'x' } },
      'blocked',
      'approval_refused',
    ],
    ['itself', undefined, { name: 'execute_tool', tool_args: { name: 'buy' } }, 'error', 'tool_not_found'],
  ])('execute_tool is no way around: %s', async (_, agent, input, status, errorCode) => {
    const { service } = open();
    expect(await service.execute('execute_tool', input, { agent })).toMatchObject({ status, errorCode });
  });

  test('tools that come and go are found and not found', async () => {
    const { service, discovery } = open();
    service.registerTool({ name: 'sing', description: 'Sing a song.', parameters: item, run: () => 'la' });
    expect(discovery.find('sing a song')[0]?.tool.name).toBe('sing');
    service.unregisterTool('sing');
    expect(discovery.find('sing a song')).toEqual([]);
  });
});

describe('several on one registry', () => {
  const meta = ['search_tools', 'describe_tool', 'execute_tool'];

  test('each finds all tools, and models are given the three tools once', async () => {
    const { service, discovery } = open();
    const second = new Discovery(service, { locale: 'zh-CN' });
    for (const one of [discovery, second]) {
      expect(one.find('buy an article')[0]?.tool.name).toBe('buy');
      expect(names(one.list())).toEqual(['look', 'buy', 'burn', 'rare']);
      expect(names(one.payload({ useToolSearchFlow: true }).tools)).toEqual(meta);
    }
    expect(await service.execute('search_tools', { query: 'letter' })).toMatchObject({
      output: { tools: [{ name: 'burn' }] },
    });
  });

  test('when one is closed the other goes on, and after the last the three tools are gone', async () => {
    const { service, discovery } = open();
    const second = new Discovery(service);
    discovery.close();
    service.registerTool({ name: 'sing', description: 'Sing a song.', parameters: item, run: () => 'la' });
    expect(discovery.find('sing a song')).toEqual([]);
    expect(second.find('sing a song')[0]?.tool.name).toBe('sing');
    expect(await service.execute('search_tools', { query: 'song' })).toMatchObject({
      output: { tools: [{ name: 'sing' }] },
    });
    second.close();
    second.close();
    expect(names(service.listTools())).toEqual(['look', 'buy', 'burn', 'rare', 'sing']);
    expect(names(new Discovery(service).payload({ useToolSearchFlow: true }).tools)).toEqual(meta);
  });

  test('who takes the three tools away has taken them away', () => {
    const { service, discovery } = open();
    for (const name of meta) service.unregisterTool(name);
    expect(names(discovery.payload().tools)).toEqual(['look', 'buy', 'burn']);
  });
});
