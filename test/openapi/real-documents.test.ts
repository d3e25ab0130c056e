import { parseTool } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { survey } from '../../packages/toolcrib/src/connectors/openapi/survey.test-support.ts';
import { realDocument } from './real-document.ts';

test.each([
  ['petstore.swagger2.json', 20, 8],
  ['petstore.openapi3.0.json', 20, 8],
  ['star-trek.openapi3.0.yaml', 120, 80],
  ['readme.openapi3.1.yaml', 54, 23],
  ['kubernetes-1.13.swagger2.json.br', 1014, 515],
  ['github.openapi3.0.json.br', 1223, 639],
])('every operation of %s becomes a tool', async (file, operations, reading) => {
  const found = await survey({ document: realDocument(file), baseUrl: 'https://api.example' });
  expect(found).toMatchObject({ operations, leftOut: [] });
  const tools = found.definitions.map((definition) => parseTool(definition));
  expect(new Set(tools.map(({ name }) => name)).size).toBe(operations);
  expect(tools.filter(({ annotations }) => annotations.readOnly)).toHaveLength(reading);
  for (const { name, description, parameters, returns, approval, annotations } of tools) {
    expect(name).toMatch(/^api__[\w-]{1,59}$/u);
    expect(description.length).toBeLessThanOrEqual(500);
    expect(approval).toBe(annotations.readOnly ? 'safe' : 'confirm');
    expect(sizeOf(parameters)).toBeLessThan(20_000);
    expect(sizeOf(returns)).toBeLessThan(8_000);
  }
});

test('what is shared stands once in a definition', async () => {
  const { definitions } = await survey({
    document: realDocument('kubernetes-1.13.swagger2.json.br'),
    baseUrl: 'https://api.example',
    include: ['createCoreV1NamespacedPod'],
  });
  const [pod] = definitions.map((definition) => parseTool(definition));
  const names = Object.keys(pod?.parameters['$defs'] ?? {});
  expect(names).toEqual(expect.arrayContaining(['ObjectMeta', 'PodSpec', 'PodStatus']));
  expect(new Set(names).size).toBe(names.length);
});

function sizeOf(schema: unknown): number {
  return schema === undefined ? 0 : JSON.stringify(schema).length;
}
