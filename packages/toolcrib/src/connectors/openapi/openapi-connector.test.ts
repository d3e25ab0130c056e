import type { RestImplementation, Tool } from '@toolcrib/core';
import { afterEach, describe, expect, test } from 'vitest';
import { openApi, removeFiles, surveyOf, toolOf, toolsOf } from './survey.test-support.ts';

afterEach(removeFiles);

function request(tool: Tool | undefined): RestImplementation {
  if (tool?.implementation.kind !== 'rest') throw new Error('no request');
  return tool.implementation;
}

const ok = { responses: { 200: { description: 'ok' } } };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

describe('names', () => {
  test('are ids where these are its own, else method and path', async () => {
    const tools = await toolsOf(
      openApi({
        '/pets': { get: { operationId: 'listPets', ...ok }, post: { operationId: 'same', ...ok } },
        '/pets/{petId}/toys': { get: ok, put: { operationId: 'same', ...ok } },
        '/a b': { get: { operationId: '  ', ...ok } },
      }),
    );
    expect(tools.map(({ name }) => name)).toEqual([
      'api__listPets',
      'api__post_pets',
      'api__get_pets_petId_toys',
      'api__put_pets_petId_toys',
      'api__get_a_b',
    ]);
  });

  test('are legal, short, and never the same, whatever the document says', async () => {
    const ids = [
      'x/y',
      'x y',
      'x_y',
      'x'.repeat(300),
      `${'x'.repeat(300)}!`,
      '__proto__',
      'ü',
      '../../etc',
      'a\u202Eb',
    ];
    const paths = Object.fromEntries(
      ids.map((operationId, at) => [`/p${at}`, { get: { operationId, ...ok } }]),
    );
    const tools = await toolsOf(openApi({ ...paths, '/x_y': { get: ok }, '/x/y': { get: ok } }));
    const names = tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(ids.length + 2);
    for (const name of names) expect(name).toMatch(/^api__[\w-]{1,59}$/u);
  });

  test('of an operation whose id is another derived name stay apart', async () => {
    const tools = await toolsOf(
      openApi({ '/b': { get: ok }, '/a': { get: { operationId: 'get_b', ...ok } } }),
    );
    expect(new Set(tools.map(({ name }) => name)).size).toBe(2);
  });
});

describe('what a tool says of itself', () => {
  test('summary first, on one line, and not too much of it', async () => {
    const tool = await toolOf({
      summary: 'Make a thing',
      description: `Makes\n\na [thing](https://long.example/${'x'.repeat(50)}). ${'word '.repeat(500)}`,
      deprecated: true,
      tags: ['things', 7, 'more'],
      ...ok,
    });
    expect(tool.description).toMatch(/^Make a thing\. Makes a thing\. word /u);
    expect(tool.description.length).toBeLessThanOrEqual(500);
    expect(tool).toMatchObject({
      shortDescription: 'Make a thing.',
      tags: ['things', 'more'],
      category: 'api',
      deprecated: expect.stringMatching(/deprecated/u),
    });
  });

  test('without a word, its method and path', async () => {
    expect((await toolOf(ok)).description).toBe('POST /things/{id}');
  });

  test('what it does follows from its method, and what changes things asks first', async () => {
    const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];
    const tools = await toolsOf(openApi({ '/a': Object.fromEntries(methods.map((method) => [method, ok])) }));
    const facts = tools.map(({ implementation, annotations, approval, permission }) => [
      (implementation as RestImplementation).method,
      annotations.readOnly,
      annotations.idempotent,
      annotations.destructive,
      permission,
      approval,
    ]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['GET', true, true, false, 'read_only', 'safe'],
        ['HEAD', true, true, false, 'read_only', 'safe'],
        ['OPTIONS', true, true, false, 'read_only', 'safe'],
        ['POST', false, false, false, 'read_write', 'confirm'],
        ['PUT', false, true, false, 'read_write', 'confirm'],
        ['PATCH', false, false, false, 'read_write', 'confirm'],
        ['DELETE', false, true, true, 'read_write', 'confirm'],
      ]),
    );
  });

  test.each(['/../admin', '/a/..', '/%2e%2E/x', '/a\\..\\b', '/./a'])(
    'a path that climbs is left out: %s',
    async (path) => {
      const { definitions, leftOut } = await surveyOf(openApi({ [path]: { get: ok } }));
      expect([definitions, leftOut]).toEqual([[], [{ operation: `GET ${path}`, problem: { kind: 'path' } }]]);
    },
  );

  test('a method that no request can have is told', async () => {
    const { definitions, leftOut } = await surveyOf(openApi({ '/a': { trace: ok, get: ok } }));
    expect(definitions).toHaveLength(1);
    expect(leftOut).toEqual([{ operation: 'TRACE /a', problem: { kind: 'method', method: 'TRACE' } }]);
  });
});

