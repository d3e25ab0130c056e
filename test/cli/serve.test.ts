import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type Client } from 'toolcrib/client';
import { expect, test } from 'vitest';
import { run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const send = mockTool('send', { approval: 'confirm' });
const config = { tools: [send], agents: { coder: { permission: 'admin' } } };

interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  /** The exit code, once it has ended. */
  readonly exit: Promise<number | null>;
  readonly address: string;
  /** Undefined when the link was shown before. */
  readonly token: string | undefined;
}

/** The service as a process, as soon as it listens. */
async function serve(cwd: string, ...given: string[]): Promise<Serving> {
  const child = start(['serve', '--port', '0', '--json', ...given], { cwd });
  const exit = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address, link } = JSON.parse(line) as { readonly address: string; readonly link: string | null };
  return { child, exit, address, token: link?.split('#token=')[1] };
}

function clientOf({ address, token = '' }: Serving): Client {
  return createClient({ fetch, base: address, token });
}

/** Resolves when nobody is let in any more. */
async function untilClosed({ address }: Serving): Promise<void> {
  const isOpen = (): Promise<boolean> =>
    fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (await isOpen());
}

/** What an answer to the first request that waits has to name. */
async function waitingFor(client: Client): Promise<{ readonly id: string; readonly shown_digest: string }> {
  for (;;) {
    const [first] = (await client.ask('list_approvals', {})).items;
    if (first !== undefined) return { id: first.id, shown_digest: first.shown_digest };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('the first start shows a link with a token that opens everything; the second has none to show', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const first = await serve(cwd);
  expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  expect(await clientOf(first).ask('get_status', {})).toMatchObject({
    project: cwd,
    token: { name: 'console', agent: null, scopes: ['read', 'call', 'approve', 'admin'] },
  });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  const second = await serve(cwd);
  expect(second.token).toBeUndefined();
  expect(await clientOf({ ...second, token: first.token }).ask('get_status', {})).toMatchObject({
    token: { name: 'console' },
  });
});

test('a start says what is dangerous, to people and to programs', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  chmodSync(join(cwd, 'toolcrib.json'), 0o666);
  const child = start(['serve', '--port', '0', '--json'], { cwd });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { dangers } = JSON.parse(line) as { readonly dangers: readonly string[] };
  expect(dangers).toContain('config_writable');
  expect(said).toContain(`Danger: Other users can change ${join(cwd, 'toolcrib.json')}`);
  expect(dangers.includes('runs_as_root')).toBe(process.geteuid?.() === 0);
});

test('a call of another process waits in the list of the service and is answered there', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const serving = await serve(cwd);
  const client = clientOf(serving);
  const calling = run(['call', 'send', '--wait', '--json', '--agent', 'coder'], { cwd });
  await client.ask('answer_approval', { ...(await waitingFor(client)), decision: 'allow_once' });
  const { code, stdout } = await calling;
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { output: 'send', metadata: { approved_by: 'token:console' } },
  ]);
  expect((await client.ask('list_history', {})).items).toMatchObject([{ tool: 'send', agent: 'coder' }]);
});

test('tokens are made, listed and revoked while the service runs', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const serving = await serve(cwd);
  const made = await run(['token', 'create', '--agent', 'coder', '--expires', '2h', '--json'], { cwd });
  const { token, about } = JSON.parse(made.stdout) as {
    readonly token: string;
    readonly about: { readonly id: string };
  };
  expect(about).toMatchObject({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] });
  const agent = clientOf({ ...serving, token });
  expect(
    await agent.ask('execute_tool', { tool_name: 'calculator', arguments: { expression: '1' } }),
  ).toMatchObject({ status: 'success' });
  const listed = await run(['token', 'list'], { cwd });
  expect(listed.stdout).toContain(about.id);
  expect(listed.stdout).not.toContain(token);
  expect(await run(['token', 'revoke', about.id], { cwd })).toMatchObject({ code: 0 });
  await expect(agent.ask('get_status', {})).rejects.toMatchObject({ problem: { code: 'token_not_valid' } });
  expect(await run(['token', 'revoke', about.id], { cwd })).toMatchObject({ code: 1 });
});

test.each([
  [['--agent', 'nobody'], 'There is no agent "nobody"'],
  [['--agent', 'coder', '--scope', 'call,approve'], 'cannot be good for approve'],
  [['--scope', 'everything'], 'Unknown scope "everything"'],
  [['--expires', 'yesterday'], '--expires takes'],
])('token create %j is refused', async (given, said) => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const { code, stderr } = await run(['token', 'create', ...given], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes what is being answered and takes nothing new; the second ends at once',
  async (signal) => {
    const cwd = temporaryProject({ 'toolcrib.json': config });
    const serving = await serve(cwd);
    const client = clientOf(serving);
    const calling = client.ask('execute_tool', { tool_name: 'send' });
    const { id } = await waitingFor(client);
    serving.child.kill(signal);
    await untilClosed(serving);
    // Answered from elsewhere: the door is closed.
    expect(await run(['approvals', 'allow', id], { cwd })).toMatchObject({ code: 0 });
    expect(await calling).toMatchObject({ status: 'success', output: 'send' });
    expect(await serving.exit).toBe(signal === 'SIGINT' ? 130 : 0);

    const again = await serve(cwd);
    const other = clientOf({ ...again, token: serving.token });
    const lost = other.ask('execute_tool', { tool_name: 'send' }).catch((error: unknown) => error);
    await waitingFor(other);
    again.child.kill(signal);
    await untilClosed(again);
    again.child.kill(signal);
    expect(await again.exit).toBe(130);
    expect(await lost).toBeInstanceOf(Error);
  },
);

test('a port that is taken, an address that is not ours and one beyond this machine are told with a code', async () => {
  const cwd = temporaryProject();
  const { address } = await serve(cwd);
  const [, port = ''] = /:(\d+)$/u.exec(address) ?? [];
  const failures: [string[], string][] = [
    [['--port', port], 'port_taken'],
    [['--host', '203.0.113.7', '--allow-host', 'x'], 'host_unknown'],
    [['--host', '0.0.0.0'], 'beyond_loopback'],
    [['--host', '::'], 'beyond_loopback'],
  ];
  for (const [given, code] of failures) {
    const { stdout, code: exit } = await run(['serve', '--json', ...given], { cwd });
    expect([exit, JSON.parse(stdout)]).toMatchObject([1, { error_code: code, error_type: 'ListenError' }]);
  }
  expect((await run(['serve', '--port', '70000'], { cwd })).code).toBe(2);
});
