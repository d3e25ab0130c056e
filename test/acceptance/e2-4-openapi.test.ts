import { readFileSync } from 'node:fs';
import { openToolcrib, type Toolcrib } from 'toolcrib';
import { expect, onTestFinished, test } from 'vitest';
import { startPetstore } from '../openapi/petstore-server.ts';
import { realDocument } from '../openapi/real-document.ts';
import { temporaryProject } from '../project.ts';
import { answerJson, startLoopbackServer } from './loopback-server.ts';

const documentOf = (file: string): unknown => JSON.parse(readFileSync(realDocument(file), 'utf8'));
const secrets = { petstore_auth: 'PETSTORE_TOKEN', api_key: 'PETSTORE_KEY' };

/** A project whose configuration names the document of an API, with everything of it accepted. */
async function opened(
  openapi: { readonly [name: string]: object },
  files: { readonly [name: string]: unknown },
  locale: 'en' | 'zh-CN' = 'en',
): Promise<Toolcrib> {
  const project = temporaryProject({ ...files, 'toolcrib.json': { openapi } });
  const toolcrib = await openToolcrib({
    trust: 'always',
    project,
    environment: {
      TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'],
      PETSTORE_TOKEN: 'oauth-4711',
      PETSTORE_KEY: 'key-4711',
      TOOLCRIB_LOG: 'off',
    },
    locale,
    onImportNotice: () => undefined,
    service: { approver: () => ({ decision: 'allow_once', by: 'test' }) },
  });
  onTestFinished(() => toolcrib.close());
  expect(toolcrib.problems).toEqual([]);
  const imports = await toolcrib.imports();
  for (const name of Object.keys(openapi)) await imports.accept(await imports.review(name));
  return toolcrib;
}

test.each(['petstore.openapi3.0.json', 'petstore.swagger2.json'])(
  'E2.4 the operations of %s are REST tools: GET, POST, PUT and DELETE with base URL, headers and credentials',
  async (file) => {
    const { address } = await startPetstore();
    const pets = { document: 'api.json', base_url: `${address}/v2`, secrets };
    const { service } = await opened({ pets }, { 'api.json': documentOf(file) });
    expect(service.registry.get('pets__addPet')).toMatchObject({ type: 'rest', source: 'openapi:pets' });
    const output = async (name: string, given: object): Promise<unknown> => {
      const result = await service.execute(`pets__${name}`, given);
      return result.status === 'success' ? result.output : result.error;
    };
    expect(await output('getPetById', { petId: 1 })).toEqual({ id: 1, key: 'right' });
    expect(await output('addPet', { name: 'Rex', photoUrls: [] })).toMatchObject({ name: 'Rex' });
    expect(await output('updatePet', { name: 'Max', photoUrls: [] })).toMatchObject({ name: 'Max' });
    expect(await output('deletePet', { petId: 1 })).toMatchObject({ gone: 1 });
    expect(await output('updatePetWithForm', { petId: 1, name: 'ä&b' })).toEqual({ id: 1, name: 'ä&b' });
  },
);

test.each([
  [401, 'unauthorized', 'AuthenticationError'],
  [404, 'not_found', 'ToolExecutionError'],
  [422, 'bad_request', 'ValidationError'],
  [429, 'rate_limited', 'RateLimitError'],
  [503, 'server_error', 'ServerError'],
])('E2.4 the status %i of an API from a document becomes %s, a %s', async (status, errorCode, errorType) => {
  const { address } = await startLoopbackServer((_, response) =>
    answerJson(response, status, { message: 'no' }, { 'retry-after': '7' }),
  );
  const { service } = await opened(
    { pets: { document: 'api.json', base_url: address } },
    { 'api.json': documentOf('petstore.openapi3.0.json') },
  );
  const result = await service.execute('pets__getOrderById', { orderId: 1 });
  expect(result).toMatchObject({ status: 'error', errorCode, errorType });
  if (status === 429) expect(result).toMatchObject({ data: { retryAfterSeconds: 7 } });
});

test('E2.4 an answer in pages tells how to ask for the next one', async () => {
  const { address } = await startLoopbackServer((request, response) =>
    answerJson(response, 200, [], {
      link: `<http://${request.headers.host}/repos/a/b/issues?page=3&state=open>; rel="next"`,
    }),
  );
  const { service } = await opened(
    {
      github: {
        document: realDocument('github.openapi3.0.json.br'),
        base_url: address,
        include: ['issues/list-for-repo'],
      },
    },
    {},
  );
  const result = await service.execute('github__issues_list-for-repo', { owner: 'a', repo: 'b', page: 2 });
  expect(result).toMatchObject({
    status: 'success',
    metadata: { notes: { next_page: { page: 3, state: 'open' } } },
  });
});

test.each([
  ['en', 'Parameter petId must be'],
  ['zh-CN', '参数'],
] as const)(
  'E2.4 wrong arguments of an operation are told in %s, and nothing is sent',
  async (locale, words) => {
    const server = await startPetstore();
    const pets = { document: 'api.json', base_url: server.address, secrets };
    const { service } = await opened(
      { pets },
      { 'api.json': documentOf('petstore.openapi3.0.json') },
      locale,
    );
    const result = await service.execute('pets__getPetById', { petId: 'x' });
    expect(result).toMatchObject({ errorType: 'ValidationError', error: expect.stringContaining(words) });
    expect(server.requests).toEqual([]);
  },
);
