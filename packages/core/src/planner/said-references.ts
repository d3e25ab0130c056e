import { sharedTerms, termsOf, type Offer } from './offers.ts';

/** Words of a step that stand for what came before: "it", "the summary", "这些文件". */
export interface SaidReference {
  /** What is named; empty for a pronoun, and for words such as "the result". */
  readonly terms: ReadonlySet<string>;
  readonly noun: string;
  readonly plural: boolean;
  /** "both", "all results": everything that nobody has used yet. */
  readonly all: boolean;
}

export interface ReferringStep {
  readonly references: readonly SaidReference[];
  /** The step without those words, so that they are not taken for values. */
  readonly rest: string;
}

/** Finds what a step refers back to. `plain` is the step without its literals, place by place. */
export function findReferences(text: string, plain: string, offers: readonly Offer[]): ReferringStep {
  const references: SaidReference[] = [];
  let rest = text;
  const found = patterns
    .flatMap((pattern) => [...plain.matchAll(pattern)])
    .toSorted((one, other) => one.index - other.index || other[0].length - one[0].length);
  let taken = 0;
  for (const match of found) {
    const noun = (match.groups?.['noun'] ?? '').trim();
    const word = (match.groups?.['word'] ?? '').trim();
    if (match.index < taken) continue;
    const behind = plain.slice(match.index + match[0].length);
    const isKept =
      /[把将]$/u.test(plain.slice(0, match.index)) && /^(?:写|保存|存|发|寄|打印|上传)/u.test(behind);
    const reference = toReference(noun, word, offers, isKept);
    if (reference === undefined) continue;
    const start = match.index + match[0].indexOf(word + (match.groups?.['noun'] ?? ''));
    taken = match.index + match[0].length;
    references.push(reference);
    rest = blank(rest, Math.max(start, match.index), taken);
  }
  return { references, rest: rest.replaceAll(/\s+/gu, ' ').trim() };
}

const patterns: readonly RegExp[] = [
  /(?<word>\b(?:both of them|all of them|it|them|they|these|those|both|him|her)\b)(?!\s+(?:[a-z]+s|results?|contents?)\b)(?!['’])/giu,
  /(?<word>\b(?:this|that)\b)(?=\s+(?:to|into|in|from|with|by|as)\b|\s*$)/giu,
  /(?<word>\b(?:(?:both|all)(?: the| of the)?|the|its|their|his|her|this|that|these|those) )(?<noun>(?:[a-z]+ ){0,2}?[a-z]+)(?=\s*$|\s*[,;.]|\s+(?:to|into|in|as|by|from|onto|on|via|with|at)\b|\s+¤+@)/giu,
  /(?<word>)(?<noun>\b(?:results|matches)\b)(?=\s+(?:to|into|in|as|by)\b)/giu,
  /(?<word>它们|他们|她们|二者|两者|它|他|她|其(?!他|它|中))(?:的)?(?<noun>内容|结果|输出)?/gu,
  /(?<=[把将])(?<word>(?:这[个些]|该|上述|全部|所有|两个|这两个)?)(?<noun>[\p{Script=Han}]{1,8}?)(?=全部|都|分别|从|以|用|按|写|保存|存|发|寄|翻译|译|换算|转换|兑换|总结|概括|汇总|排序|删除|关闭|打印|通知|提交|合并|追加|导出|上传|读|作为)/gu,
  /(?<word>这[个些]|那些|该|上述|两个|这两个|所有|全部)(?<noun>[\p{Script=Han}]{1,4}?)(?=的|写|保存|存|发|翻译|[，,。]|\s|$)/gu,
  /(?<=总结|概括|翻译|汇总|保存|打印|发送|读取|关闭|删除|分析)(?<word>)(?<noun>[\p{Script=Han}]{2,4})(?=\s*$|到|至)/gu,
];

/** Nouns that mean whatever was given. */
const generic =
  /^(?:results?|outputs?|contents?|answers?|responses?|texts?|data|list|everything|结果|内容|输出|全文|正文|回答|文本|数据|列表|清单|名单)$/iu;
const everything = /^(?:both|all)\b|^(?:两个|这两个|二者|两者|所有|全部)/iu;
const many = /^(?:them|they|these|those)\b|^(?:它们|他们|她们|这些|那些)|[^s]s$/iu;

function toReference(
  noun: string,
  word: string,
  offers: readonly Offer[],
  isKept: boolean,
): SaidReference | undefined {
  const all = everything.test(word);
  const plural = all || many.test(word) || many.test(noun);
  if (noun === '' || generic.test(noun.split(' ').at(-1) ?? ''))
    return word === '' && noun === '' ? undefined : { terms: new Set(), noun: '', plural, all };
  const terms = termsOf(noun);
  const known = offers.some(({ nameTerms, terms: said }) => namesIt(terms, nameTerms, said));
  if (known) return { terms, noun, plural, all };
  // What is taken to be kept or sent is at hand, by whatever name.
  return isKept && offers.length > 0 ? { terms: new Set(), noun: '', plural, all } : undefined;
}

/** Whether words name something: its name has all of one of the two, or its description has them all. */
export function namesIt(
  terms: ReadonlySet<string>,
  nameTerms: ReadonlySet<string>,
  described: ReadonlySet<string>,
): boolean {
  return sharedTerms(terms, nameTerms) >= 0.5 || (terms.size > 0 && sharedTerms(terms, described) >= 1);
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}
