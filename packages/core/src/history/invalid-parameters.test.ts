import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { invalidParameters } from './invalid-parameters.ts';
import { MemoryHistory } from './memory-history.ts';
import { sampleRecord } from '../testing/sample-record.ts';

async function wrongIn(given: object): Promise<readonly string[]> {
  const history = new MemoryHistory();
  const service = new ToolService({ history, builtins: false });
  service.registerTool({
    name: 'add',
    description: 'Add.',
    parameters: {
      type: 'object',
      properties: { a: { type: 'number' }, list: { type: 'array', items: { type: 'number' } } },
      required: ['a'],
      additionalProperties: false,
    },
    run: () => 1,
  });
  await service.execute('add', given);
  return history.list().flatMap(invalidParameters);
}

test.each<[object, string[]]>([
  [{ a: 1 }, []],
  [{}, ['a']],
  [{ a: 'x' }, ['a']],
  [{ a: 1, list: [1, 'x', 'y'] }, ['list[]']],
  [{ a: 1, b: 2 }, ['b']],
])('%j has %j wrong', async (given, expected) => {
  expect(await wrongIn(given)).toEqual(expected);
});

test('a name that was made up is cut', async () => {
  expect((await wrongIn({ a: 1, ['x'.repeat(500)]: 1 })).map(({ length }) => length)).toEqual([200]);
});

test.each([undefined, null, 'x', {}, { problems: 'x' }, { problems: [null, 'x', {}] }])(
  'facts such as %j name none',
  (errorData) =>
    expect(invalidParameters(sampleRecord({ errorCode: 'invalid_arguments', errorData }))).toEqual([]),
);
