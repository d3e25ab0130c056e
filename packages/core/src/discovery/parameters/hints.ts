import { functionWords } from './stop-words.ts';

/** What a description gives away about the values it wants: examples, choices, the meaning of a choice, a default. */

const exampleLead =
  /(?:\be\.?g\.?[,:]?|\bfor (?:example|instance)[,:]?|\bsuch as|\bExamples?(?: include| are)?[:,]?|\blike(?= ['"‘“])|例如[，,：:]?|比如[，,：:]?|譬如|(?<![假])如(?=[‘'“"\p{Script=Han}A-Z\d])[：:]?)\s*/giu;
const choiceLead =
  /(?:\bchoices?\b(?: are| include)?[:,]?|\boptions?\b(?: are| include)?:?|\b(?:possible|valid|allowed|accepted|supported|optional|enumerated|available|candidate) (?:enumerated )?(?:values?|options?|types?|choices?)(?: are| include)?(?=:)|\b(?:possible|valid|allowed|accepted|supported|optional|available) (?:values?|options?|types?|choices?)(?: are| include)?|\bone of:?|\beither|\bcan be|候选集[：:]?|可选值[为是]?[：:]?|可选项?[为是]?[：:]?|取值[为是]?[：:]?|选项[为是包括]{0,3}[：:]?)\s*/giu;
const quotedValue =
  /(?<![\p{Script=Latin}\p{N}])(?:'([^'\n]{1,60})'(?!\p{Script=Latin})|"([^"\n]{1,60})"|‘([^\n’]{1,60})’(?!\p{Script=Latin})|“([^”\n]{1,60})”|`([^`\n]{1,60})`)/gu;
const maxHints = 40;
const maxLists = 6;

/** "(e.g., student visa, work visa)" as its two values. */
export function examplesIn(description: string): string[] {
  const listed = listsAfter(exampleLead, description).flatMap((list) => valuesOf(list, false));
  const quoted = quotedIn(description.slice(0, 3000));
  const standard = /\bdefaults?(?: value)?(?: is| to)? ([a-z]{3,20})\b/iu.exec(description)?.[1];
  const usual =
    standard === undefined ||
    functionWords.has(standard) ||
    /^(?:true|false|none|null|empty|current|using|not|value)$/iu.test(standard)
      ? []
      : [standard];
  return [...new Set([...listed, ...quoted, ...usual])].slice(0, maxHints);
}

/** "Choices are 'trapezoid' or 'simpson'", "候选集: {'信用卡', '支付宝'}": a closed list that stands only in words. */
export function choicesIn(description: string): string[] {
  for (const list of listsAfter(choiceLead, description)) {
    const values = valuesOf(list, !/^[{[]/u.test(list) && !/、/u.test(list) && !/^[^:]{0,3}:/u.test(list));
    if (values.length > 1) return values;
  }
  return [];
}

function listsAfter(lead: RegExp, description: string): string[] {
  const text = description.slice(0, 3000);
  return [...text.matchAll(lead)]
    .slice(0, maxLists)
    .map((match) => upToEnd(text.slice(match.index + match[0].length, match.index + match[0].length + 400)));
}

/** A list ends with its bracket or its sentence; quotes may hold anything. */
function upToEnd(text: string): string {
  let quote = '';
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (
      /["`]/u.test(character) ||
      (character === "'" && !/\p{Script=Latin}/u.test(text[index - 1] ?? ' '))
    )
      quote = character;
    else if (/[([{]/u.test(character)) depth++;
    else if (/[)\]}]/u.test(character)) {
      if (--depth < 0) return text.slice(0, index);
    } else if (/[。；;）\n]/u.test(character)) return text.slice(0, index);
    else if (character === '.' && /^\s|^$/u.test(text.slice(index + 1, index + 2)))
      return text.slice(0, index);
  }
  return text;
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(quotedValue)].map((match) =>
    (match.slice(1).find((group) => group !== undefined) ?? '').trim(),
  );
}

function valuesOf(list: string, quotedOnly: boolean): string[] {
  const quoted = quotedIn(list);
  if (quoted.length > 0 || quotedOnly) return quoted.slice(0, maxHints);
  return list
    .replace(/^\s*:/u, '')
    .replaceAll(/[{}[\]]/gu, '')
    .split(/,\s+(?:or|and)\s+|,\s+|\s+(?:or|and)\s+|[、，/]|或者|或|和/u)
    .map((value) => value.replace(/(?:等等?|\betc\.?|\.{3}|…)$/u, '').trim())
    .filter((value) => value !== '' && value.length <= 40)
    .slice(0, maxHints);
}

/**
 * What a description says a choice means: "'metric' for Celsius", "1 represents cleaning", "high (高)".
 * The words behind the choice, up to the next comma or choice.
 */
export function glossOf(choice: string, description: string): string | undefined {
  if (choice === '') return undefined;
  const text = description.slice(0, 3000);
  let at = text.indexOf(choice);
  while (at >= 0) {
    const after = text.slice(at + choice.length, at + choice.length + 80);
    const outside = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/^[\p{L}\p{N}]/u.test(after);
    const match =
      outside &&
      /^['"”’]?\s?(?:\(|（|:|：|=|-|–|for|means?|represents?|refers? to|stands for|is for|表示|代表|为|是)\s?(?:an?\s|the\s)?([^,，;；.。()（）'"]{1,40})/u.exec(
        after,
      );
    if (match) return match[1]?.trim();
    at = text.indexOf(choice, at + choice.length);
  }
  return undefined;
}

/** "Default is 'all'", "defaults to false", "默认为10". */
export function describedDefault(description: string): string | undefined {
  const match =
    /\bdefault(?:s|ed)?(?: value)?(?: is| to| as|:|=)?(?: set)?(?: to)?\s?(?:'([^']{1,60})'|"([^"]{1,60})"|(true|false|-?\d+(?:\.\d+)?%?))|默认[值为是：:]{0,3}\s?(?:['"‘“]([^'"’”]{1,60})['"’”]|(true|false|-?\d+(?:\.\d+)?))/iu.exec(
      description,
    );
  return match?.slice(1).find((group) => group !== undefined);
}
