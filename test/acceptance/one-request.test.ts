import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRefusal, readCallRequest, text, toCallOptions, toWire, type WireResult } from '@toolcrib/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceProblem } from '../../packages/toolcrib/src/http/client.ts';
import { services } from '../../packages/toolcrib/src/http/service.test-support.ts';
import { command, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';
import { startLoopbackServer } from './loopback-server.ts';

/** Each starts a process or a server. */
vi.setConfig({ testTimeout: 120_000 });

const { serveProject } = services(onTestFinished);

const report = (version: string): object =>
  mockTool('report', { version, implementation: { type: 'mock', mock_response: version } });
const config = {
  tools: [report('1.0.0'), report('1.5.0')],
  agents: { writer: { permission: 'read_write' }, reader: { permission: 'read_only' } },
  rules: [{ tool: 'Write', decision: 'allow' }],
};

type Request = Readonly<Record<string, unknown>>;
type Answer = Pick<WireResult, 'status' | 'output' | 'error' | 'error_code'> & { readonly call_id?: string };
type Ask = (request: Request) => Promise<Answer>;

/** A project, and how it is asked as an agent; `undefined` is the person at the machine. */
type Interface = (project: string, agent: string | undefined) => Promise<Ask>;

const interfaces: { readonly [name: string]: Interface } = {
  async 'the command'(cwd, agent) {
    const child = start(['execute_tool', ...(agent === undefined ? [] : ['--agent', agent])], { cwd });
    const lines = linesOf(child);
    return async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await lines.next()).value as string) as Answer;
    };
  },
  async HTTP(project, agent) {
    const client = await openClient(project, agent);
    return (request) => answered(() => client.ask('execute_tool', request as never));
  },
  async 'HTTP, many calls'(project, agent) {
    const client = await openClient(project, agent);
    return (request) =>
      answered(async () => {
        const calls = [request] as never;
        const { results } = await client.ask('execute_tools', { calls });
        const [result] = results;
        if (result === undefined) throw new Error('no result');
        return result;
      });
  },
  async 'MCP over HTTP'(project, agent) {
    const service = await serveProject(project);
    const { token } = await openClient(project, agent, service);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    return byMcp(new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }));
  },
  'MCP over standard input': (cwd, agent = 'user') =>
    byMcp(
      new StdioClientTransport({
        command: process.execPath,
        args: [command, 'mcp', '--agent', agent],
        cwd,
        env: { TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']), PATH: String(process.env['PATH']) },
        stderr: 'ignore',
      }),
    ),
  async 'the library'(project, agent) {
    const { service } = (await serveProject(project)).toolcrib;
    return async (value) => {
      const request = readCallRequest(value, { onlyAs: agent });
      if (isRefusal(request)) {
        const { code, data, status } = request;
        return { status, error_code: code, error: text(code, data, 'en') };
      }
      const options = toCallOptions(request, { agent: request.agent ?? agent ?? 'user' });
      return toWire(await service.execute(request.tool_name, request.arguments, options));
    };
  },
};

const all = Object.entries(interfaces);
/** Over MCP nobody acts for others. */
const forPeople = all.filter(([name]) => !name.startsWith('MCP'));

type TestService = Awaited<ReturnType<typeof serveProject>>;

async function openClient(
  project: string,
  agent: string | undefined,
  service?: TestService,
): ReturnType<TestService['client']> {
  const { client } = service ?? (await serveProject(project));
  return agent === undefined ? client() : client({ agent, name: agent, scopes: ['read', 'call'] });
}

async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    const { code, detail } = error.problem;
    return { status: 'error', error_code: code, error: detail };
  }
}

