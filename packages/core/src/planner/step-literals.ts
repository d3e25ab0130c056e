import { readText } from '../discovery/parameters/spans.ts';
import { hasHan } from '../discovery/parameters/words.ts';
import type { Tool } from '../tool/tool.ts';
import type { Wiring } from './wire-arguments.ts';

/** The paths, addresses and formulas of a step. */
export function literalsIn(text: string): readonly string[] {
  return readText(text).spans.flatMap(({ kind, text: said }) =>
    kind === 'path' || kind === 'url' || kind === 'email' || kind === 'formula' ? [said] : [],
  );
}

/** How many of the literals of a step the words surely mean for a parameter. */
export function shareClaimed(
  literals: readonly string[],
  { arguments: given, sure, forEach }: Wiring,
): number {
  if (literals.length === 0) return 0;
  const values = JSON.stringify([sure.map((name) => given[name]), forEach ?? null]);
  return literals.filter((literal) => values.includes(literal)).length / literals.length;
}

/** The step with words for its literals: what `log.txt` is called says nothing about the tool. */
export function withoutValues(text: string): string {
  const literals = readText(text).spans.filter(({ kind, quoted }) => quoted === true || kind in kindNames);
  const words = hasHan(text) ? 'zh' : 'en';
  let asked = text;
  for (const { start, end, kind, text: said } of literals.toSorted((one, other) => other.start - one.start)) {
    const name = kindNames[kind === 'path' && said.includes('*') ? 'pattern' : kind]?.[words] ?? '';
    if (end <= asked.length) asked = `${asked.slice(0, start)} ${name} ${asked.slice(end)}`;
  }
  return asked.replaceAll(/\s+/gu, ' ').trim();
}

const kindNames: Readonly<Record<string, { en: string; zh: string }>> = {
  path: { en: 'file', zh: '文件' },
  pattern: { en: 'file name pattern', zh: '文件名称模式' },
  url: { en: 'web page', zh: '网页' },
  email: { en: '', zh: '' },
  code: { en: '', zh: '' },
  formula: { en: 'expression', zh: '表达式' },
};

/** Literals, and names such as AAPL, that have become nothing. */
export function unusedIn(text: string, given: object, { name }: Tool): readonly string[] {
  const said = JSON.stringify(given).toLowerCase();
  const isUsed = (word: string): boolean =>
    said.includes(JSON.stringify(word).slice(1, -1).toLowerCase()) ||
    name.toLowerCase().includes(word.toLowerCase());
  const words = readText(text).spans.flatMap(({ kind, quoted, text: word }) =>
    quoted === true || exactKinds.has(kind) || (kind === 'entity' && /^[A-Z]{2,}$/u.test(word)) ? [word] : [],
  );
  return [...new Set(words)].filter((word) => !isUsed(word));
}

const exactKinds: ReadonlySet<string> = new Set(['quoted', 'path', 'url', 'email', 'formula']);

/** A list that is written out: "Paris, Rome and Oslo". What is only a word for things is none. */
export function itemsIn(said: string): readonly string[] {
  const parts = said
    .split(/\s*(?:[,，、;；]|(?<!\w)(?:and|or)(?!\w)|和|与|及|以及)\s*/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isName = (part: string): boolean => /^[\p{Lu}\d"'“`./]|[./@]|\p{Script=Han}/u.test(part);
  return parts.length > 1 && parts.every(isName) ? parts.map(unquoted) : [];
}

const listedKinds: ReadonlySet<string> = new Set([
  'path',
  'url',
  'email',
  'entity',
  'code',
  'quoted',
  'place',
]);

/** The longest list of names, paths or addresses in a text. */
export function listsIn(text: string): readonly string[] {
  const lists = readText(text).spans.flatMap(({ kind, items = [] }) =>
    kind === 'list' && items.every((item) => listedKinds.has(item.kind))
      ? [items.map((item) => item.text)]
      : [],
  );
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function unquoted(text: string): string {
  return text.replace(/^["“'`](.*)["”'`]$/u, '$1');
}
