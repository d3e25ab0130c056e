import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { MemoryHistory } from '../history/memory-history.ts';
import { choiceText } from '../messages/choosing.ts';
import { sampleRecord } from '../testing/sample-record.ts';
import type { ToolDefinition } from '../tool/define-tool.ts';
import { Discovery, type DiscoveryOptions } from './discovery.ts';
import { MemoryExperience } from './experience.ts';
import { failingOf, reliabilityOf } from './standing.ts';

const minute = 60_000;

function forecastTool(name: string, changes: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: 'Weather forecast for a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', description: 'The city' } },
      required: ['city'],
    },
    run: () => 'sunny',
    ...changes,
  } as ToolDefinition;
}

function opened(options: DiscoveryOptions = {}, tools = [forecastTool('alpha'), forecastTool('beta')]) {
  const history = new MemoryHistory();
  const experience = new MemoryExperience(history);
  const service = new ToolService({ history });
  for (const tool of tools) service.registerTool(tool);
  service.registerTool({
    name: 'send_mail',
    description: 'Send an email to a person.',
    parameters: {
      type: 'object',
      properties: {
        to: { type: 'string', description: 'E-mail address of the recipient' },
        importance: { type: 'integer', description: 'From 1 to 5' },
      },
      required: ['to', 'importance'],
    },
    run: () => 'sent',
  });
  const discovery = new Discovery(service, { experience, ...options });
  return { history, experience, service, discovery };
}

const task = 'weather forecast for the city of Vienna';

async function namesFor(discovery: Discovery, asked = task): Promise<string[]> {
  return (await discovery.recommend(asked, { limit: 2 })).ranked.map(({ tool }) => tool.name);
}

test('one lucky call proves less than many good ones, a new tool stands between good and bad ones', () => {
  expect(reliabilityOf(98, 2)).toBeGreaterThan(reliabilityOf(1, 0));
  expect(reliabilityOf(1, 0)).toBeGreaterThan(reliabilityOf(0, 1));
  expect(reliabilityOf(0, 0)).toBeGreaterThan(reliabilityOf(50, 50));
  expect(reliabilityOf(0, 0)).toBeLessThan(reliabilityOf(98, 2));
  expect(reliabilityOf(10, 0)).toBeGreaterThan(reliabilityOf(0, 0));
});

test('of two tools for the same the one that succeeds goes first', async () => {
  const { discovery, history } = opened();
  for (let call = 0; call < 8; call++) {
    history.append(
      sampleRecord({
        tool: 'alpha',
        status: call % 2 ? 'success' : 'error',
        errorCode: 'network',
        time: Date.now(),
      }),
    );
    history.append(sampleRecord({ tool: 'beta', time: Date.now() }));
  }
  const { ranked } = await discovery.recommend(task);
  expect(ranked.slice(0, 2).map(({ tool }) => tool.name)).toEqual(['beta', 'alpha']);
  const [best] = ranked;
  expect(best?.standing).toMatchObject({ calls: 8, successes: 8 });
  expect(best?.reasons.map(({ code }) => code)).toContain('succeeds');
});

test('of two that succeed the faster goes first', async () => {
  const { discovery, history } = opened();
  for (let call = 0; call < 20; call++) {
    history.append(sampleRecord({ tool: 'alpha', executionTimeMs: 8000, time: Date.now() }));
    history.append(sampleRecord({ tool: 'beta', executionTimeMs: 80, time: Date.now() }));
  }
  expect(await namesFor(discovery)).toEqual(['beta', 'alpha']);
});

test('what people say of calls counts, and the last word of each', async () => {
  const { discovery, service, experience } = opened();
  const { callId } = await service.execute('beta', { city: 'Vienna' });
  const other = await service.execute('alpha', { city: 'Vienna' });
  experience.say(callId, false);
  experience.say(callId, true, 'just right');
  experience.say(other.callId, false);
  expect(await namesFor(discovery)).toEqual(['beta', 'alpha']);
  expect(() => experience.say('nobody', true)).toThrow(/recorded/u);
});

test('what a tool served before helps to find it again', async () => {
  const { discovery, service } = opened();
  const asked = 'do I need galoshes in Graz?';
  expect((await discovery.recommend(asked)).ranked.map(({ tool }) => tool.name)).not.toContain('beta');
  await service.execute('beta', { city: 'Vienna' }, { task: 'do I need galoshes in Vienna?' });
  const { ranked } = await discovery.recommend(asked);
  expect(ranked[0]?.tool.name).toBe('beta');
  expect(ranked[0]?.reasons[0]?.code).toBe('remembered');
});

