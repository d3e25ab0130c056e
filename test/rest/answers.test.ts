import { formatOf, MemoryHistory, toWireText, type Fetch, type ToolResult } from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { describe, expect, test } from 'vitest';
import { startLoopbackServer } from '../acceptance/loopback-server.ts';
import { restService } from './rest-tool.ts';

const json = 'application/json';

/** One call that is answered by a real server with this body. */
async function answered(
  body: string | Buffer,
  type: string,
  { status = 200, more = {} }: { status?: number; more?: object } = {},
): Promise<{ result: ToolResult; history: MemoryHistory }> {
  const server = await startLoopbackServer((_, response) =>
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(body),
  );
  const history = new MemoryHistory();
  const service = restService({ base_url: server.address, path: '/', method: 'GET', ...more }, { history });
  return { result: await service.execute('api'), history };
}

const list = (item: (at: number) => string, length: number): string =>
  Array.from({ length }, (_, at) => item(at)).join(',');

describe('JSON that would hold everything up is dropped before it is built', () => {
  test.each([
    ['millions of open lists', '['.repeat(4_900_000), 'levels', 200],
    ['lists that nest too deep', '['.repeat(201) + ']'.repeat(201), 'levels', 200],
    ['objects that nest too deep', '{"a":'.repeat(300_000), 'levels', 200],
    ['too many values', `[${list(() => '1', 100_001)}]`, 'values', 100_000],
    ['too many empty lists', `[${list(() => '[]', 100_001)}]`, 'values', 100_000],
    ['too many different names', `{${list((at) => `"${at}":1`, 10_001)}}`, 'shapes', 10_000],
    [
      'the same names in ever new orders',
      `[${list((at) => `{"a${at % 101}":1,"b${at % 103}":1,"c${at % 107}":1}`, 10_001)}]`,
      'shapes',
      10_000,
    ],
    ['too many bytes', `"${'x'.repeat(5_000_000)}"`, 'bytes', 5_000_000],
  ])('%s', async (_, body, unit, limit) => {
    const { result } = await answered(body, json);
    expect(result).toMatchObject({
      status: 'error',
      errorCode: 'output_too_large',
      data: { tool: 'api', unit, limit },
    });
  });

  test.each([
    ['the deepest', '['.repeat(200) + ']'.repeat(200)],
    ['the most values', `[${list((at) => String(at), 99_999)}]`],
    ['many records of one shape', `[${list((at) => `{"id":${at},"name":"n${at}","tags":[]}`, 20_000)}]`],
    ['brackets and commas inside texts', JSON.stringify(['[{,:"\\'.repeat(100_000), '\\'])],
    ['a long text', JSON.stringify('ü"\n'.repeat(500_000))],
  ])('%s that is within the limits passes every door', async (_, body) => {
    const { result, history } = await answered(body, json);
    const value: unknown = JSON.parse(body);
    expect(result).toMatchObject({ status: 'success' });
    expect(result.status === 'success' && result.output).toEqual(value);
    expect((JSON.parse(toWireText(result)) as { output: unknown }).output).toEqual(value);
    // A record keeps the beginning of what is very long.
    const recorded = JSON.stringify(history.list()[0]?.output);
    expect(recorded.length > 200_000 || recorded === JSON.stringify(value)).toBe(true);
    const call = { id: '1', toolName: 'api', arguments: {} };
    for (const provider of ['openai', 'anthropic', 'gemini', 'ollama'])
      expect(() => JSON.stringify(formatOf(provider).toResults([call], [result]))).not.toThrow();
  });

  test('also when the pieces of the answer end anywhere', async () => {
    const text = `{"a\\"b":["x\\\\",{"c":"]}"}],"ü":[${list(() => '{}', 5)}]}`;
    const bytes = new TextEncoder().encode(text);
    const inPieces: Fetch = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (stream) => {
              for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
              stream.close();
            },
          }),
          { headers: { 'content-type': json } },
        ),
      );
    const service = restService({ base_url: 'http://127.0.0.1:9', path: '/' }, { fetch: inPieces });
    expect(await service.execute('api')).toMatchObject({ output: JSON.parse(text) as object });
  });

  test('and what is left of it is not read', async () => {
    let sent = 0;
    let cancelled = false;
    const endless: Fetch = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull: (stream) => {
              sent++;
              stream.enqueue(new TextEncoder().encode('['.repeat(1000)));
            },
            cancel: () => {
              cancelled = true;
              // To stop may take as long as to go on, and nobody waits for it.
              return new Promise(() => undefined);
            },
          }),
          { headers: { 'content-type': json } },
        ),
      );
    const service = restService({ base_url: 'http://127.0.0.1:9', path: '/' }, { fetch: endless });
    expect(await service.execute('api')).toMatchObject({ errorCode: 'output_too_large' });
    expect([cancelled, sent < 5]).toEqual([true, true]);
  });
});