describe('arguments', () => {
  test('of the path item and of the operation, the latter in place of the former', async () => {
    const [tool] = await toolsOf(
      openApi({
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'q', in: 'query', schema: { type: 'integer' } },
          ],
          get: {
            parameters: [
              {
                name: 'q',
                in: 'query',
                required: true,
                description: 'What to look for',
                schema: { type: 'string' },
              },
              { name: 'Authorization', in: 'header', schema: { type: 'string' } },
              { name: 'accept', in: 'header', schema: { type: 'string' } },
              { name: 'elsewhere', in: 'path', schema: { type: 'string' } },
              { name: 'x-trace', in: 'header', schema: { type: 'string' } },
              { name: 'sid', in: 'cookie', schema: { type: 'string' } },
            ],
            ...ok,
          },
        },
      }),
    );
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        q: { type: 'string', description: 'What to look for' },
        'x-trace': { type: 'string' },
        sid: { type: 'string' },
      },
      required: ['id', 'q'],
      additionalProperties: false,
    });
    expect(request(tool).parameters).toMatchObject([
      { name: 'x-trace', in: 'header' },
      { name: 'sid', in: 'cookie' },
    ]);
  });

  test('with their styles, where these make a difference', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const tool = await toolOf({
      parameters: [
        { name: 'id', in: 'path', required: true, style: 'label', schema: list },
        { name: 'plain', in: 'query', schema: list },
        { name: 'csv', in: 'query', explode: false, schema: list },
        { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
        { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
        { name: 'x-list', in: 'header', schema: list },
      ],
      ...ok,
    });
    expect(request(tool).parameters).toMatchObject([
      { name: 'id', in: 'path', style: 'label', explode: false },
      { name: 'plain', in: 'query', style: undefined },
      { name: 'csv', in: 'query', style: 'form', explode: false },
      { name: 'deep', in: 'query', style: 'deepObject', explode: true },
      { name: 'filter', in: 'query', style: 'json' },
      { name: 'x-list', in: 'header', style: 'simple', explode: false },
    ]);
  });

  test('of the same name in two places keep apart, and a body with such a name stays whole', async () => {
    const tool = await toolOf({
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'id', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: { required: true, ...json({ type: 'object', properties: { id: { type: 'string' } } }) },
      ...ok,
    });
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(['id', 'query_id', 'body']);
    expect(request(tool)).toMatchObject({
      body: 'body',
      parameters: [{ name: 'id', in: 'query', argument: 'query_id' }],
    });
  });

  test('a default is told and not sent: it would overwrite what is there', async () => {
    const tool = await toolOf({
      requestBody: json({ type: 'object', properties: { active: { type: 'boolean', default: false } } }),
      ...ok,
    });
    expect(tool.parameters.properties).toMatchObject({
      active: { type: 'boolean', description: 'Default: false.' },
    });
    expect(JSON.stringify(tool.parameters)).not.toContain('"default"');
  });
});

