import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ToolService } from '@toolcrib/core';
import { Discovery } from '@toolcrib/core/discovery';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const tools = [
  mockTool('send_mail', {
    description: 'Send an email to a person.',
    parameters: {
      type: 'object',
      properties: {
        to: { type: 'string', format: 'email', description: 'E-mail address of the recipient' },
        copies: { type: 'integer', minimum: 1, description: 'How many copies are sent' },
      },
      required: ['to', 'copies'],
    },
  }),
  mockTool('weather_forecast', {
    description: 'Weather forecast for a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', description: 'The city' } },
      required: ['city'],
    },
  }),
  mockTool('convert_currency', {
    description: 'Convert an amount of money from one currency to another.',
    parameters: {
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'The amount of money' },
        from: { type: 'string', enum: ['EUR', 'USD', 'CNY'], description: 'The currency to convert from' },
        to: { type: 'string', enum: ['EUR', 'USD', 'CNY'], description: 'The currency to convert to' },
      },
      required: ['amount', 'from', 'to'],
    },
  }),
];

function discovery(): Discovery {
  const service = new ToolService();
  for (const tool of tools) service.registerTool(tool);
  return new Discovery(service);
}

const inBoth = {
  en: 'Send an email to ann@example.com',
  'zh-CN': '给 ann@example.com 发送一封邮件',
} as const;

test.each(Object.values(inBoth))(
  'A2.1 the scene of a task is told, and candidates are narrowed by it: %s',
  async (task) => {
    const { scene, candidates } = await discovery().decide(task);
    expect(scene[0]).toMatchObject({ name: 'communication' });
    expect(candidates[0]?.tool.name).toBe('send_mail');
    expect(candidates.map(({ tool }) => tool.name)).not.toContain('convert_currency');
  },
);

test.each([
  ['Read the file notes.txt', 'file', 'read'],
  ['Upload the website to the server', 'network', 'send'],
  ['Analyze the statistics of this dataset', 'data_analysis', 'analyze'],
  ['Convert this video to audio', 'media', 'convert'],
  ['Install the driver on this computer', 'system', 'run'],
  ['搜索网站', 'network', 'search'],
  ['删除这个文件夹', 'file', 'delete'],
  ['创建一个图表', 'data_analysis', 'create'],
  ['更新系统配置', 'system', 'write'],
])('A2.2 what it is about and what is to be done: %s', async (task, scene, intent) => {
  const decision = await discovery().decide(task);
  expect([decision.scene[0]?.name, decision.intent[0]?.name]).toEqual([scene, intent]);
});

test.each(Object.values(inBoth))(
  'A2.3 A2.4 candidates are evaluated part by part, and the best is chosen: %s',
  async (task) => {
    const { candidates, evaluation, choice } = await discovery().decide(task);
    expect(candidates.length).toBeGreaterThan(0);
    const [best] = evaluation;
    expect(Object.keys(best?.parts ?? {})).toEqual([
      'function',
      'coverage',
      'parameters',
      'intent',
      'scene',
      'cost',
      'success',
      'speed',
      'feedback',
    ]);
    expect(choice?.name).toBe('send_mail');
  },
);

test('A2.3 the candidates are those that the agent may call', async () => {
  const service = new ToolService({ agents: { reader: { tools: ['weather_forecast'] } } });
  for (const tool of tools) service.registerTool(tool);
  const { candidates, choice } = await new Discovery(service).decide(inBoth.en, { agent: 'reader' });
  expect(candidates.map(({ tool }) => tool.name)).not.toContain('send_mail');
  expect(choice).toBeUndefined();
});

test.each(['Who painted the Mona Lisa?', '谁写了《红楼梦》？'])(
  'A2.4 when no tool fits, none is chosen: %s',
  async (task) => {
    expect((await discovery().decide(task)).choice).toBeUndefined();
  },
);

