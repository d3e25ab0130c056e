import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { connecting } from '../../packages/toolcrib/src/connectors/mcp/connect.test-support.ts';
import type { HttpWay } from '../../packages/toolcrib/src/connectors/mcp/mcp-server-config.ts';
import { openCallbackServer } from '../../packages/toolcrib/src/connectors/mcp/oauth/callback-server.ts';
import { logIn } from '../../packages/toolcrib/src/connectors/mcp/oauth/log-in.ts';
import { createServerFetch } from '../../packages/toolcrib/src/connectors/mcp/server-fetch.ts';
import { ended, start } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { startNewServer } from './http-servers.ts';
import { startProtectedServer } from './protected-server.ts';

const { connect, folderForTest } = connecting(onTestFinished);

const words = { done: 'done', wrong: 'wrong' };
const { signal } = new AbortController();

/** Goes where the browser would go, and comes back from there. */
async function sayYes(address: URL): Promise<void> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  void fetch(headers.get('location') ?? '');
}

function serverAt(url: string, headers: HttpWay['headers'] = {}): Parameters<typeof logIn>[0] {
  return {
    name: 'sample',
    way: { type: 'http', url, headers },
    origin: {},
    trust: false,
    elicitation: false,
    required: false,
  };
}

test('a login is kept for its owner alone, used, renewed, and asked for again when it is worth nothing', async () => {
  const { url, tokens, granted, expire } = await startProtectedServer();
  const server = serverAt(url, { 'x-api-key': 'for the server alone' });
  const stateFolder = folderForTest();
  const { service, source } = connect(server, { stateFolder });
  await expect(source.definitions(signal)).rejects.toThrow('toolcrib mcp login sample');
  expect(granted).toEqual([]);

  const fetch = createServerFetch(server.way, {});
  expect(await logIn(server, { stateFolder, fetch, show: sayYes, words, signal })).toBe(true);
  const [file = ''] = readdirSync(join(stateFolder, 'mcp')).filter((name) => name.endsWith('.json'));
  expect(statSync(join(stateFolder, 'mcp', file)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(stateFolder, 'mcp', file), 'utf8')).toContain(tokens[0]);

  for (const definition of await source.definitions(signal)) service.registerTool(definition);
  expect(await service.execute('sample__whoami', {})).toMatchObject({ output: 'you' });
  expire();
  const calls = await Promise.all([1, 2, 3].map(() => service.execute('sample__whoami', {})));
  expect(calls.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  // Three calls met the end of the token, and renewed it once.
  expect(tokens).toHaveLength(2);
  expire({ forGood: true });
  expect(await service.execute('sample__whoami', {})).toMatchObject({
    errorCode: 'unauthorized',
    error: expect.stringContaining('toolcrib mcp login sample'),
  });
  // What the configuration sends to the server is nothing for those who give out tokens.
  expect(granted.length).toBeGreaterThan(3);
  expect(granted.filter(({ headers }) => 'x-api-key' in headers)).toEqual([]);
});

test('a token does not go to another server that has taken over the name', async () => {
  const { url } = await startProtectedServer();
  const stateFolder = folderForTest();
  const server = serverAt(url);
  await logIn(server, { stateFolder, fetch: createServerFetch(server.way, {}), show: sayYes, words, signal });
  const other = await startNewServer();
  const { register } = connect(serverAt(other.url), { stateFolder });
  await register();
  expect(other.requests.length).toBeGreaterThan(1);
  expect(other.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test('a server that lets everybody in needs no login', async () => {
  const server = serverAt((await startNewServer()).url);
  const how = { stateFolder: folderForTest(), fetch: createServerFetch(server.way, {}), words, signal };
  expect(await logIn(server, { ...how, show: () => Promise.reject(new Error('nobody is asked')) })).toBe(
    false,
  );
});

test('only hosts that may give out tokens are reached', async () => {
  const reach = createServerFetch(serverAt('https://mcp.example.com/').way, {});
  for (const address of [
    'http://127.0.0.1:1/',
    'http://localhost/',
    'https://10.0.0.5/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://router/',
    'http://auth.example.com/',
    'file:///etc/passwd',
  ])
    await expect(reach(address), address).rejects.toMatchObject({ code: 'host_not_allowed' });
});

test('what comes back with another state is turned away', async () => {
  const callback = await openCallbackServer(undefined, words);
  const answer = callback.answer('right', signal);
  expect((await fetch(`${callback.url}?code=evil&state=wrong`)).status).toBe(400);
  expect((await fetch(`http://127.0.0.1:${callback.port}/other?code=evil&state=right`)).status).toBe(400);
  expect(await (await fetch(`${callback.url}?code=good&state=right`)).text()).toBe('done');
  expect((await answer).get('code')).toBe('good');
  callback.close();
});

test('the command logs in: it tells the address, and waits for the browser to come back', async () => {
  const { url } = await startProtectedServer();
  const cwd = temporaryProject({ 'toolcrib.json': { mcpServers: { remote: { url } } } });
  const child = start(['mcp', 'login', 'remote', '--json'], { cwd });
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith('http')) continue;
    await sayYes(new URL(line));
    break;
  }
  expect(await ended(child)).toMatchObject({ code: 0, stdout: '{"server":"remote","logged_in":true}\n' });
});
