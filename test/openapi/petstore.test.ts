import { ToolService, type ToolResult } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { startPetstore } from './petstore-server.ts';
import { survey } from '../../packages/toolcrib/src/connectors/openapi/survey.test-support.ts';
import { realDocument } from './real-document.ts';

/** Every operation of the Petstore, with arguments, and what its server makes of them. */
const calls: [string, object, unknown][] = [
  [
    'addPet',
    { name: 'Rex', photoUrls: ['a'], category: { name: 'dog' } },
    { id: 1, name: 'Rex', photoUrls: ['a'], category: { name: 'dog' } },
  ],
  ['updatePet', { name: 'Rex', photoUrls: [] }, { id: 1, name: 'Rex', photoUrls: [] }],
  ['findPetsByStatus', { status: ['sold', 'pending'] }, [{ status: 'sold' }, { status: 'pending' }]],
  ['findPetsByTags', { tags: ['a,b', 'c&d'] }, [{ tags: [{ name: 'a,b' }] }, { tags: [{ name: 'c&d' }] }]],
  ['getPetById', { petId: 7 }, { id: 7, key: 'right' }],
  ['updatePetWithForm', { petId: 7, name: 'Max & Moritz' }, { id: 7, name: 'Max & Moritz' }],
  ['deletePet', { petId: 7, api_key: 'mine' }, { gone: 7, key: 'mine' }],
  [
    'uploadFile',
    { petId: 7, additionalMetadata: 'a dog', file: { base64: btoa('12345'), filename: 'dog.png' } },
    { id: 7, additionalMetadata: 'a dog', file: { filename: 'dog.png', length: 5 } },
  ],
  ['getInventory', {}, { key: 'right' }],
  ['placeOrder', { petId: 7, quantity: 1, status: 'placed' }, { petId: 7, quantity: 1, status: 'placed' }],
  ['getOrderById', { orderId: 3 }, { id: 3 }],
  ['deleteOrder', { orderId: 3 }, { gone: 3 }],
  ['createUser', { username: 'ada', email: 'a@b.example' }, { username: 'ada', email: 'a@b.example' }],
  ['createUsersWithArrayInput', { body: [{ username: 'a' }, { username: 'b' }] }, 2],
  ['createUsersWithListInput', { body: [{ username: 'a' }] }, 1],
  ['loginUser', { username: 'a b', password: 'p&q' }, { username: 'a b', password: '[redacted]' }],
  ['logoutUser', {}, 'bye'],
  ['getUserByName', { username: '../ada' }, { username: '../ada' }],
  [
    'updateUser',
    { username: 'ada', body: { email: 'x@y.example' } },
    { username: 'ada', email: 'x@y.example' },
  ],
  ['deleteUser', { username: 'ada' }, { gone: 'ada' }],
];

async function petstore(file: string): Promise<(name: string, given: object) => Promise<ToolResult>> {
  const { address } = await startPetstore();
  const { definitions } = await survey({
    name: 'petstore',
    document: realDocument(file),
    baseUrl: `${address}/v2`,
    secrets: { petstore_auth: 'PETSTORE_TOKEN', api_key: 'PETSTORE_KEY' },
  });
  const service = new ToolService({
    builtins: false,
    approver: () => ({ decision: 'allow_once', by: 'test' }),
    secrets: (name) => ({ PETSTORE_TOKEN: 'oauth-4711', PETSTORE_KEY: 'key-4711' })[name],
  });
  for (const definition of definitions) service.registerTool(definition);
  return (name, given) => service.execute(`petstore__${name}`, given);
}

test.each(['petstore.openapi3.0.json', 'petstore.swagger2.json'])(
  'a server that takes nothing but what %s says takes every call',
  async (file) => {
    const call = await petstore(file);
    expect(calls).toHaveLength(20);
    for (const [name, given, output] of calls) {
      const result = await call(name, given);
      expect(result, name).toMatchObject({ status: 'success' });
      if (name !== 'loginUser') expect(result, name).toMatchObject({ output });
    }
  },
);

test('arguments that the document does not allow never reach the server', async () => {
  const call = await petstore('petstore.openapi3.0.json');
  for (const [name, given] of [
    ['addPet', { name: 'Rex' }],
    ['addPet', { name: 'Rex', photoUrls: [], colour: 'red' }],
    ['getPetById', { petId: 'seven' }],
    ['findPetsByStatus', { status: ['lost'] }],
    ['deletePet', { petId: 1, api_key: 'a\r\nx-evil: 1' }],
    ['getUserByName', { username: '..' }],
  ] as const)
    expect(await call(name, given), name).toMatchObject({ errorCode: 'invalid_arguments' });
});
