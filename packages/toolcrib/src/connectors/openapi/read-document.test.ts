import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService, type Fetch } from '@toolcrib/core';
import { afterEach, describe, expect, test } from 'vitest';
import { SourceError } from '../source-error.ts';
import { filesIn, openApi, removeFiles, survey, surveyOf } from './survey.test-support.ts';

afterEach(removeFiles);

const ok = { responses: { 200: { description: 'ok' } } };
const using = (reference: string): object => ({
  post: { requestBody: { content: { 'application/json': { schema: { $ref: reference } } } }, ...ok },
});
const object = { type: 'object', properties: { name: { type: 'string' } } };

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SourceError)) throw new Error(`no SourceError: ${String(error)}`);
  // Both languages have a sentence for it.
  expect(error.in('en')).not.toBe(error.in('zh-CN'));
  return error.code;
}

/** Answers for the addresses of a table, and keeps what it was asked for. */
function answering(table: { [address: string]: unknown }): { fetch: Fetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(url.href);
    const body = table[url.href];
    if (body instanceof Response) return body;
    return body === undefined ? new Response('no', { status: 404 }) : Response.json(body);
  };
  return { fetch, asked };
}

describe('files', () => {
  test('JSON and YAML refer to each other, in circles too', async () => {
    const folder = filesIn({
      'api.yaml': `
openapi: 3.0.0
info: { title: Files, version: 1.0 }
servers: [{ url: https://api.example }]
paths:
  /a: { $ref: 'paths/a.json' }
`,
      'paths/a.json': using('../schemas.yaml#/Thing'),
      'schemas.yaml': `
Thing:
  type: array
  items: { $ref: '#/Part' }
Part:
  type: object
  properties: { whole: { $ref: './schemas.yaml#/Thing' }, back: { $ref: 'api.yaml#/info' } }
`,
    });
    const { definitions, leftOut, version } = await survey({ document: join(folder, 'api.yaml') });
    expect({ leftOut, version }).toEqual({ leftOut: [], version: '1' });
    const parameters = definitions[0]?.['parameters'] as { $defs: object };
    expect(Object.keys(parameters.$defs)).toEqual(['Thing', 'Part', 'info']);
  });

  test.each([
    '/etc/passwd',
    'file:///etc/passwd',
    '../outside.json',
    'down/../../outside.json',
    'link.json',
    'linked/x.json',
  ])('nothing outside the folder is read: %s', async (reference) => {
    const folder = filesIn({
      'outside.json': object,
      'in/api.json': openApi({ '/a': using(reference), '/b': { get: ok } }),
      'in/down/x.json': object,
      'else/x.json': object,
    });
    symlinkSync(join(folder, 'outside.json'), join(folder, 'in/link.json'));
    symlinkSync(join(folder, 'else'), join(folder, 'in/linked'));
    const { definitions, leftOut } = await survey({ document: join(folder, 'in/api.json') });
    expect(definitions).toHaveLength(1);
    expect(leftOut).toEqual([
      { operation: 'POST /a', problem: { kind: 'reference', reference, why: 'outside' } },
    ]);
  });

  test('what stands beside the file that a link leads to is not beside the link', async () => {
    const folder = filesIn({
      'real/api.json': openApi({ '/a': using('thing.json') }),
      'real/thing.json': object,
    });
    mkdirSync(join(folder, 'project'));
    symlinkSync(join(folder, 'real/api.json'), join(folder, 'project/api.json'));
    const { leftOut } = await survey({ document: join(folder, 'project/api.json') });
    expect(leftOut).toMatchObject([{ problem: { why: 'unreadable' } }]);
  });

  test.each(['missing.json', '#/components/schemas/None', '#anchor', 'bad.json'])(
    'a reference that leads nowhere leaves its operation out: %s',
    async (reference) => {
      const folder = filesIn({
        'api.json': openApi({ '/a': using(reference), '/b': { get: ok } }),
        'bad.json': '{',
      });
      const { definitions, leftOut } = await survey({ document: join(folder, 'api.json') });
      expect([definitions.length, leftOut.length]).toEqual([1, 1]);
    },
  );

  test('a device or a file that is missing is no document', async () => {
    expect(await problemOf(survey({ document: '/dev/zero' }))).toBe('document_unreadable');
    expect(await problemOf(survey({ document: '/nowhere/at/all.json' }))).toBe('document_unreadable');
  });
});

