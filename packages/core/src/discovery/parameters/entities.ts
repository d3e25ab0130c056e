import { functionWords, openers } from './stop-words.ts';

/** A run of words with capitals: a name. */
export interface Entity {
  readonly start: number;
  readonly end: number;
}

const token = /(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}'’&.-]){0,60}/gu;
const links: ReadonlySet<string> = new Set([
  'of',
  'the',
  'de',
  'la',
  'le',
  'van',
  'von',
  'der',
  'del',
  'di',
  'da',
  '&',
  'du',
  'al',
  'bin',
  'v',
  'v.',
  'vs',
  'vs.',
]);
const titles = /^(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|Mt|Ft|No|vs|v|[A-Z])\.$/u;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly capital: boolean;
  readonly opens: boolean;
}

/** Names in a text of Latin letters: capitalised words in a row, small links between them kept. */
export function findEntities(text: string): Entity[] {
  const tokens = tokensOf(text);
  const found: Entity[] = [];
  let index = 0;
  while (index < tokens.length) {
    const first = tokens[index] as Token;
    if (!first.capital || isOpener(first, tokens[index + 1])) {
      index++;
      continue;
    }
    let last = index;
    for (let next = index + 1; next < tokens.length && next - index < 12; next++) {
      const gap = text.slice((tokens[next - 1] as Token).end, (tokens[next] as Token).start);
      const word = tokens[next] as Token;
      if (!/^ {1,2}$/u.test(gap) || word.text === 'I') break;
      if (word.capital || (last === next - 1 && /^\d{1,3}$/u.test(word.text))) last = next;
      else if (!links.has(word.text)) break;
    }
    const end = (tokens[last] as Token).end;
    // "GDP of Germany" is no name; "Bank of England" is.
    const linked = /^\p{Lu}{2,6} of (?:the )?(?=\p{Lu})/u.exec(text.slice(first.start, end));
    found.push({ start: first.start + (linked?.[0].length ?? 0), end });
    index = last + 1;
  }
  return found;
}

const saidName =
  /(?:名字|姓名|名称|本人|我|客户|用户)?(?:叫做|叫|名为|名字是|姓名是|姓名为|名称是|名称为|姓名[：:])\s?(\p{Script=Han}{2,4})(?=[，。,、；！？\s]|$)/gu;

const addressedName = /(?:给|向|联系|通知|邀请)(\p{Script=Han}{2,3})(?=发|打|寄|转|送|汇|留|写|借|付)/gu;

/** Names in a Chinese text: what stands behind "姓名是" or "叫". */
export function findSaidNames(text: string): Entity[] {
  return [...text.matchAll(saidName), ...text.matchAll(addressedName)].map((match) => {
    const end = match.index + match[0].length;
    return { start: end - (match[1] as string).length, end };
  });
}

/** A request begins with a capital that says nothing: "Find", "What", "I'm". */
function isOpener({ text, opens }: Token, next: Token | undefined): boolean {
  const lower = text.toLowerCase();
  if (lower === 'i' || /^i['’]/u.test(lower)) return true;
  if (opens)
    return (
      openers.has(lower) ||
      (functionWords.has(lower) && !(lower === 'the' && next?.capital === true)) ||
      (lower === 'the' && next?.capital !== true)
    );
  return (
    functionWords.has(lower) &&
    lower !== 'the' &&
    text.length < 4 &&
    text !== text.toUpperCase() &&
    next?.capital !== true
  );
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let previousEnd = 0;
  for (const match of text.matchAll(token)) {
    let word = match[0].replace(/['’]s$/u, '');
    if (!titles.test(word) && !/^(?:[A-Z]\.){2,}$/u.test(word)) word = word.replace(/[.'’&-]+$/u, '');
    if (word === '') continue;
    const before = text.slice(previousEnd, match.index);
    const opens = tokens.length === 0 || /[.!?:;\n。！？：]/u.test(before) || /["'“]$/u.test(before);
    tokens.push({
      text: word,
      start: match.index,
      end: match.index + word.length,
      capital: /^[\p{Lu}]/u.test(word),
      opens,
    });
    previousEnd = match.index + word.length;
  }
  return tokens;
}
