import { ToolService } from '@toolcrib/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { removeFiles, surveyOf } from '../../connectors/openapi/survey.test-support.ts';
import { services } from '../service.test-support.ts';
import { operationList } from './contract.ts';
import { inline } from './inline.ts';
import { toOpenApi } from './openapi-document.ts';
import { schemas } from './schemas.ts';

const { startService } = services(onTestFinished);
afterEach(removeFiles);

describe('the contract', () => {
  test('says each thing once: no two operations share a path and a method, and no input two names', () => {
    const places = operationList.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
    for (const [name, { path, query, body }] of operationList) {
      const names = [
        ...[...path.matchAll(/\{(\w+)\}/gu)].map(([, one]) => one),
        ...Object.keys(query?.properties ?? {}),
        ...Object.keys((body && inline(body).properties) ?? {}),
      ];
      expect(new Set(names).size, name).toBe(names.length);
    }
  });

  test('changes nothing by reading, and takes nothing that it does not know', () => {
    for (const [name, { method, body, scope }] of operationList) {
      if (method === 'get')
        expect([body, /^(?:open|read|admin)$/u.test(scope)], name).toEqual([undefined, true]);
      else if (body !== undefined) expect(inline(body), name).toMatchObject({ additionalProperties: false });
    }
  });

  test('lets nobody but people decide: what approves or administers is closed to agents', () => {
    for (const [name, { scope, people }] of operationList)
      if (scope === 'approve' || scope === 'admin') expect(people, name).toBe(true);
  });

  test('is made of schemas that Ajv takes in its strict mode', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    for (const [name, { query, body, response }] of operationList)
      for (const schema of [query, body, response])
        if (schema !== undefined) expect(() => ajv.compile(inline(schema)), name).not.toThrow();
  });

  test('refers to nothing that is not there, and names nothing that nobody refers to', () => {
    const text = JSON.stringify(toOpenApi({ version: '1.0.0', address: 'http://127.0.0.1' }));
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)].map(([, name]) => name);
    expect([...new Set(referred)].toSorted()).toEqual(Object.keys(schemas).toSorted());
  });
});

test('our own OpenAPI connector makes a tool of every operation, and these tools work', async () => {
  const { address, client, toolcrib } = await startService();
  const operator = await client();
  const { token } = operator;
  const document: unknown = await operator.ask('get_openapi', {});
  const { definitions, leftOut } = await surveyOf(document, {
    name: 'self',
    baseUrl: address,
    secrets: { token: 'TOKEN' },
  });
  expect(leftOut.map(({ operation }) => operation)).toEqual([]);
  const names = operationList.map(([name]) => `self__${name}`);
  expect(definitions.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const service = new ToolService({
    builtins: false,
    secrets: () => token,
    approver: () => ({ decision: 'allow_once' }),
  });
  for (const definition of definitions) service.registerTool(definition);
  expect(await service.execute('self__list_tools', { q: 'arithmetic', limit: 5 })).toMatchObject({
    status: 'success',
    output: { items: [{ name: 'calculator' }], total: 1 },
  });
  expect(
    await service.execute('self__execute_tool', {
      tool_name: 'calculator',
      arguments: { expression: '6*7' },
    }),
  ).toMatchObject({ status: 'success', output: { output: { result: '42' } } });
  expect(await service.execute('self__get_record', { call_id: 'nobody' })).toMatchObject({ status: 'error' });
  expect((await toolcrib.store.history.list()).records).toHaveLength(1);
});
