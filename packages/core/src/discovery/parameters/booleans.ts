import { relatedTo } from './related.ts';
import type { Slot } from './slots.ts';
import type { Reading } from './span.ts';
import { functionWords } from './stop-words.ts';
import { isHan, nameWords, stem, type Word } from './words.ts';

/** What a text says on a yes-or-no slot: it names what the slot is about, or denies it. */
export interface Saying {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

const asking: ReadonlySet<string> = new Set(
  'good suitable great friendly include includes including is has have with enable enabled show should use allow allowed only want wants need needs required require requires return get flag add support supports available option options if whether or not in to for be are can set true false info information details'
    .split(' ')
    .map(stem),
);
const denial =
  /(?:\b(?:non|no|not|without|don't|doesn't|do not|does not|exclude|excluding|except|skip|disable|avoid|isn't|aren't|never|neither|nor|rather than|instead of|turn(?:ed)? off|switch(?:ed)? off|disabled?|remove)\b|关闭|禁用|取消|去掉|关掉|不要|不需要|不用|无需|不含|不包括|不|没有|无|别|除了)[^.,;，。；]{0,24}$/iu;

/** Free is what has no fee. */
const noFee = /(?<=\bno\b[^.,;]{0,20}|\bwithout\b[^.,;]{0,20})\b(?:fees?|charges?|costs?)\b/iu;

/** "Notifications are not necessary". */
const denialBehind =
  /^[^.,;]{0,8}\b(?:is|are) not\b|^\s?(?:not|isn't|aren't)\b|^[^。，]{0,3}(?:不用|不需要|不必)/iu;

export function booleanFor(slot: Slot, reading: Reading): Saying | undefined {
  const [yes, no] = yesAndNo(slot);
  if (yes === undefined) return undefined;
  const free = slot.nameStems.has(stem('free')) ? noFee.exec(reading.text) : null;
  if (free !== null) return { value: yes, start: free.index, end: free.index + free[0].length, score: 2 };
  const place = saidOf(slot, reading);
  if (place === undefined) return undefined;
  const clause = reading.text.slice(Math.max(0, place.start - 60), place.start);
  const denied =
    denial.test(clause.replaceAll(/有没有|能不能|是不是|可不可以/gu, '')) ||
    denialBehind.test(reading.text.slice(place.end, place.end + 30));
  return { value: denied ? no : yes, ...place };
}

function saidOf(slot: Slot, reading: Reading): Place | undefined {
  const words = nameWords(slot.name)
    .filter((word) => !functionWords.has(word))
    .map(stem);
  const telling = words.filter((word) => !asking.has(word));
  const named = telling.length > 0 ? telling : words;
  const whole = coverage(reading, named);
  if (whole !== undefined) return whole;
  // private_visibility, consider_terrain: the half that only this slot speaks of is enough.
  const distinct = named.filter(
    (word) => (slot.cues.get(word) ?? 0) >= ownWord && coverage(reading, [word]) !== undefined,
  );
  const half =
    distinct.length * 2 >= named.length && distinct.length > 0 ? coverage(reading, distinct) : undefined;
  if (half !== undefined) return { ...half, score: 1.6 };
  const chinese = chineseCore(slot.description);
  return chinese === undefined ? undefined : chineseCoverage(reading, chinese);
}

type Place = Omit<Saying, 'value'>;

/** A boolean, or a choice between two words for yes and no. */
function yesAndNo({ type, choices }: Slot): readonly [unknown, unknown] | readonly [undefined, undefined] {
  const named = (names: RegExp): unknown => choices.find(({ value }) => names.test(String(value)))?.value;
  const [yes, no] = [named(/^(?:true|yes|是)$/iu), named(/^(?:false|no|否)$/iu)];
  if (yes !== undefined && no !== undefined) return [yes, no];
  return type === 'boolean' ? [true, false] : [undefined, undefined];
}

/** The weight of a word that no other slot shares, or hardly one. */
const ownWord = 1.5;

/** All words that matter stand near each other. */
function coverage({ words, places }: Reading, wanted: readonly string[]): Place | undefined {
  const said = wanted.map((stemmed) =>
    [stemmed, ...relatedTo(stemmed)]
      .flatMap((form) => places.get(form) ?? [])
      .map((index) => words[index] as Word)
      .filter((word) => !functionWords.has(word.text.toLowerCase())),
  );
  const found = said.filter((list) => list.length > 0);
  if (wanted.length === 0 || found.length < wanted.length) return undefined;
  const last = (found.at(-1) as Word[])[0] as Word;
  const near = found.map(
    (list) =>
      list.toSorted(
        (one, other) => Math.abs(one.start - last.start) - Math.abs(other.start - last.start),
      )[0] as Word,
  );
  const [start, end] = [
    Math.min(...near.map((word) => word.start)),
    Math.max(...near.map((word) => word.end)),
  ];
  return end - start > 60 + 10 * near.length ? undefined : { start, end, score: 1.5 + near.length };
}

/** "是否包括素食选项。" is about 素食选项. */
function chineseCore(description: string): string | undefined {
  const match =
    /是否(?:需要|希望|要|对|在)?(?:包括|包含|提供|显示|启用|允许|使用|支持|进行|生成|添加|加入|考虑|加(?=[^。]{2})|有(?=[^。]{2}))?([^。，,；（(]{1,16})/u.exec(
      description,
    );
  return match?.[1];
}

/** Words behind the matter itself: 素食选项 is about 素食. */
const tails =
  /(?:选项|信息|分析|详情|细节|情况|服务|功能|处理|内容|因素|建议|链接|数据|报告|商品|产品|物品)+$/u;

function chineseCoverage({ text }: Reading, core: string): Place | undefined {
  for (const part of new Set([core, core.replace(tails, '')])) {
    const at = part.length > 1 && isHan(part[0]) ? text.indexOf(part) : -1;
    if (at >= 0) return { start: at, end: at + part.length, score: 2 };
  }
  for (let length = core.length - 1; length >= Math.max(3, Math.ceil(core.length * 0.6)); length--) {
    for (let offset = 0; offset + length <= core.length; offset++) {
      const at = text.indexOf(core.slice(offset, offset + length));
      if (at >= 0) return { start: at, end: at + length, score: 2 };
    }
  }
  return twoPieces(text, core);
}

/** 是否对邮件内容进行加密处理, and the text speaks of 加密 and 邮件. */
function twoPieces(text: string, core: string): Place | undefined {
  const found: number[] = [];
  let covered = 0;
  for (let index = 0; index + 2 <= core.length; index++) {
    let length = 2;
    while (index + length < core.length && text.includes(core.slice(index, index + length + 1))) length++;
    const piece = core.slice(index, index + length);
    const at = text.indexOf(piece);
    if (at < 0) continue;
    found.push(at);
    covered += piece.length;
    index += length - 1;
  }
  const [first] = found;
  if (first === undefined || found.length < 2 || covered / core.length < 0.38) return undefined;
  return { start: first, end: first + 2, score: 1.6 };
}
