import { expect, test } from 'vitest';
import { readCalls } from './read-call.ts';

function read(given: unknown, name: unknown = 'tool') {
  return readCalls([{ id: 'x', name, arguments: given }], undefined)[0];
}

function unreadable(problem: object): object {
  return { code: 'invalid_arguments', data: { problems: [{ path: '', ...problem }] } };
}

test('arguments arrive as JSON text or as an object', () => {
  expect(read('{"a":1}')).toEqual({ id: 'x', toolName: 'tool', arguments: { a: 1 } });
  expect(read({ a: 1 })).toEqual({ id: 'x', toolName: 'tool', arguments: { a: 1 } });
});

test('no arguments are an empty object', () => {
  for (const given of [undefined, null, '', '  ']) expect(read(given)).toMatchObject({ arguments: {} });
});

test('text that is not JSON stays, with the reason', () => {
  expect(read('{"a":')).toEqual({
    id: 'x',
    toolName: 'tool',
    arguments: '{"a":',
    problem: unreadable({ keyword: 'json', expected: 'JSON', received: 'broken text' }),
  });
});

test('JSON that is not an object stays, with the reason', () => {
  expect(read('[1]')).toMatchObject({
    arguments: [1],
    problem: unreadable({ keyword: 'type', expected: 'object', received: 'array' }),
  });
  expect(read(7)).toMatchObject({
    arguments: 7,
    problem: unreadable({ keyword: 'type', expected: 'object', received: 'integer' }),
  });
});

test('a call without a name is a call with a problem', () => {
  for (const name of [null, 5, '']) {
    expect(read({}, name)).toMatchObject({ toolName: '', problem: { code: 'tool_not_found' } });
  }
});

test('a key named __proto__ is data', () => {
  const call = read('{"__proto__":{"polluted":true}}');
  expect(JSON.stringify(call?.arguments)).toBe('{"__proto__":{"polluted":true}}');
  expect(Object.getPrototypeOf(call?.arguments)).toBe(Object.prototype);
});

test('text nested beyond reason does no harm', () => {
  expect(() => read(`${'{"a":'.repeat(200_000)}1`)).not.toThrow();
});

test('calls without ids are numbered', () => {
  const parts = [1, 2].map(() => ({ id: undefined, name: 'tool', arguments: {} }));
  expect(readCalls(parts, undefined)).toMatchObject([
    { id: 'call_0', idIsMadeUp: true },
    { id: 'call_1', idIsMadeUp: true },
  ]);
});