test.each([
  ['Convert 20 EUR to USD', { amount: 20, from: 'EUR', to: 'USD' }],
  ['把 20 EUR 兑换成 USD 货币', { amount: 20, from: 'EUR', to: 'USD' }],
])('A2.5 parameters come from the words, as the schema wants them: %s', async (task, parameters) => {
  const decision = await discovery().decide(task);
  expect(decision.choice?.name).toBe('convert_currency');
  expect(decision.parameters).toEqual(parameters);
  expect(decision.missing).toEqual([]);
});

test('A2.5 what nobody said is missing, and what is known is used', async () => {
  const { parameters, missing } = await discovery().decide(inBoth.en);
  expect(parameters).toEqual({ to: 'ann@example.com' });
  expect(missing).toEqual([{ path: 'copies', reason: 'not_said' }]);
  const known = await discovery().decide(inBoth.en, { context: { copies: 2 } });
  expect([known.parameters, known.missing]).toEqual([{ to: 'ann@example.com', copies: 2 }, []]);
});

test.each([
  [
    'en',
    ['1. Scene', '2. Intent', '3. Candidates', '4. Evaluation', '5. Parameters', 'communication', 'copies'],
  ],
  ['zh-CN', ['1. 场景', '2. 意图', '3. 候选工具', '4. 评估', '5. 参数', '通讯', '缺少']],
] as const)('A2.4 the command prints the five steps in %s', async (locale, words) => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools } });
  const { code, stdout, stderr } = await run(['decide', inBoth[locale], '--locale', locale], { cwd });
  expect([code, stderr]).toEqual([0, expect.stringContaining('toolcrib call send_mail to=ann@example.com')]);
  for (const word of words) expect(stdout).toContain(word);
});

test('A2.5 the command gives everything as JSON', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools } });
  const { stdout } = await run(['decide', 'Convert 20 EUR to USD', '--json'], { cwd });
  const decision = JSON.parse(stdout) as Record<string, unknown>;
  expect(Object.keys(decision)).toEqual([
    'task',
    'scene',
    'intent',
    'candidates',
    'evaluation',
    'left_out',
    'choice',
    'parameters',
    'missing',
    'steps',
  ]);
  expect(decision).toMatchObject({
    choice: { name: 'convert_currency', version: '1.0.0' },
    parameters: { amount: 20, from: 'EUR', to: 'USD' },
    missing: [],
  });
  const none = await run(['decide', '谁写了《红楼梦》？', '--json'], { cwd });
  expect([none.code, JSON.parse(none.stdout)]).toMatchObject([0, { choice: null, parameters: {} }]);
});

test('A2.2 a model behind an address may take steps, and rules decide when it fails', async () => {
  let status = 200;
  const asked: { model: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { model } = JSON.parse(body) as { model: string };
      asked.push({ model, key: request.headers.authorization });
      const content = body.includes('What is to be done?')
        ? '{"names": ["delete"]}'
        : '{"names": ["dancing"]}';
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const model = {
    url: `http://127.0.0.1:${port}/v1`,
    name: 'small',
    secret: 'MODEL_KEY',
    steps: ['scene', 'intent'],
  };
  const cwd = temporaryProject({ 'toolcrib.json': { tools, recommend: { model } } });
  const decide = async (): Promise<unknown> =>
    JSON.parse((await run(['decide', inBoth.en, '--json'], { cwd, env: { MODEL_KEY: 'sesame' } })).stdout);
  expect(await decide()).toMatchObject({
    scene: [{ name: 'communication' }],
    intent: [{ name: 'delete', share: 1 }],
    choice: { name: 'send_mail' },
    steps: {
      scene: { by: 'rules', fallback: 'not_valid' },
      intent: { by: 'model' },
      choice: { by: 'rules' },
    },
  });
  expect(asked).toEqual([
    { model: 'small', key: 'Bearer sesame' },
    { model: 'small', key: 'Bearer sesame' },
  ]);
  status = 500;
  expect(await decide()).toMatchObject({
    intent: [{ name: 'send' }],
    steps: { intent: { by: 'rules', fallback: 'error' } },
  });
});
