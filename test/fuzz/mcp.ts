import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { faultsOf, tooFew, type Fuzzer } from './fuzzer.ts';
import { damaged, mutated, seldomDamage } from './mutations.ts';
import { startCommand, startService, type RunningService } from './processes.ts';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzzer', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const clientInfo = { name: 'fuzzer', version: '1' };
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
const call = { name: 'hello', arguments: { name: 'ada', times: 2 } };
const messages: readonly object[] = [
  { id: 1, method: 'initialize', params: hello },
  { method: 'notifications/initialized' },
  { method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } },
  { id: 2, method: 'ping' },
  { id: 3, method: 'tools/list', params: { cursor: 'x' } },
  { id: 4, method: 'tools/call', params: call },
  { id: 5, method: 'tools/call', params: { ...call, _meta: { progressToken: 1 } } },
  { id: 6, method: 'tools/call', params: { name: 'calculator', arguments: { expression: '6*7' } } },
  { id: 7, method: 'tools/call', params: { ...call, _meta: meta } },
  { id: 8, method: 'tools/list', params: { _meta: meta } },
  { id: 9, method: 'server/discover', params: { _meta: meta } },
  { id: 10, method: 'logging/setLevel', params: { level: 'debug' } },
  { id: 11, result: { action: 'accept', content: {} } },
  { id: 12, error: { code: -1, message: 'no' } },
];
const whole = fc.constantFrom(...messages).map((one) => ({ jsonrpc: '2.0', ...one }));
/** Mostly only what is asked for is mutated: what is no message at all does not get far. */
const message = fc.oneof(
  { weight: 1, arbitrary: mutated(whole) },
  {
    weight: 3,
    arbitrary: whole.chain((one) =>
      'params' in one
        ? mutated(fc.constant({ params: one.params }), { least: 0 }).map((params) => ({
            ...one,
            ...(params as object),
          }))
        : fc.constant(one),
    ),
  },
);
const text = fc.tuple(message, seldomDamage).map(([value, harm]) => damaged(JSON.stringify(value), harm));

export const mcp: Fuzzer = {
  name: 'mcp',
  about: 'mutated messages into `toolcrib mcp` and /mcp: it lives, and speaks JSON-RPC',
  go: 400,
  few: 200,
  async open() {
    const stdio = speakByLines();
    const service = await startService();
    const session = await openSession(service);
    return {
      async run(seed, count) {
        const seen = { results: 0 };
        const faults = [
          ...(await faultsOf(byLines(stdio, seen), { seed, count })),
          ...(await faultsOf(byHttp(service, session, seen), { seed, count })),
        ];
        return [...faults, ...tooFew('answers with a result', seen.results, count / 30)];
      },
      async close() {
        await stdio.close();
        await service.close();
      },
    };
  },
};

interface LineSpeaker {
  /** What came back before the process answered the question whether it lives. */
  say(line: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

function speakByLines(): LineSpeaker {
  const { child, told, close } = startCommand(['mcp', '--expose', 'all']);
  const lines: string[] = [];
  let awaited: { readonly id: string; readonly found: () => void } | undefined;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (awaited !== undefined && line.includes(awaited.id)) awaited.found();
    else lines.push(line);
  });
  let questions = 0;
  return {
    async say(line) {
      const id = `alive-${++questions}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      awaited = { id, found: resolve };
      const ping = { jsonrpc: '2.0', id, method: 'ping', params: { _meta: meta } };
      child.stdin?.write(`${line.replaceAll('\n', ' ')}\n${JSON.stringify(ping)}\n`);
      await within(promise, () => `no answer any more: ${child.exitCode ?? child.signalCode} ${told()}`);
      return lines.splice(0);
    },
    close,
  };
}

function byLines(speaker: LineSpeaker, seen: { results: number }): fc.IRawProperty<unknown> {
  return fc.asyncProperty(text, async (line) => {
    for (const answer of await speaker.say(line)) holdToProtocol(JSON.parse(answer), seen);
  });
}

/** One session of the older revisions; the newest has none. */
async function openSession({ address, token }: RunningService): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello });
  const response = await fetch(`${address}/mcp`, { method: 'POST', headers: plainHeaders(token), body });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

function plainHeaders(token: string): { readonly [name: string]: string } {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
}

function byHttp(
  service: RunningService,
  session: string,
  seen: { results: number },
): fc.IRawProperty<unknown> {
  const { address, token, child, told } = service;
  const odd = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom('2025-06-18', '2026-07-28', '2025-03-26', '1999-01-01', 'x'),
      'mcp-session-id': fc.constantFrom('', 'none', '00000000-0000-0000-0000-000000000000'),
      'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
      'mcp-name': fc.constantFrom('hello', 'x'),
      accept: fc.constantFrom('application/json', 'text/event-stream', '*/*', 'x/y'),
      'content-type': fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x'),
    },
    { requiredKeys: [] },
  );
  const given = fc.oneof(
    fc.constant({ 'mcp-session-id': session }),
    fc.constant({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'hello' }),
    odd,
  );
  return fc.asyncProperty(text, given, async (body, headers) => {
    const answering = fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { ...plainHeaders(token), ...headers },
      body,
    }).then(async (response) => ({ response, said: await response.text() }));
    const { response, said } = await within(answering, () => `no answer: ${child.exitCode} ${told()}`);
    assert.ok(response.status < 500, `${response.status} ${said} ${told()}`);
    const media = response.headers.get('content-type') ?? '';
    if (media.includes('problem+json')) return;
    const answers = media.includes('event-stream')
      ? [...said.matchAll(/^data: ?(.+)$/gmu)].map(([, data = '']) => data)
      : [said].filter((one) => one !== '');
    for (const answer of answers) holdToProtocol(JSON.parse(answer), seen);
  });
}

/** A request, a notification, a result or an error, and nothing else. */
function holdToProtocol(answer: unknown, seen: { results: number }): void {
  const shown = JSON.stringify(answer);
  assert.ok(typeof answer === 'object' && answer !== null, shown);
  const { jsonrpc, id, method, result, error } = answer as { readonly [name: string]: unknown };
  assert.equal(jsonrpc, '2.0', shown);
  if (typeof method === 'string') return;
  assert.ok(typeof id === 'string' || typeof id === 'number' || (id === null && result === undefined), shown);
  assert.ok((result === undefined) !== (error === undefined), shown);
  if (result !== undefined) {
    seen.results++;
    assert.ok(typeof result === 'object', shown);
    return;
  }
  const { code, message: words } = error as { readonly code: unknown; readonly message: unknown };
  assert.ok(Number.isInteger(code) && typeof words === 'string', shown);
  // Something that nobody foresaw.
  assert.notEqual(code, -32_603, shown);
}

async function within<T>(work: Promise<T>, otherwise: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise())), 10_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
