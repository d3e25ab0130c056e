import { expect, test } from 'vitest';
import type { Fetch } from '@toolcrib/core';
import { ToolService, toWire } from '@toolcrib/core';

async function note(
  answer: { body?: unknown; link?: string },
  given: object = {},
  names: readonly string[] = ['page', 'cursor', 'page_token', 'q'],
): Promise<unknown> {
  const fetch: Fetch = async () =>
    Response.json(answer.body ?? [], { headers: answer.link === undefined ? {} : { link: answer.link } });
  const service = new ToolService({ builtins: false, fetch });
  service.registerTool({
    name: 'api',
    description: 'An API.',
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: name === 'page' ? 'integer' : 'string' }]),
      ),
    },
    implementation: { type: 'rest', base_url: 'http://a.example', path: '/', method: 'GET' },
  });
  return toWire(await service.execute('api', given)).metadata['next_page'];
}

const link = '<http://a.example/?page=1&q=x>; rel="prev", <http://a.example/?page=3&q=x&other=1>; rel="next"';

test.each<[string, Parameters<typeof note>, unknown]>([
  ['a Link header', [{ link }, { page: 2, q: 'x' }], { page: 3 }],
  ['a relative Link', [{ link: '</?cursor=abc>; rel=next' }], { cursor: 'abc' }],
  ['a token', [{ body: { items: [], nextPageToken: 'n1' } }], { page_token: 'n1' }],
  ['a cursor in its metadata', [{ body: { meta: { next_cursor: 'c2' } } }], { cursor: 'c2' }],
  ['an address', [{ body: { next: 'http://a.example/?page=4&q=x' } }, { q: 'x' }], { page: 4 }],
  ['a link of HAL', [{ body: { _links: { next: { href: '/?page=5' } } } }], { page: 5 }],
  [
    'the continuation of Kubernetes',
    [{ body: { metadata: { continue: 'k' } } }, {}, ['continue']],
    { continue: 'k' },
  ],
  ['a number', [{ body: { pagination: { next_page: 7 } } }], { page: 7 }],
])('%s becomes the arguments that ask for the next page', async (_, given, expected) => {
  expect(await note(...given)).toEqual(expected);
});

test.each<[string, Parameters<typeof note>]>([
  ['the last page', [{ link: '<http://a.example/?page=1>; rel="prev"' }]],
  ['a link to something else', [{ link: '</?page=2>; rel="nextcloud"' }]],
  ['an empty token', [{ body: { nextPageToken: '' } }]],
  ['the cursor of this page', [{ body: { cursor: 'c1' } }, { cursor: 'c1' }]],
  ['what is declared to be the end', [{ body: { pageInfo: { hasNextPage: false, endCursor: 'c9' } } }]],
  ['a token that no parameter takes', [{ body: { next_cursor: 'c' } }, {}, ['q']]],
  ['an answer that is a list', [{ body: [{ next: 'x' }] }]],
  ['an endless header', [{ link: `<${'x'.repeat(20_000)}>; rel="next"` }]],
])('%s has no next page', async (_, given) => {
  expect(await note(...given)).toBeUndefined();
});
