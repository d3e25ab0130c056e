import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fetch, JsonValue, RestParameter } from '@toolcrib/core';
import { restService } from './rest-tool.ts';

const string = 'blue';
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };
const place = { matrix: 'path', label: 'path', simple: 'path' } as const;

/** The table "Style Examples" of OpenAPI 3.1.1: style, explode, and what an empty text, a text, a list and an object become. */
const table: [RestParameter['style'], boolean, ...(string | undefined)[]][] = [
  ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, undefined, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, undefined, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, undefined, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, undefined, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'spaceDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'pipeDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'deepObject',
    true,
    'color=',
    'color=blue',
    'color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown',
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
];

interface Sent {
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
}

/** What is sent for one argument; undefined when it is refused. */
async function sent(
  parameter: Partial<RestParameter> & Pick<RestParameter, 'in'>,
  color: JsonValue,
): Promise<Sent | undefined> {
  const seen: Sent[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    seen.push({ path: url.pathname.slice(1), query: url.search.slice(1), headers });
    return new Response('ok');
  };
  const path = parameter.in === 'path' ? '/{color}' : '/';
  const service = restService(
    { base_url: 'http://a.example', path, method: 'GET', parameters: [{ name: 'color', ...parameter }] },
    { fetch },
  );
  await service.execute('api', { color });
  return seen[0];
}

async function written(style: RestParameter['style'], explode: boolean, color: JsonValue) {
  const where = place[style as keyof typeof place] ?? 'query';
  const request = await sent({ in: where, style, explode }, color);
  return where === 'path' ? request?.path : request?.query;
}

describe.each(table)('the style %s with explode %s', (style, explode, ...expected) => {
  test('writes what OpenAPI says', async () => {
    const values = ['', string, array, object];
    expect(await Promise.all(values.map((value) => written(style, explode, value)))).toEqual(expected);
  });
});

/** Texts that servers could take for something else. */
const hard = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom(',', ';', '&', '=', '%2C', '|', ' ', '/', '../', '#', '?', '+', '[a]', "'()*!", '\\', '中'),
);

describe('whatever stands in a value is read back by a server that splits first and decodes then', () => {
  const decode = (parts: readonly string[]): string[] => parts.map((part) => decodeURIComponent(part));
  const readers: { [style: string]: (text: string) => string[] } = {
    simple: (text) => decode(text.split(',')),
    label: (text) => decode(text.slice(1).split(',')),
    matrix: (text) => decode(text.slice(';color='.length).split(',')),
    form: (text) => decode(text.slice('color='.length).split(',')),
    spaceDelimited: (text) => decode(text.slice('color='.length).split('%20')),
    pipeDelimited: (text) => decode(text.slice('color='.length).split('%7C')),
  };
  // In these two the separator itself cannot be told from one that stands in a value.
  const bare: { [style: string]: RegExp } = { spaceDelimited: / /u, pipeDelimited: /\|/u };

  test.each(Object.keys(readers))('%s', async (style) => {
    const items = fc
      .array(hard, { minLength: 2, maxLength: 4 })
      .filter((list) => list.every((item) => item.isWellFormed() && !bare[style]?.test(item)));
    await fc.assert(
      fc.asyncProperty(items, async (list) => {
        const text = await written(style as RestParameter['style'], false, list);
        expect(readers[style]?.(text ?? '')).toEqual(list);
      }),
      { numRuns: 100 },
    );
  });

  test('form, exploded, and an object of objects', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hard, { minLength: 1, maxLength: 4 }), hard, async (list, key) => {
        fc.pre([...list, key].every((item) => item.isWellFormed()));
        const many = new URLSearchParams(await written('form', true, list));
        expect(many.getAll('color')).toEqual(list);
        const deep = new URLSearchParams(await written('deepObject', true, { [key]: { in: list[0] ?? '' } }));
        expect([...deep]).toEqual([[`color[${key}][in]`, list[0]]]);
      }),
      { numRuns: 100 },
    );
  });
});

test('no part of a path climbs, in any style, alone or with others', async () => {
  const dots = fc.constantFrom('.', '..', '', '%2e', '...', '/', 'a');
  const values = fc.oneof(dots, fc.array(dots, { maxLength: 3 }), fc.dictionary(dots, dots, { maxKeys: 2 }));
  const styles = fc.constantFrom('simple', 'label', 'matrix', undefined);
  await fc.assert(
    fc.asyncProperty(values, values, styles, fc.boolean(), async (a, b, style, explode) => {
      let path: string | undefined;
      const parameters = ['a', 'b'].map((name) => ({ name, in: 'path', style, explode }));
      const service = restService(
        { base_url: 'http://a.example', path: '/v1/x/{a}{b}/end', method: 'GET', parameters },
        {
          fetch: async (url) => {
            path = url.pathname;
            return new Response('ok');
          },
        },
      );
      await service.execute('api', { a, b });
      if (path !== undefined) expect(path).toMatch(/^\/v1\/x\/[^/]+\/end$/u);
    }),
    { numRuns: 300 },
  );
});

describe('headers and cookies', () => {
  test.each([
    ['simple', false, 'R,100,G,200,B,150'],
    ['simple', true, 'R=100,G=200,B=150'],
    ['json', false, '{"R":100,"G":200,"B":150}'],
  ] as const)('a header in the style %s, exploded: %s', async (style, explode, expected) => {
    const request = await sent({ in: 'header', style, explode }, object);
    expect(request?.headers.get('color')).toBe(expected);
    expect((await sent({ in: 'header', style: 'simple' }, array))?.headers.get('color')).toBe(
      'blue,black,brown',
    );
  });

  test('a cookie cannot be made into two', async () => {
    const request = await sent({ in: 'cookie', style: 'form' }, 'a; admin=1');
    expect(request?.headers.get('cookie')).toBe('color=a%3B%20admin%3D1');
    const many = await sent({ in: 'cookie', style: 'form', explode: true }, object);
    expect(many?.headers.get('cookie')).toBe('R=100; G=200; B=150');
  });

  test('cookies of a definition and of arguments stand side by side', async () => {
    let cookie: string | null = null;
    const service = restService(
      {
        base_url: 'http://a.example',
        path: '/',
        method: 'GET',
        headers: { cookie: 'lang=en' },
        parameters: [{ name: 'sid', in: 'cookie', argument: 'session' }],
        auth: { type: 'api_key', in: 'cookie', name: 'key', secret: 'KEY' },
      },
      {
        secrets: () => 'k-4711-xyz',
        fetch: async (_, { headers }) => {
          cookie = headers.get('cookie');
          return new Response('ok');
        },
      },
    );
    await service.execute('api', { session: 's1' });
    expect(cookie).toBe('lang=en; sid=s1; key=k-4711-xyz');
  });
});