async function byMcp(transport: Transport): Promise<Ask> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return async ({ tool_name, arguments: given, ...rest }) => {
    // Its own names for two fields; what is not given is not sent.
    const named = { ...rest, name: tool_name, tool_args: given };
    const sent = JSON.parse(JSON.stringify(named)) as Record<string, unknown>;
    if (Object.hasOwn(rest, '__proto__'))
      Object.defineProperty(sent, '__proto__', { value: 1, enumerable: true });
    const { content, isError } = await client.callTool({ name: 'execute_tool', arguments: sent });
    const [block] = content;
    const said = block?.type === 'text' ? block.text : '';
    return isError ? (JSON.parse(said) as Answer) : { status: 'success', output: said };
  };
}

const notValid = 'request_not_valid';
const withProto: object = JSON.parse('{"__proto__": {"agent": "user"}}') as object;

/** What is no request: what it has besides a good call, the code of its refusal, and what the message names. */
const refused: readonly (readonly [given: object, code: string, names: string])[] = [
  [{ dry_run: true }, notValid, 'dry_run'],
  [{ timeout: 5 }, notValid, 'timeout (did you mean timeout_ms?)'],
  [{ timeoutMs: 5 }, notValid, 'timeoutMs (did you mean timeout_ms?)'],
  [{ Agent: 'user' }, notValid, 'Agent (did you mean agent?)'],
  [{ 'agent ': 'user' }, notValid, 'did you mean agent?'],
  [{ agent_id: 'user' }, notValid, 'agent_id (did you mean agent?)'],
  [{ call_id: 'x' }, notValid, 'call_id (did you mean id?)'],
  [{ input: { file_path: 'other.txt' } }, notValid, 'input'],
  [{ params: {} }, notValid, 'params'],
  [{ permission: 'admin' }, notValid, 'permission'],
  [{ approved: true }, notValid, 'approved'],
  [{ sandbox: 'off' }, notValid, 'sandbox'],
  [{ idempotency_key: 'k' }, notValid, 'idempotency_key'],
  [{ variables: {} }, notValid, 'variables'],
  [{ constructor: {} }, notValid, 'constructor'],
  [withProto, notValid, '__proto__'],
  [{ version: 1 }, notValid, 'version'],
  [{ version: null }, notValid, 'version'],
  [{ version: '' }, notValid, 'version'],
  [{ timeout_ms: '5' }, notValid, 'timeout_ms'],
  [{ timeout_ms: 0 }, notValid, 'timeout_ms'],
  [{ timeout_ms: -1 }, notValid, 'timeout_ms'],
  [{ retries: 1.5 }, notValid, 'retries'],
  [{ retries: 11 }, notValid, 'retries'],
  [{ task: ['x'] }, notValid, 'task'],
  [{ id: {} }, notValid, 'id'],
  [{ id: '' }, notValid, 'id'],
  [{ id: 1.5 }, notValid, 'id'],
  [{ id: 'x'.repeat(201) }, notValid, 'id'],
  [{ parent_call_id: 5 }, notValid, 'parent_call_id'],
  [{ agent: 5 }, notValid, 'agent'],
  [{ agent: ['writer'] }, notValid, 'agent'],
  [{ agent: 'user' }, 'agent_not_yours', 'user'],
  [{ agent: 'reader' }, 'agent_not_yours', 'reader'],
  [{ agent: 'nobody' }, 'agent_not_yours', 'nobody'],
  [{ agent: '' }, 'agent_not_yours', '""'],
  [{ arguments: 'text' }, notValid, 'must be object, received string'],
  [{ arguments: [{ file_path: 'other.txt' }] }, notValid, 'must be object, received array'],
  [{ arguments: null }, notValid, 'must be object, received null'],
  [{ tool_name: 5 }, notValid, 'name must be string, received integer'],
  [{ tool_name: '' }, notValid, 'name'],
  [{ tool_name: undefined }, notValid, 'Missing required parameter'],
];