test('a tool that an agent found by searching and then called has served that search', async () => {
  const { discovery, service, history } = opened();
  await service.execute('search_tools', { query: 'forecast of sunshine' });
  await service.execute('execute_tool', { name: 'beta', tool_args: { city: 'Vienna' } });
  expect(history.list({ tool: 'beta' })[0]?.task).toBe('forecast of sunshine');
  await discovery.learn();
  expect(discovery.find('will there be sunshine?')[0]?.tool.name).toBe('beta');
});

test('secrets are taken out of the task before it is recorded', async () => {
  const { service, history } = opened();
  await service.execute(
    'beta',
    { city: 'Vienna' },
    { task: 'use token ghp_abcdefghijklmnopqrstuvwxyz0123456789' },
  );
  expect(history.list()[0]?.task).toBe('use token ghp_[redacted]');
});

test('failures in a row take a tool out, with the reason; later it is tried again, and for longer it is left out', () => {
  const failed = (time: number) => ({ status: 'error', errorCode: 'timeout', time }) as const;
  const good = { status: 'success', errorCode: undefined, time: 0 } as const;
  const failures = [failed(9), failed(8), failed(7), failed(6), failed(5)];
  expect(failingOf([failed(9), failed(8), good, ...failures], 10)).toBeUndefined();
  expect(failingOf([...failures, good], 10)).toEqual({
    failures: 5,
    errorCode: 'timeout',
    until: 9 + 10 * minute,
    onTrial: false,
  });
  expect(failingOf(failures, 11 * minute)?.onTrial).toBe(true);
  expect(failingOf([failed(11 * minute), ...failures], 12 * minute)).toMatchObject({
    failures: 6,
    until: 31 * minute,
  });
  expect(failingOf([good, ...failures], 12 * minute)).toBeUndefined();
});

test('what the caller did wrong is no failure of the tool', () => {
  const wrong = { status: 'error', errorCode: 'invalid_arguments', time: 1 } as const;
  const refused = { status: 'blocked', errorCode: 'permission_denied', time: 1 } as const;
  expect(failingOf([wrong, wrong, wrong, refused, refused, refused], 2)).toBeUndefined();
});

async function failing(options: DiscoveryOptions = {}): Promise<Discovery> {
  const { discovery, history } = opened(options);
  for (let call = 0; call < 5; call++)
    history.append(sampleRecord({ tool: 'alpha', status: 'error', errorCode: 'network', time: Date.now() }));
  return discovery;
}

test('a tool on the blacklist is out of recommendation, by failures or by hand', async () => {
  const byFailures = await (await failing()).recommend(task);
  expect(byFailures.ranked.map(({ tool }) => tool.name)).not.toContain('alpha');
  expect(byFailures.leftOut).toMatchObject([
    { tool: { name: 'alpha' }, reason: { code: 'failing', facts: { failures: 5, errorCode: 'network' } } },
  ]);
  const later = await (await failing({ now: () => Date.now() + 11 * minute })).recommend(task);
  expect(later.ranked.find(({ tool }) => tool.name === 'alpha')?.reasons[0]?.code).toBe('on_trial');
  const byHand = await opened({ lists: { blacklist: ['beta'], whitelist: ['beta'] } }).discovery.recommend(
    task,
  );
  expect(byHand.leftOut).toMatchObject([{ tool: { name: 'beta' }, reason: { code: 'blacklisted' } }]);
});

test('the whitelist goes first, also after failures, and not for what it does not suit', async () => {
  const listed = await failing({ lists: { whitelist: ['alpha'] } });
  expect((await namesFor(listed))[0]).toBe('alpha');
  expect((await namesFor(listed, 'send an email to ann@example.com'))[0]).toBe('send_mail');
});

test('a task is decided in five steps', async () => {
  const { discovery } = opened();
  const decision = await discovery.decide('Send an email to ann@example.com');
  expect(decision.scene[0]?.name).toBe('communication');
  expect(decision.intent[0]?.name).toBe('send');
  expect(decision.candidates[0]?.tool.name).toBe('send_mail');
  expect(decision.evaluation[0]?.parts).toMatchObject({ function: 1 });
  expect(decision.choice?.name).toBe('send_mail');
  expect(decision.parameters).toEqual({ to: 'ann@example.com' });
  expect(decision.missing).toEqual([{ path: 'importance', reason: 'not_said' }]);
  expect(decision.steps.choice).toEqual({ by: 'rules' });
});