describe('bodies', () => {
  const object = {
    type: 'object',
    required: ['name', 'created'],
    properties: {
      name: { type: 'string' },
      created: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
    },
  };

  test('an object stands beside the other arguments, without what only the server sets', async () => {
    const tool = await toolOf({
      requestBody: json(object),
      responses: { 201: { description: 'ok', ...json(object) } },
    });
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(['id', 'name', 'secret']);
    expect(tool.parameters.required).toEqual(['id', 'name']);
    expect(tool.returns).toMatchObject({ required: ['name', 'created'] });
    expect(Object.keys((tool.returns?.properties ?? {}) as object)).toEqual(['name', 'created']);
  });

  test('objects that are composed are taken together', async () => {
    const tool = await toolOf(
      {
        requestBody: json({
          allOf: [
            { $ref: '#/components/schemas/Base' },
            { type: 'object', properties: { b: { type: 'string' } } },
          ],
          required: ['a'],
        }),
        ...ok,
      },
      { components: { schemas: { Base: { type: 'object', properties: { a: { type: 'string' } } } } } },
    );
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(['id', 'a', 'b']);
    expect(tool.parameters.required).toContain('a');
  });

  test.each([
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a choice', { oneOf: [{ type: 'object' }, { type: 'string' }] }],
    ['an object of any names', { type: 'object', additionalProperties: { type: 'string' } }],
  ])('%s stays one argument', async (_, schema) => {
    const tool = await toolOf({ requestBody: { required: true, ...json(schema) }, ...ok });
    expect(tool.parameters.required).toEqual(['id', 'body']);
    expect(request(tool).body).toBe('body');
  });

  test.each([
    [['application/xml', 'application/vnd.api+json'], 'json', { 'content-type': 'application/vnd.api+json' }],
    [['multipart/form-data', 'application/x-www-form-urlencoded'], 'form', {}],
    [['text/plain', 'multipart/form-data'], 'multipart', {}],
    [['image/png', 'application/xml'], 'text', { 'content-type': 'application/xml' }],
    [['image/png'], 'binary', { 'content-type': 'image/png' }],
    [['*/*'], 'json', {}],
  ])('of %j the best is written: %s', async (types, bodyType, headers) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: object }]));
    expect(request(await toolOf({ requestBody: { content }, ...ok }))).toMatchObject({ bodyType, headers });
  });

  test('files and encodings of a multipart body', async () => {
    const tool = await toolOf({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['photo'],
              properties: {
                photo: { type: 'string', format: 'binary', description: 'A picture' },
                many: {
                  type: 'array',
                  items: { type: 'string', contentMediaType: 'application/octet-stream' },
                },
                about: { type: 'object' },
                note: { type: 'string' },
              },
            },
            encoding: {
              photo: { contentType: 'image/png, image/jpeg' },
              about: { contentType: 'application/json' },
            },
          },
        },
      },
      ...ok,
    });
    expect(request(tool).fields).toMatchObject({
      photo: { file: true, media: 'image/png' },
      many: { file: true },
      about: { file: false, media: 'application/json' },
    });
    expect(tool.parameters.properties).toMatchObject({
      photo: { type: 'object', description: 'A picture', properties: { text: {}, base64: {}, filename: {} } },
      many: { type: 'array' },
      note: { type: 'string' },
    });
  });

  test('what an answer may be is asked for in the type that we read best', async () => {
    const content = { 'application/xml': {}, 'application/json': { schema: { type: 'object' } } };
    const tool = await toolOf({ responses: { 200: { description: 'ok', content } } });
    expect(request(tool).headers).toEqual({ accept: 'application/json' });
  });
});