test.each(all)('%s: what is no request is refused with the same code, and nothing runs', async (_, open) => {
  const project = temporaryProject({ 'toolcrib.json': config });
  const ask = await open(project, 'writer');
  const files = (): string[] => readdirSync(project).filter((name) => name.endsWith('.txt'));
  for (const [given, code, names] of refused) {
    const call = { tool_name: 'Write', arguments: { file_path: 'written.txt', content: 'x' } };
    // The field `__proto__` is one of the request, not of ours.
    const request = Object.create(null, {
      ...Object.getOwnPropertyDescriptors(call),
      ...Object.getOwnPropertyDescriptors(given),
    }) as Request;
    const { error_code, error } = await ask(request);
    expect({ given, error_code, error }).toEqual({
      given,
      error_code: code,
      error: expect.stringContaining(names) as string,
    });
  }
  expect(files()).toEqual([]);
  const good = { tool_name: 'Write', arguments: { file_path: 'good.txt', content: 'x' }, agent: 'writer' };
  expect(await ask(good)).toMatchObject({ status: 'success' });
  expect(files()).toEqual(['good.txt']);
});

test.each(all)('%s: version, timeout and id of a request are honoured', async (name, open) => {
  const server = await startLoopbackServer(() => undefined);
  const implementation = { type: 'rest', base_url: server.address, path: '/', method: 'GET' };
  const silent = mockTool('silent', { implementation, annotations: { read_only: true } });
  const withServer = { tools: [...config.tools, silent], sandbox: { allow_hosts: [server.host] } };
  const project = temporaryProject({ 'toolcrib.json': { ...config, ...withServer } });
  const ask = await open(project, 'writer');
  expect(await ask({ tool_name: 'report' })).toMatchObject({ output: '1.5.0' });
  expect(await ask({ tool_name: 'report', version: '1.0.0' })).toMatchObject({ output: '1.0.0' });
  expect(await ask({ tool_name: 'report', version: '^7' })).toMatchObject({
    error_code: 'version_not_found',
  });
  expect(await ask({ tool_name: 'silent', timeout_ms: 50 })).toMatchObject({ error_code: 'timeout' });
  const first = await ask({ id: 7, tool_name: 'report' });
  expect(first).toMatchObject({ output: '1.5.0' });
  if (!name.startsWith('MCP')) expect(first.call_id).toBe('7');
  expect(await ask({ id: '7', tool_name: 'report' })).toMatchObject({
    status: 'blocked',
    error_code: 'call_id_used',
  });
});

test.each(all)('%s: a request of an agent has the rights of that agent', async (_, open) => {
  const project = temporaryProject({ 'toolcrib.json': config });
  const ask = await open(project, 'reader');
  const write = { tool_name: 'Write', arguments: { file_path: 'as.txt', content: 'x' } };
  // Over MCP a tool that may not be called is not there.
  expect((await ask({ ...write, agent: 'reader' })).error_code).toMatch(
    /^(?:permission_denied|tool_not_found)$/u,
  );
  expect(await ask({ ...write, agent: 'writer' })).toMatchObject({ error_code: 'agent_not_yours' });
  expect(existsSync(join(project, 'as.txt'))).toBe(false);
});

test.each(forPeople)(
  '%s: a person acts for an agent that is configured, with its rights',
  async (_, open) => {
    const project = temporaryProject({ 'toolcrib.json': config });
    const ask = await open(project, undefined);
    const write = { tool_name: 'Write', arguments: { file_path: 'as.txt', content: 'x' } };
    expect(await ask({ ...write, agent: 'reader' })).toMatchObject({ error_code: 'permission_denied' });
    expect(await ask({ ...write, agent: 'nobody' })).toMatchObject({ error_code: 'unknown_agent' });
    expect(existsSync(join(project, 'as.txt'))).toBe(false);
    expect(await ask({ ...write, agent: 'writer' })).toMatchObject({ status: 'success' });
    expect(existsSync(join(project, 'as.txt'))).toBe(true);
  },
);