describe('an answer is read as what it is', () => {
  test.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('caf\u00e9', 'latin1'), 'café'],
    ['text/plain; charset="utf-16le"', Buffer.from('añ', 'utf16le'), 'añ'],
    ['text/plain; charset=klingon', Buffer.from('ü'), 'ü'],
    ['application/json', Buffer.from('\ufeff{"a":1}'), { a: 1 }],
    ['APPLICATION/JSON', Buffer.from('1'), 1],
    ['application/json', Buffer.from(''), null],
    ['application/json', Buffer.from('null'), null],
    ['application/x-ndjson', Buffer.from('{}\n{}\n'), '{}\n{}\n'],
    ['application/yaml', Buffer.from('a: 1\n'), 'a: 1\n'],
    ['image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    ['', Buffer.from('plain'), 'plain'],
  ])('%s', async (type, body, output) => {
    const { result } = await answered(body, type);
    expect(result).toMatchObject({ status: 'success', output });
    expect(result.metadata.notes).toEqual({ http_status: 200 });
  });

  test('bytes are base64, and the result says so', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 100_003 }, (_, at) => at * 7));
    expect((await answered(bytes, 'image/png')).result).toMatchObject({
      output: bytes.toString('base64'),
      metadata: { notes: { http_status: 200, output_encoding: 'base64' } },
    });
    expect((await answered('', 'image/png')).result).toMatchObject({ output: null });
  });

  test.each([204, 205])('%i has nothing to read', async (status) => {
    expect((await answered('', json, { status })).result).toMatchObject({ status: 'success', output: null });
  });

  test('HEAD has nothing to read either', async () => {
    const { result } = await answered('{"a":1}', json, { more: { method: 'HEAD' } });
    expect(result).toMatchObject({ status: 'success', output: null });
  });

  test('one that breaks off is a failure of the network', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.writeHead(200, { 'content-type': json, 'content-length': '100' }).write('{"a":');
      setTimeout(() => response.destroy(), 20);
    });
    const service = restService({ base_url: server.address, path: '/', method: 'POST' });
    expect(await service.execute('api', {}, { retries: 3, retryDelay: 1 })).toMatchObject({
      errorCode: 'network',
      metadata: { attempts: 1, outcomeUnknown: true },
    });
  });

  test('one that cannot be unpacked is a failure of the network too', async () => {
    const server = await startLoopbackServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is no gzip'),
    );
    const service = restService({ base_url: server.address, path: '/' });
    expect(await service.execute('api')).toMatchObject({ errorCode: 'network' });
  });
});