describe('schemas', () => {
  const components = {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          value: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
      },
      Ring: { $ref: '#/components/schemas/Other' },
      Other: { $ref: '#/components/schemas/Ring' },
      Alias: { $ref: '#/components/schemas/Node' },
      'Odd name/~': { type: 'string', enum: ['a'] },
    },
  };

  test('a circle stays a reference, and stands once', async () => {
    const tool = await toolOf(
      { requestBody: json({ type: 'array', items: { $ref: '#/components/schemas/Alias' } }), ...ok },
      { components },
    );
    expect(tool.parameters).toMatchObject({
      properties: { body: { items: { $ref: '#/$defs/Node' } } },
      $defs: { Node: { properties: { children: { items: { $ref: '#/$defs/Node' } } } } },
    });
    expect(Object.keys(tool.parameters['$defs'] as object)).toEqual(['Node']);
  });

  test('references that only lead to each other leave the operation out', async () => {
    const { leftOut } = await surveyOf(
      openApi(
        { '/a': { post: { requestBody: json({ $ref: '#/components/schemas/Ring' }), ...ok } } },
        { components },
      ),
    );
    expect(leftOut).toMatchObject([{ operation: 'POST /a', problem: { kind: 'reference', why: 'circle' } }]);
  });

  test('names of every spelling are referred to', async () => {
    const tool = await toolOf(
      {
        requestBody: json({
          type: 'object',
          properties: { odd: { $ref: '#/components/schemas/Odd%20name~1~0' } },
        }),
        ...ok,
      },
      { components },
    );
    expect(tool.parameters['$defs']).toEqual({ _: { type: 'string', enum: ['a'] } });
  });

  test('what stands beside a reference counts in 3.1, and in 3.0 its description alone', async () => {
    const operation = {
      requestBody: json({
        type: 'object',
        properties: {
          node: { $ref: '#/components/schemas/Node', description: 'The root', minProperties: 1 },
        },
      }),
      ...ok,
    };
    const inNew = await toolOf(operation, { components });
    const inOld = await toolOf(operation, { components, openapi: '3.0.3' });
    const expected = { $ref: '#/$defs/Node', description: 'The root' };
    expect(inNew.parameters.properties?.['node']).toEqual({ ...expected, minProperties: 1 });
    expect(inOld.parameters.properties?.['node']).toEqual(expected);
  });

  test('a reference that says more than that keeps what it refers to', async () => {
    const schemas = {
      ...components.schemas,
      More: { $ref: '#/components/schemas/Node', description: 'A node, and more', required: ['value'] },
    };
    const node = json({
      $ref: '#/components/schemas/More',
      properties: { other: { $ref: '#/components/schemas/Alias' } },
    });
    const tool = await toolOf(
      {
        requestBody: json({ type: 'object', properties: { more: { $ref: '#/components/schemas/More' } } }),
        responses: { 200: { description: 'ok', ...node } },
      },
      { components: { schemas } },
    );
    expect(Object.keys(tool.parameters['$defs'] as object)).toEqual(['More', 'Node']);
    expect(tool.returns).toMatchObject({ $ref: '#/$defs/Node', required: ['value'], $defs: { Node: {} } });
  });

  test('those of 3.0 become those of 3.1', async () => {
    const properties = {
      a: { type: 'string', nullable: true, enum: ['x'] },
      b: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      c: { nullable: true, allOf: [{ type: 'string' }] },
      d: { oneOf: [{ type: 'string' }, { type: 'integer' }], discriminator: { propertyName: 'x' } },
      e: { type: 'string', example: 'x', xml: {}, 'x-note': 1, format: 'uuid' },
    };
    const tool = await toolOf({ requestBody: json({ properties }), ...ok }, { openapi: '3.0.0' });
    expect(tool.parameters.properties).toEqual({
      id: { type: 'string' },
      a: { type: ['string', 'null'], enum: ['x', null] },
      b: { type: 'number', exclusiveMinimum: 1, maximum: 9 },
      c: { anyOf: [{ allOf: [{ type: 'string' }] }, { type: 'null' }] },
      d: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      e: { type: 'string', format: 'uuid' },
    });
  });

  test('nonsense in a schema is left out, and the tool is there', async () => {
    const properties = {
      a: { type: 'any', minLength: -1, pattern: '(?=x)(a+)+$', required: true, enum: 'x' },
      b: { type: ['string', 'thing'], items: [], properties: 7, multipleOf: 0 },
      c: 'text',
      d: { type: 'array', items: { type: 'string', maxLength: 1.5 }, minItems: '1' },
      e: { enum: Array.from({ length: 2000 }, (_, at) => `value-${at}`) },
      __proto__: { type: 'string' },
    };
    const tool = await toolOf({ requestBody: json({ type: 'object', properties }), ...ok });
    expect(tool.parameters.properties).toMatchObject({
      a: {},
      b: { type: ['string'] },
      c: {},
      d: { type: 'array', items: { type: 'string' } },
      e: { description: expect.stringMatching(/^One of: "value-0", /u) },
    });
  });

  test('a schema that is too large is told as far as there is room, and the rest by its kind', async () => {
    const wide = (depth: number): object => ({
      type: 'object',
      description: 'd'.repeat(150),
      properties: Object.fromEntries(
        Array.from({ length: 6 }, (_, at) => [`p${at}`, depth === 0 ? { type: 'string' } : wide(depth - 1)]),
      ),
    });
    const tool = await toolOf({
      requestBody: json({ type: 'object', properties: { wide: wide(5) } }),
      responses: { 200: { description: 'ok', ...json(wide(5)) } },
    });
    expect(JSON.stringify(tool.parameters).length).toBeLessThan(13_000);
    expect(JSON.stringify(tool.returns).length).toBeLessThan(5_000);
    expect(JSON.stringify(tool.parameters)).toContain('Not described further here.');
  });
});

