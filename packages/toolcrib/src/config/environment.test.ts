import { expect, test } from 'vitest';
import { substitute } from './environment.ts';

const environment = { HOME: '/home/ada', EMPTY: '', _x9: 'y', DOLLARS: '$& ${HOME}' };

test.each([
  ['${HOME}', '/home/ada'],
  ['${HOME}/a/${_x9}', '/home/ada/a/y'],
  ['${EMPTY}', ''],
  ['${NOT_SET:-otherwise}', 'otherwise'],
  ['${NOT_SET:-}', ''],
  ['${HOME:-otherwise}', '/home/ada'],
  ['${EMPTY:-otherwise}', 'otherwise'],
  ['$HOME {HOME} $ {HOME} ${} ${9} ${A-B}', '$HOME {HOME} $ {HOME} ${} ${9} ${A-B}'],
])('%j becomes %j', (text, expected) => {
  expect(substitute(text, environment)).toEqual({ value: expected, missing: [] });
});

test('what a variable holds is taken as it is, not looked at again', () => {
  expect(substitute('${DOLLARS}', environment)).toEqual({ value: '$& ${HOME}', missing: [] });
});

test('variables are put in at every depth, and only into values', () => {
  const given = { '${HOME}': [{ a: '${_x9}' }, 1, true, null] };
  expect(substitute(given, environment).value).toEqual({ '${HOME}': [{ a: 'y' }, 1, true, null] });
});

test('a variable that is not set is reported with its path, and its text stays', () => {
  expect(substitute({ a: [{ b: '${NOPE} ${HOME} ${NADA}' }] }, environment)).toEqual({
    value: { a: [{ b: '${NOPE} /home/ada ${NADA}' }] },
    missing: [
      { path: ['a', 0, 'b'], name: 'NOPE' },
      { path: ['a', 0, 'b'], name: 'NADA' },
    ],
  });
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'what every object inherits is no variable: %s',
  (name) => {
    const { value, missing } = substitute(`\${${name}}`, {});
    expect(value).toBe(`\${${name}}`);
    expect(missing).toEqual([{ path: [], name }]);
  },
);

test('a key such as __proto__ stays a key', () => {
  const { value } = substitute(JSON.parse('{"__proto__": {"polluted": "${HOME}"}}'), environment);
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