describe('addresses', () => {
  const root = 'https://docs.example/v1/api.json';

  test('what stands beside a document is read, what stands elsewhere is not asked for', async () => {
    const elsewhere = [
      'http://169.254.169.254/latest/meta-data',
      'http://docs.example/v1/x.json',
      'https://docs.example:8443/x',
      'file:///etc/passwd',
      '//evil.example/x',
    ];
    const paths = Object.fromEntries(elsewhere.map((reference, at) => [`/no${at}`, using(reference)]));
    const { fetch, asked } = answering({
      [root]: openApi({ '/yes': using('../shared/thing.json#/Thing'), ...paths }),
      'https://docs.example/shared/thing.json': { Thing: object },
    });
    const { definitions, leftOut } = await survey({ document: root }, fetch);
    expect(definitions).toHaveLength(1);
    expect(leftOut.map(({ problem }) => problem.kind === 'reference' && problem.why)).toEqual(
      elsewhere.map(() => 'outside'),
    );
    expect(asked).toEqual([root, 'https://docs.example/shared/thing.json']);
  });

  test('a server may be named relative to the document, or be where it is', async () => {
    const document = 'http://127.0.0.1:8080/docs/api.json';
    for (const [servers, baseUrl] of [
      [[{ url: '../v2' }], 'http://127.0.0.1:8080/v2'],
      [[], 'http://127.0.0.1:8080'],
    ]) {
      const { fetch } = answering({ [document]: { ...openApi({ '/a': { get: ok } }), servers } });
      const { definitions } = await survey({ document }, fetch);
      expect(definitions[0]?.['implementation']).toMatchObject({ baseUrl });
    }
  });

  test('a redirect is told and not followed', async () => {
    const moved = new Response(null, { status: 301, headers: { location: 'https://new.example/api.json' } });
    const { fetch, asked } = answering({ [root]: moved });
    expect(await problemOf(survey({ document: root }, fetch))).toBe('document_moved');
    expect(asked).toEqual([root]);
    expect(await problemOf(survey({ document: root }, answering({}).fetch))).toBe('document_status');
  });

  test('an answer without end is not read to its end', async () => {
    const piece = new Uint8Array(10_000_000);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent++;
        controller.enqueue(piece);
      },
    });
    const { fetch } = answering({ [root]: new Response(body) });
    expect(await problemOf(survey({ document: root }, fetch))).toBe('document_too_large');
    expect(sent).toBeLessThan(10);
  });
});