describe('what a server says when it refuses', () => {
  test.each([400, 401, 403, 404, 409, 429, 500])('goes along with %i', async (status) => {
    const { result } = await answered('{"why": "the id is taken"}', json, { status });
    expect(result.status === 'error' && result.error).toContain('{"why":"the id is taken"}');
  });

  test.each([
    ['too large', 'x'.repeat(2_000_000), 'text/plain'],
    ['too deep', '['.repeat(100_000), json],
    ['no text', Buffer.from([1, 2, 3]), 'image/png'],
    ['empty', '', json],
  ])('is left out when it is %s, and the status still counts', async (_, body, type) => {
    const { result } = await answered(body, type, { status: 503 });
    expect(result).toMatchObject({
      errorCode: 'server_error',
      error: 'The server behind api failed (503).',
    });
  });

  test.each([429, 503])('with %i and Retry-After is kept to', async (status) => {
    const clock = createFakeClock();
    const attempts: number[] = [];
    const fetch: Fetch = () => {
      const refusing = attempts.push(clock.elapsed()) === 1;
      return Promise.resolve(
        new Response(null, refusing ? { status, headers: { 'retry-after': '30' } } : { status: 200 }),
      );
    };
    const service = restService(
      { base_url: 'http://127.0.0.1:9', path: '/', method: 'GET' },
      { fetch, clock },
    );
    const calling = service.execute('api', {}, { retries: 1, retryDelay: 10 });
    await clock.advance(60_000);
    expect((await calling).status).toBe('success');
    expect(attempts).toEqual([0, 30_000]);
  });

  test.each(['soon', '-5', '1e9', '0x10'])('a Retry-After of %s is none', async (value) => {
    const server = await startLoopbackServer((_, response) =>
      response.writeHead(429, { 'retry-after': value }).end(),
    );
    const result = await restService({ base_url: server.address, path: '/' }).execute('api');
    expect(result).toMatchObject({ errorCode: 'rate_limited', data: { retryAfterSeconds: undefined } });
  });
});

describe('a redirect', () => {
  const posted = { headers: { 'content-type': json }, body: '{"a":1}' };

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
  ])('%i turns %s into %s', async (status, method, then) => {
    const server = await startLoopbackServer((_, response, nth) =>
      nth === 1 ? response.writeHead(status, { location: '/there' }).end() : response.end('ok'),
    );
    const service = restService({ base_url: server.address, path: '/', method });
    expect(await service.execute('api', { a: 1 })).toMatchObject({ output: 'ok' });
    expect(server.requests[0]).toMatchObject({ method, ...posted });
    expect(server.requests[1]).toMatchObject({
      method: then,
      url: '/there',
      body: then === 'GET' ? '' : posted.body,
    });
    expect(server.requests[1]?.headers['content-type']).toBe(then === 'GET' ? undefined : json);
  });

  test('300 and 304 are none', async () => {
    for (const status of [300, 304]) {
      const server = await startLoopbackServer((_, response) =>
        response.writeHead(status, { location: '/there' }).end(),
      );
      const result = await restService({ base_url: server.address, path: '/' }).execute('api');
      expect(result).toMatchObject({ errorCode: 'http_error', data: { status } });
      expect(server.requests).toHaveLength(1);
    }
  });

  test('to the outcome of what was posted: a failure there does not post again', async () => {
    const server = await startLoopbackServer(({ method }, response) =>
      method === 'POST'
        ? response.writeHead(303, { location: '/outcome' }).end()
        : response.writeHead(429).end(),
    );
    const service = restService({ base_url: server.address, path: '/pay', method: 'POST' });
    expect(await service.execute('api', {}, { retries: 3, retryDelay: 1 })).toMatchObject({
      errorCode: 'rate_limited',
      metadata: { attempts: 1, outcomeUnknown: true },
    });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

test('nothing is sent when the time ran out while the secret was read', async () => {
  const sent: string[] = [];
  let give: (secret: string) => void = () => undefined;
  const service = restService(
    { base_url: 'http://127.0.0.1:9', path: '/', auth: { type: 'bearer', secret: 'KEY' } },
    {
      // One that does not look at its signal.
      fetch: (url) => {
        sent.push(url.href);
        return Promise.resolve(new Response('ok'));
      },
      secrets: () => new Promise((resolve) => (give = resolve)),
    },
  );
  expect(await service.execute('api', {}, { timeout: 5 })).toMatchObject({ errorCode: 'timeout' });
  give('sk-4711');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(sent).toEqual([]);
});