describe('servers', () => {
  const serverOf = async (document: object): Promise<unknown> => {
    const { definitions, leftOut } = await surveyOf({ ...openApi({ '/a': { get: ok } }), ...document });
    const [definition] = definitions;
    return definition === undefined
      ? leftOut[0]?.problem
      : (definition['implementation'] as { baseUrl: string }).baseUrl;
  };

  test.each<[string, object, unknown]>([
    [
      'the first',
      { servers: [{ url: 'https://a.example/v1/' }, { url: 'https://b.example' }] },
      'https://a.example/v1',
    ],
    [
      'with variables',
      {
        servers: [
          {
            url: 'https://{region}.a.example:{port}/{base}',
            variables: {
              region: { default: 'eu' },
              port: { enum: ['8443'], default: '8443' },
              base: { default: 'v2' },
            },
          },
        ],
      },
      'https://eu.a.example:8443/v2',
    ],
    ['none, for a file', { servers: [] }, { kind: 'no_server' }],
    ['a relative one, for a file', { servers: [{ url: '/v1' }] }, { kind: 'no_server' }],
    [
      'another protocol',
      { servers: [{ url: 'ftp://a.example' }] },
      { kind: 'bad_server', address: 'ftp://a.example' },
    ],
    [
      'one with a query',
      { servers: [{ url: 'https://a.example/?x=1' }] },
      { kind: 'bad_server', address: 'https://a.example/?x=1' },
    ],
    [
      'one with a name and password',
      { servers: [{ url: 'https://a:b@a.example' }] },
      { kind: 'bad_server', address: 'https://a:b@a.example' },
    ],
    [
      'every host below a name',
      { servers: [{ url: 'https://*.example.com' }] },
      { kind: 'bad_server', address: 'https://*.example.com' },
    ],
    [
      'the address of metadata',
      { servers: [{ url: 'http://169.254.169.254/latest' }] },
      { kind: 'private_server', address: 'http://169.254.169.254' },
    ],
    [
      'this machine',
      { servers: [{ url: 'http://localhost:8080' }] },
      { kind: 'private_server', address: 'http://localhost:8080' },
    ],
    [
      'this machine by number',
      { servers: [{ url: 'http://[::1]:1' }] },
      { kind: 'private_server', address: 'http://[::1]:1' },
    ],
    [
      'a private network',
      { servers: [{ url: 'http://0x0a000001/' }] },
      { kind: 'private_server', address: 'http://10.0.0.1' },
    ],
    [
      'Swagger 2',
      { openapi: undefined, swagger: '2.0', host: 'a.example', basePath: '/v2', schemes: ['http', 'https'] },
      'https://a.example/v2',
    ],
    [
      'Swagger 2 without TLS',
      { openapi: undefined, swagger: '2.0', host: 'a.example', schemes: ['http'] },
      'http://a.example',
    ],
  ])('%s', async (_, document, expected) => {
    expect(await serverOf(document)).toEqual(expected);
  });

  test('those of an operation come first, and the configuration before all', async () => {
    const document = openApi({
      '/a': {
        servers: [{ url: 'https://path.example' }],
        get: { servers: [{ url: 'https://own.example' }], ...ok },
        put: ok,
      },
    });
    const addresses = (tools: Tool[]): unknown[] => tools.map((tool) => request(tool).baseUrl);
    expect(addresses(await toolsOf(document))).toEqual(['https://own.example', 'https://path.example']);
    expect(addresses(await toolsOf(document, { baseUrl: 'http://127.0.0.1:8080/x' }))).toEqual([
      'http://127.0.0.1:8080/x',
      'http://127.0.0.1:8080/x',
    ]);
  });
});

