import { expect, test } from 'vitest';
import { instrument } from './instrument.ts';
import { mutantsOf } from './mutants.ts';

const changesOf = (source: string): string[] =>
  mutantsOf(source).map(({ text, start, end }) => `${source.slice(start, end)} -> ${text}`);

test.each([
  ['a < b', ['(a) <= (b)', '(a) >= (b)']],
  ['a === b', ['(a) !== (b)']],
  ['a && b', ['(a) || (b)']],
  ['a ?? b', ['(a) && (b)']],
  ['a + 1', ['(a) - (1)']],
  ["a + 'text'", []],
  ['!a', ['a']],
  ['i++', ['i--']],
  ['true', ['false']],
  ['/^a$/u', ['/a$/u', '/^a/u']],
  ['[1, 2]', ['[]']],
  ['() => a', ['undefined']],
  ['a ? b : c', ['true', 'false']],
  ['a?.b', ['a.b']],
  ['a?.[0].b', ['a[0].b']],
  ['a.some(b)', ['a.every(b)']],
  ['a.filter(b)', ['a']],
])('%s', (expression, changes) => {
  expect(mutantsOf(`const x = ${expression};`).map(({ text }) => text)).toEqual(changes);
});

test('a condition, a loop, a case and a function are each left out or taken', () => {
  expect(changesOf('if (a) b();')).toEqual(['a -> true', 'a -> false', 'b() -> undefined']);
  expect(changesOf('while (a) b();')).toEqual(['a -> false', 'b() -> undefined']);
  expect(changesOf('switch (a) { case 1: b(); }')).toEqual(['b() -> undefined', ' -> break;']);
  expect(changesOf('function f() { g(); }')).toEqual([' -> return;', 'g() -> undefined']);
});

test('types and constructors have none', () => {
  const source =
    'class A { constructor() { this.x = true; } } type T = true; const x = y as readonly [true];';
  expect(changesOf(source)).toEqual([]);
});

const source = `
  export function judge(age: number, names: readonly string[] | undefined): string {
    if (age >= 18 && names?.some((name) => name.startsWith('a') || !name.endsWith('z')) === true) return 'in';
    return [1, 2].map((n) => n * age).join();
  }
`;

/** What the function does with one of its mutants, or none. */
async function judgeWith(active: number | undefined): Promise<(...given: unknown[]) => string> {
  const mutants = mutantsOf(source).map((mutant, id) => ({ ...mutant, id }));
  const { stripTypeScriptTypes } = await import('node:module');
  const from = toUrl(`export const isMutant = (id) => id === ${active};`);
  const code = stripTypeScriptTypes(instrument(source, mutants, from));
  const { judge } = (await import(/* @vite-ignore */ toUrl(code))) as { judge: () => string };
  return judge;
}

function toUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

test('a source with mutants does what it did while none is on', async () => {
  const judge = await judgeWith(undefined);
  expect(judge(18, ['ab'])).toBe('in');
  expect(judge(18, ['bz'])).toBe('18,36');
  expect(judge(17, ['ab'])).toBe('17,34');
  expect(judge(18, undefined)).toBe('18,36');
});

test('each mutant does something else for somebody', async () => {
  const given = [
    [18, ['ab']],
    [18, ['bz']],
    [18, ['bc', 'bz']],
    [18, ['az']],
    [17, ['ab']],
    [19, ['ab']],
    [18, undefined],
  ];
  const tell = (judge: (...one: unknown[]) => string): string =>
    given.map((one) => attempt(() => judge(...one))).join(' ');
  const before = tell(await judgeWith(undefined));
  for (const [id, mutant] of mutantsOf(source).entries())
    expect(tell(await judgeWith(id)), JSON.stringify(mutant)).not.toBe(before);
});

function attempt(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}