describe('hostile documents', () => {
  const yaml = (text: string): string => join(filesIn({ 'api.yaml': text }), 'api.yaml');

  test('an alias bomb', async () => {
    const levels = 'abcdefghij'.split('').map((name, at, all) => {
      const before = all[at - 1];
      return `${name}: &${name} [${Array.from({ length: 10 }, () => (before === undefined ? 'lol' : `*${before}`)).join(', ')}]`;
    });
    expect(await problemOf(survey({ document: yaml(levels.join('\n')) }))).toBe('document_too_large');
  });

  test('nesting without end, as JSON and as YAML', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await problemOf(surveyOf(deep))).toBe('document_too_large');
    expect(await problemOf(survey({ document: yaml(`a: ${deep}`) }))).toBe('document_too_large');
    const keys = Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
    expect(await problemOf(survey({ document: yaml(keys) }))).toBe('document_too_large');
  });

  test.each([
    ['no document', '{"openapi": "3.0.0"', 'document_syntax'],
    ['two documents', 'a: 1\n---\nb: 2', 'document_syntax'],
    ['a list', '[]', 'document_unknown'],
    ['a text', 'hello', 'document_unknown'],
    ['nothing', '', 'document_unknown'],
    ['an older version', '{"swaggerVersion": "1.2"}', 'document_unknown'],
    ['a newer version', '{"openapi": "4.0.0"}', 'document_unknown'],
  ])('%s', async (_, text, code) => {
    expect(await problemOf(survey({ document: yaml(text) }))).toBe(code);
  });

  test('nonsense in every place is survived', async () => {
    const { definitions } = await surveyOf(
      {
        openapi: '3.1.0',
        info: 7,
        servers: 'x',
        components: {
          schemas: [],
          securitySchemes: { a: null, b: { $ref: '#/components/securitySchemes/a' } },
        },
        security: { a: [] },
        paths: {
          '/a': { get: { operationId: 7, parameters: 'x', responses: [], tags: {}, security: [7] } },
          '/b': {
            post: {
              parameters: [null, { name: 7 }, { name: 'x', in: 'nowhere' }],
              requestBody: { content: 'x' },
            },
          },
          '/c': { put: { requestBody: { content: { 'application/json': null } }, responses: { 200: null } } },
          '/d': null,
          '/e': [],
          'no slash': { get: {} },
          '/__proto__': { get: { operationId: 'constructor' } },
        },
        __proto__: { paths: {} },
      },
      { baseUrl: 'https://api.example' },
    );
    expect(definitions).toHaveLength(4);
    const service = new ToolService({ builtins: false });
    for (const definition of definitions) service.registerTool(definition);
  });

  test('parts that are made of parts without end', async () => {
    const schemas: { [name: string]: object } = {
      Self: { allOf: [{ $ref: '#/components/schemas/Self' }, { type: 'object' }] },
      Files: { type: 'array', items: { $ref: '#/components/schemas/Files' } },
    };
    for (let at = 0; at < 12; at++)
      schemas[`L${at}`] = {
        allOf: Array.from({ length: 50 }, () => ({ $ref: `#/components/schemas/L${at + 1}` })),
      };
    schemas['L12'] = { type: 'object' };
    const form = { type: 'object', properties: { f: { $ref: '#/components/schemas/Files' } } };
    const { definitions } = await surveyOf(
      openApi(
        {
          '/self': using('#/components/schemas/Self'),
          '/many': using('#/components/schemas/L0'),
          '/files': {
            post: { requestBody: { content: { 'multipart/form-data': { schema: form } } }, ...ok },
          },
        },
        { components: { schemas } },
      ),
    );
    expect(definitions).toHaveLength(3);
    for (const definition of definitions) expect(JSON.stringify(definition).length).toBeLessThan(20_000);
  });

  test('one large path item behind many paths', async () => {
    const wide = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`${at}`.repeat(10_000), { type: 'string' }]),
      ),
    };
    const paths = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`/p${at}`, { $ref: '#/components/pathItems/Big' }]),
    );
    const Big = {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'array', items: wide } } } },
        ...ok,
      },
    };
    expect(await problemOf(surveyOf(openApi(paths, { components: { pathItems: { Big } } })))).toBe(
      'document_too_large',
    );
  });
});

test('ten thousand operations are all there, and each is found', async () => {
  const schemas = {
    Thing: {
      type: 'object',
      properties: { id: { type: 'string' }, next: { $ref: '#/components/schemas/Thing' } },
    },
  };
  const answer = {
    responses: {
      200: {
        description: 'ok',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
    },
  };
  const paths = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [
      `/things/${at}/{id}`,
      {
        get: { operationId: `get${at}`, summary: `Get thing ${at}`, ...answer },
        put: {
          ...(using('#/components/schemas/Thing') as { post: object }).post,
          summary: `Put thing ${at}`,
        },
      },
    ]),
  );
  const folder = filesIn({});
  writeFileSync(join(folder, 'api.json'), JSON.stringify(openApi(paths, { components: { schemas } })));
  const { definitions } = await survey({ document: join(folder, 'api.json') });
  const service = new ToolService({ builtins: false });
  for (const definition of definitions) service.registerTool(definition);
  expect(service.listTools()).toHaveLength(10_000);
  expect(service.registry.get('api__get4999')?.description).toBe('Get thing 4999.');
  expect(service.registry.get('api__put_things_17_id')).toBeDefined();
});