describe('security', () => {
  const components = {
    securitySchemes: {
      token: { type: 'http', scheme: 'Bearer' },
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      inCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      oauth: { type: 'oauth2', flows: {} },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
      digest: { type: 'http', scheme: 'digest' },
      tls: { type: 'mutualTLS' },
    },
  };
  const names = Object.keys(components.securitySchemes);
  const secrets = Object.fromEntries(names.map((name) => [name, `SECRET_${name}`]));
  const authOf = async (security: unknown, more: object = {}, root: object = {}): Promise<unknown> => {
    const document = openApi(
      { '/a': { get: { ...(security !== undefined && { security }), ...ok } } },
      { components, ...root },
    );
    const [tool] = await toolsOf(document, { secrets, ...more });
    return request(tool).auth;
  };

  test.each<[string, object]>([
    ['token', { type: 'bearer', secret: 'SECRET_token' }],
    ['basic', { type: 'basic', secret: 'SECRET_basic', username: undefined }],
    ['key', { type: 'api_key', in: 'header', name: 'X-Key', secret: 'SECRET_key' }],
    ['inQuery', { type: 'api_key', in: 'query', name: 'key', secret: 'SECRET_inQuery' }],
    ['inCookie', { type: 'api_key', in: 'cookie', name: 'sid', secret: 'SECRET_inCookie' }],
    ['oauth', { type: 'bearer', secret: 'SECRET_oauth' }],
    ['oidc', { type: 'bearer', secret: 'SECRET_oidc' }],
  ])('%s is bound to its secret', async (scheme, expected) => {
    expect(await authOf([{ [scheme]: [] }])).toEqual([[expected]]);
  });

  test('alternatives, those that go together, and none at all', async () => {
    const both = await authOf([{ token: [], key: [] }, { basic: [] }]);
    expect(both).toMatchObject([[{ type: 'bearer' }, { type: 'api_key' }], [{ type: 'basic' }]]);
    // Optional: what is bound goes first, and without it none.
    expect(await authOf([{}, { token: [] }])).toMatchObject([[{ type: 'bearer' }], []]);
    expect(await authOf([{ digest: [] }, { tls: [] }])).toEqual([]);
    expect(await authOf([{ digest: [] }, { token: [] }])).toMatchObject([[{ type: 'bearer' }]]);
    expect(await authOf([{ token: [] }], { secrets: {} })).toEqual([]);
  });

  test('the document speaks for operations that say nothing, and an empty list takes it back', async () => {
    expect(await authOf(undefined, {}, { security: [{ token: [] }] })).toMatchObject([[{ type: 'bearer' }]]);
    expect(await authOf([], {}, { security: [{ token: [] }] })).toEqual([]);
  });

  test('the configuration speaks for a document that knows no security', async () => {
    const auth = { type: 'bearer', secret: 'OWN' } as const;
    expect(await authOf([{ key: [] }], { auth })).toEqual([[auth]]);
  });

  test('what has no secret is told', async () => {
    const { schemes } = await surveyOf(openApi({ '/a': { get: ok } }, { components }), {
      secrets: { key: 'K' },
    });
    expect(schemes.filter(({ credential }) => credential !== undefined).map(({ name }) => name)).toEqual([
      'key',
    ]);
    expect(schemes.map(({ kind }) => kind)).toContain('apiKey cookie sid');
  });
});

test('operations are chosen by id, by method and path, and by tag', async () => {
  const document = openApi({
    '/pets': {
      get: { operationId: 'listPets', tags: ['pets'], ...ok },
      post: { operationId: 'addPet', tags: ['pets'], ...ok },
    },
    '/users': { get: { operationId: 'listUsers', tags: ['users'], ...ok } },
  });
  const namesOf = async (more: object): Promise<string[]> =>
    (await toolsOf(document, more)).map(({ name }) => name);
  expect(await namesOf({ include: ['list*'] })).toEqual(['api__listPets', 'api__listUsers']);
  expect(await namesOf({ include: ['GET *'], exclude: ['* /users'] })).toEqual(['api__listPets']);
  expect(await namesOf({ tags: ['users'] })).toEqual(['api__listUsers']);
  expect(await namesOf({ include: [] })).toEqual([]);
});

test('headers and a timeout of the configuration go with every tool', async () => {
  const parameters = [{ name: 'X-Version', in: 'header', schema: { type: 'string' } }];
  const [tool] = await toolsOf(openApi({ '/a': { get: { parameters, ...ok } } }), {
    headers: { 'x-version': '3' },
    timeout: 5000,
  });
  expect(tool).toMatchObject({ timeout: 5000, parameters: { properties: {} } });
  expect(request(tool).headers).toEqual({ 'x-version': '3' });
});
