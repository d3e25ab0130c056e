import { userInfo } from 'node:os';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from 'toolcrib/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { command, linesOf, run, start } from '../command.ts';
import { textOf } from '../gateway/gateway.ts';
import { clonedProject, stateHome, temporaryProject, trustConfiguration } from '../project.ts';
import { startEffects, type Effects } from './effects.ts';

/** Each starts several processes. */
vi.setConfig({ testTimeout: 120_000 });

const eras = ['legacy', { pin: '2026-07-28' }] as const;
type Era = (typeof eras)[number];

async function effectsOfTest(): Promise<Effects> {
  const effects = await startEffects();
  onTestFinished(() => effects.close());
  return effects;
}

/** An agent that says yes to every form by itself, and calls itself what it likes. */
async function connect(transport: Transport, mode: Era): Promise<{ client: Client; forms: string[] }> {
  const forms: string[] = [];
  const client = new Client(
    { name: 'terminal:root', version: 'operator' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    forms.push(params.message);
    return { action: 'accept', content: { decision: 'allow_once', note: '' } };
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, forms };
}

async function order(client: Client, what: string): Promise<string> {
  return textOf(await client.callTool({ name: 'order', arguments: { what } }));
}

function gateway(cwd: string, ...given: readonly string[]): Transport {
  const env = { TOOLCRIB_STATE: stateHome(), PATH: String(process.env['PATH']), LANG: 'C' };
  return new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', ...given], cwd, env });
}

async function answersOf(cwd: string): Promise<readonly { status: string; answered_by: string | null }[]> {
  const { stdout } = await run(['approvals', 'list', '--all', '--json'], { cwd });
  return JSON.parse(stdout) as { status: string; answered_by: string | null }[];
}

test.each(eras)(
  'an agent does not approve its own call over stdio by filling in the form (%j)',
  async (mode) => {
    const { tool, received } = await effectsOfTest();
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool] } });
    const { client, forms } = await connect(gateway(cwd), mode);
    expect(await order(client, 'by itself')).toContain('nobody_watches');
    expect([forms, received]).toEqual([[], []]);
    expect((await answersOf(cwd)).map(({ answered_by }) => answered_by)).toEqual([null]);
  },
);

test('where the operator names the client a person’s, its form approves, under the name of the user', async () => {
  const { tool, received } = await effectsOfTest();
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool] } });
  for (const [index, mode] of eras.entries()) {
    const { client } = await connect(gateway(cwd, '--approver'), mode);
    await order(client, `flag ${index}`);
  }
  const configured = temporaryProject({ 'toolcrib.json': { tools: [tool], gateway: { approver: true } } });
  await order((await connect(gateway(configured), 'legacy')).client, 'configured');
  expect(received).toEqual(['flag 0', 'flag 1', 'configured']);
  const by = `mcp:${userInfo().username}`;
  for (const answer of [...(await answersOf(cwd)), ...(await answersOf(configured))])
    expect(answer).toMatchObject({ status: 'used', answered_by: by, requested_by: by });
});

test('an untrusted project names no client a person’s', async () => {
  const config = {
    rules: [{ tool: 'calculator', decision: 'ask' }],
    gateway: { approver: true },
  };
  const cwd = clonedProject({ 'toolcrib.json': config });
  const calculate = async (): Promise<{ said: string; forms: readonly string[] }> => {
    const { client, forms } = await connect(gateway(cwd), 'legacy');
    const said = textOf(await client.callTool({ name: 'calculator', arguments: { expression: '6*7' } }));
    await client.close();
    return { said, forms };
  };
  expect(await calculate()).toEqual({ said: expect.stringContaining('nobody_watches'), forms: [] });
  trustConfiguration(cwd);
  expect(await calculate()).toMatchObject({ said: expect.stringContaining('42'), forms: [{}] });
});

test('the form approves only what the operator lets this client approve, and never a part of a request', async () => {
  const { tool, received } = await effectsOfTest();
  const user = userInfo().username;
  const limits = { [user]: { max_risk: 'low' } };
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool], approvers: limits } });
  const limited = await connect(gateway(cwd, '--approver'), 'legacy');
  expect(await order(limited.client, 'too risky')).toContain('nobody_watches');
  const open = temporaryProject({ 'toolcrib.json': { tools: [tool] } });
  const long = await connect(gateway(open, '--approver'), 'legacy');
  expect(await order(long.client, 'x'.repeat(20_001))).toContain('nobody_watches');
  expect([limited.forms, long.forms, received]).toEqual([[], [], []]);
});

test('over /mcp only a token that was made with --approver answers by its forms, within its scope', async () => {
  const { tool, received } = await effectsOfTest();
  const agents = { coder: { permission: 'admin' } };
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool], agents } });
  const token = async (...given: readonly string[]): Promise<string> =>
    (await run(['token', 'create', '--agent', 'coder', '--scope', 'call', ...given], { cwd })).stdout.trim();
  const [plain, approver, limited] = [
    await token(),
    await token('--name', 'ada-laptop', '--approver'),
    await token('--name', 'low', '--approver', '--approve-max-risk', 'low'),
  ];
  const serving = start(['serve', '--port', '0', '--json'], { cwd });
  const { address } = JSON.parse(String((await linesOf(serving).next()).value)) as { address: string };
  const results: string[] = [];
  for (const [index, mode] of eras.entries())
    for (const bearer of [plain, approver, limited]) {
      const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
      const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit });
      const { client } = await connect(transport, mode);
      results.push(await order(client, `${index} ${[plain, approver, limited].indexOf(bearer)}`));
    }
  expect(received).toEqual(['0 1', '1 1']);
  for (const refused of [0, 2, 3, 5]) expect(results[refused]).toContain('nobody_watches');
  const used = (await answersOf(cwd)).filter(({ status }) => status === 'used');
  expect(used).toMatchObject([{ answered_by: 'token:ada-laptop' }, { answered_by: 'token:ada-laptop' }]);
  // A token of an agent answers nothing by HTTP, approver or not.
  const client = createClient({ fetch, base: address, token: approver });
  const answer = { id: 'approval_0', shown_digest: '', decision: 'allow_once' } as const;
  await expect(client.ask('answer_approval', answer)).rejects.toMatchObject({
    problem: { code: 'not_for_agents' },
  });
});
