import { describe, expect, test } from 'vitest';
import type { Fetch } from '@toolcrib/core';
import { restService } from './rest-tool.ts';

interface Sent {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
}

async function call(auth: unknown, secrets: { [name: string]: string }, given: object = {}) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    sent.push({ url: url.href, headers: Object.fromEntries(headers) });
    return new Response('ok');
  };
  const service = restService(
    { base_url: 'http://a.example', path: '/', method: 'GET', auth },
    { fetch, secrets: (name) => secrets[name] },
  );
  return { result: await service.execute('api', given), sent };
}

const bearer = { type: 'bearer', secret: 'TOKEN' };
const key = { type: 'api_key', name: 'x-key', secret: 'KEY' };
const inQuery = { type: 'api_key', name: 'key', in: 'query', secret: 'KEY' };

describe('alternatives of credentials', () => {
  test('those that go together are sent together', async () => {
    const { sent } = await call([[bearer, key]], { TOKEN: 't', KEY: 'k' });
    expect(sent).toMatchObject([{ headers: { authorization: 'Bearer t', 'x-key': 'k' } }]);
  });

  test('the first counts whose secrets are all there', async () => {
    const alternatives = [[bearer, key], [key], [bearer]];
    const { sent } = await call(alternatives, { KEY: 'k' });
    expect(sent[0]?.headers['x-key']).toBe('k');
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  test('without any, the first that is missing is named; an empty one asks for none', async () => {
    const { result, sent } = await call([[bearer], [key]], {});
    expect(result).toMatchObject({ errorCode: 'secret_missing', data: { secret: 'TOKEN' } });
    expect(sent).toEqual([]);
    expect((await call([[bearer], []], {})).sent).toHaveLength(1);
  });

  test('an argument does not take the place of a key in the query', async () => {
    const { sent } = await call(inQuery, { KEY: 'k&k' }, { key: 'mine', q: 'a,b' });
    expect(sent[0]?.url).toBe('http://a.example/?q=a%2Cb&key=k%26k');
  });
});

test('Basic takes a whole pair as well', async () => {
  const { sent } = await call({ type: 'basic', secret: 'PAIR' }, { PAIR: 'ada:s3cret' });
  expect(sent[0]?.headers['authorization']).toBe(`Basic ${btoa('ada:s3cret')}`);
});

test.each(['a;b', 'a b', 'a"b', 'a,b'])('a secret that would end its cookie is not sent: %j', async (KEY) => {
  const { result, sent } = await call({ type: 'api_key', in: 'cookie', name: 'key', secret: 'KEY' }, { KEY });
  expect(result).toMatchObject({ errorCode: 'secret_missing' });
  expect(sent).toEqual([]);
});

test.each([
  ['alternatives that are no lists', [bearer], 'implementation.auth[0]'],
  [
    'a cookie with no name',
    { type: 'api_key', in: 'cookie', name: 'a b', secret: 'K' },
    'implementation.auth.name',
  ],
])('%s are refused', (_, auth, field) => {
  expect(() => restService({ base_url: 'http://a.example', path: '/', auth })).toThrow(field);
});