test('a person whose token is not for administering calls as nobody else', async () => {
  const project = temporaryProject({ 'toolcrib.json': config });
  const client = await (await serveProject(project)).client({ scopes: ['read', 'call'] });
  const request = { tool_name: 'report', agent: 'writer' };
  await expect(client.ask('execute_tool', request)).rejects.toMatchObject({
    problem: { status: 403, code: 'scope_missing' },
  });
});

test('what is no object is no request either', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const client = await openClient(cwd, 'writer');
  for (const value of [null, [], 'report', 7]) {
    const { code, stdout } = await run(['execute_tool', JSON.stringify(value)], { cwd });
    expect([code, (JSON.parse(stdout) as Answer).error_code]).toEqual([2, notValid]);
    const headers = { 'content-type': 'application/json' };
    const response = await client.request('/calls', { method: 'POST', headers, body: JSON.stringify(value) });
    expect([response.status, await response.json()]).toMatchObject([400, { code: notValid }]);
    expect(readCallRequest(value)).toMatchObject({ code: notValid });
  }
});

test('execute_tool over MCP takes `arguments` for `tool_args`, never both, and never calls with nothing', async () => {
  const project = temporaryProject({ 'toolcrib.json': config });
  const service = await serveProject(project);
  const { token } = await openClient(project, 'writer', service);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  const write = (name: string): object => ({ file_path: name, content: 'x' });
  const call = async (given: Record<string, unknown>): Promise<boolean> =>
    (await client.callTool({ name: 'execute_tool', arguments: { name: 'Write', ...given } })).isError !==
    true;
  expect(await call({ arguments: write('one.txt') })).toBe(true);
  expect(await call({ tool_args: write('two.txt') })).toBe(true);
  expect(await call({ tool_args: write('three.txt'), arguments: write('four.txt') })).toBe(false);
  expect(await call({ tool_args: {}, arguments: write('four.txt') })).toBe(false);
  expect(await call({ input: write('four.txt') })).toBe(false);
  expect(await call({ Arguments: write('four.txt') })).toBe(false);
  expect(readdirSync(project).filter((name) => name.endsWith('.txt'))).toEqual(['one.txt', 'two.txt']);
  // `{}` is what a tool without arguments is called with, and what is no request was never recorded as a call.
  const { records } = await service.toolcrib.store.history.list({ tool: 'Write' });
  expect(records.map(({ arguments: given }) => given)).toEqual([write('two.txt'), write('one.txt')]);
});

test('a call that a plan describes is read as strictly, by the command and over HTTP', async () => {
  const plan = {
    name: 'p',
    nodes: [{ id: 'a', tool: 'Write', arguments: { file_path: 'x.txt', content: 'x' }, timeout_ms: 5 }],
  };
  const cwd = temporaryProject({ 'toolcrib.json': config, 'plan.json': plan });
  const ran = await run(['plan', 'run', 'plan.json', '--json'], { cwd });
  expect(ran.code).not.toBe(0);
  expect(ran.stdout + ran.stderr).toContain('timeout_ms');
  const client = await openClient(cwd, 'writer');
  const problem = await answered(async () => {
    await client.ask('submit_plan', { plan });
    return { status: 'success' };
  });
  expect(problem).toMatchObject({
    error_code: notValid,
    error: expect.stringContaining('/nodes/0/timeout_ms') as string,
  });
  expect(await answered(() => client.ask('submit_plan', { plan, agent: 'user' }) as never)).toMatchObject({
    error_code: 'agent_not_yours',
  });
  expect(existsSync(join(cwd, 'x.txt'))).toBe(false);
});

test('the library refuses an option that does not exist', async () => {
  const { service } = (await serveProject(temporaryProject({ 'toolcrib.json': config }))).toolcrib;
  const options: object = { timeout_ms: 5 };
  expect(await service.execute('report', {}, options)).toMatchObject({
    errorCode: 'invalid_options',
    data: { option: 'timeout_ms' },
  });
});