test('a Chinese task is decided for tools in English', async () => {
  const { discovery } = opened();
  const decision = await discovery.decide('给 ann@example.com 发送一封邮件，主题是“开会”');
  expect(decision.scene[0]?.name).toBe('communication');
  expect(decision.intent[0]?.name).toBe('send');
  expect(decision.choice?.name).toBe('send_mail');
  expect(decision.parameters).toMatchObject({ to: 'ann@example.com' });
});

test('no tool fits what no tool is for', async () => {
  const { discovery } = opened();
  for (const asked of ['Who won the chess championship in 1972?', '请给我讲一个关于恐龙的笑话']) {
    const { choice, parameters } = await discovery.decide(asked);
    expect([asked, choice, parameters]).toEqual([asked, undefined, {}]);
  }
});

test('values come from the context and from what earlier calls gave', async () => {
  const { discovery } = opened();
  const history = [{ tool: 'locate', output: { city: 'Graz' } }];
  const { choice, parameters } = await discovery.decide('weather forecast for my city', { history });
  expect([choice?.name, parameters]).toEqual(['alpha', { city: 'Graz' }]);
});

test('a model may take any step, and only what is valid counts', async () => {
  const answers = [
    '{"names": ["travel"]}',
    'I would say {"names": ["dance", "search"]}.',
    '{"searches": ["weather forecast city"]}',
    '```json\n{"name": "beta"}\n```',
    '{"arguments": {"city": "Linz"}}',
  ];
  const prompts: string[] = [];
  const steps = ['scene', 'intent', 'candidates', 'choice', 'parameters'] as const;
  const ask = async (prompt: string): Promise<string> => {
    prompts.push(prompt);
    return answers[prompts.length - 1] ?? '';
  };
  const { discovery } = opened({ model: { ask, steps } });
  const decision = await discovery.decide('Is it nice there?');
  expect(decision.scene).toEqual([{ name: 'travel', share: 1 }]);
  expect(decision.intent).toEqual([{ name: 'search', share: 1 }]);
  expect([decision.choice?.name, decision.parameters]).toEqual(['beta', { city: 'Linz' }]);
  expect(Object.values(decision.steps)).toEqual(steps.map(() => ({ by: 'model' })));
  expect(prompts[3]).toContain('"name":"beta"');
});

test.each([
  ['error', () => Promise.reject(new Error('down'))],
  ['timeout', () => new Promise<string>(() => undefined)],
  ['not_valid', () => Promise.resolve('{"name": "rm -rf", "arguments": {"city": 7}}')],
] as const)('rules decide after a model’s %s', async (fallback, ask) => {
  const { discovery } = opened({ model: { ask, timeout: 20 } });
  const { choice, parameters, steps } = await discovery.decide('Weather forecast for the city of Vienna');
  expect([choice?.name, parameters]).toEqual(['alpha', { city: 'Vienna' }]);
  expect([steps.scene, steps.choice, steps.parameters]).toEqual([
    { by: 'rules' },
    { by: 'rules', fallback },
    { by: 'rules', fallback },
  ]);
});

test('a model may say that none fits', async () => {
  const { discovery } = opened({ model: { ask: async () => '{"name": null}' } });
  expect((await discovery.decide(task)).choice).toBeUndefined();
});

test('scenes and intents can be added', async () => {
  const { discovery } = opened({
    kinds: { scenes: { umbrellas: 'rain' }, intents: { forecast: 'predict' } },
  });
  const { scene, intent } = await discovery.decide('predict the rain');
  expect(scene.map(({ name }) => name)).toContain('umbrellas');
  expect(intent.map(({ name }) => name)).toContain('forecast');
});

test('reasons are told in both languages', () => {
  const facts = { failures: 5, errorCode: 'timeout', until: 0 };
  expect(choiceText('failing', facts, 'en')).toBe(
    'failed 5 times in a row (timeout); tried again from 1970-01-01 00:00',
  );
  expect(choiceText('failing', facts, 'zh-CN')).toBe('连续失败 5 次（timeout），1970-01-01 00:00 之后再试');
});

test('what served a request before suits the next one like it, whatever its texts say', async () => {
  const { discovery, service } = opened();
  const asked = 'will my galoshes stay dry in Graz?';
  expect((await discovery.decide(asked)).choice).toBeUndefined();
  await service.execute('beta', { city: 'Graz' }, { task: 'will my galoshes stay dry in Linz?' });
  expect((await discovery.decide(asked)).choice?.name).toBe('beta');
});
