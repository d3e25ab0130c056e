/** Number words of English and Chinese. */
const ones: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  dozen: 12,
};

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
};

export function smallNumber(word: string): number | undefined {
  return Object.hasOwn(ones, word) ? ones[word] : undefined;
}

export function ordinalNumber(word: string): number | undefined {
  return Object.hasOwn(ordinals, word) ? ordinals[word] : undefined;
}

/** `thousand`, `k`, `万`: what a number before it is multiplied with. */
export function scaleOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  return Object.hasOwn(scales, lower)
    ? scales[lower]
    : Object.hasOwn(signScales, word)
      ? signScales[word]
      : undefined;
}

const signScales: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  B: 1e9,
  bn: 1e9,
  mn: 1e6,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
};

/** `twenty five`, `three hundred and ten`: the value of number words in a row, or undefined. */
export function valueOfWords(words: readonly string[]): number | undefined {
  let total = 0;
  let current: number | undefined;
  for (const word of words) {
    if (word === 'and' || word === 'a') {
      if (word === 'a' && current === undefined) current = 1;
      continue;
    }
    const small = smallNumber(word);
    const scale = Object.hasOwn(scales, word) ? scales[word] : undefined;
    if (small !== undefined) current = (current ?? 0) + small;
    else if (scale === undefined) return undefined;
    else if (scale >= 1000) {
      total += (current ?? 1) * scale;
      current = 0;
    } else current = (current ?? 1) * scale;
  }
  return current === undefined ? undefined : total + current;
}

const chineseDigits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  壹: 1,
  贰: 2,
  叁: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  柒: 7,
  捌: 8,
  玖: 9,
};

const chineseScales: Readonly<Record<string, number>> = {
  十: 10,
  拾: 10,
  百: 100,
  佰: 100,
  千: 1e3,
  仟: 1e3,
};
const chineseGroups: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

/** Characters a Chinese numeral is made of, for a character class. */
export const chineseNumeral = '零〇一二两兩三四五六七八九十百千万萬亿億壹贰叁肆伍陆柒捌玖拾佰仟';

/** `三千五百`, `两万`, `二〇二四`: the value of a Chinese numeral, or undefined. */
export function chineseNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > 40) return undefined;
  const characters = text.split('');
  if (characters.length > 1 && characters.every((one) => Object.hasOwn(chineseDigits, one))) {
    return Number(characters.map((one) => chineseDigits[one]).join(''));
  }
  let total = 0;
  let group = 0;
  let digit: number | undefined;
  let last = 1;
  for (const character of characters) {
    if (Object.hasOwn(chineseDigits, character)) {
      digit = chineseDigits[character] as number;
    } else if (Object.hasOwn(chineseScales, character)) {
      const scale = chineseScales[character] as number;
      group += (digit ?? 1) * scale;
      digit = undefined;
      last = scale;
    } else if (Object.hasOwn(chineseGroups, character)) {
      const scale = chineseGroups[character] as number;
      const units = group + (digit ?? 0);
      total =
        scale === 1e8
          ? (total + (units === 0 && total === 0 ? 1 : units)) * scale
          : total + (units || 1) * scale;
      group = 0;
      digit = undefined;
      last = scale;
    } else return undefined;
  }
  // 三千五 is 3500: a last digit without a scale stands one step below the scale before it.
  const previous = characters.at(-2) ?? '';
  const short = digit !== undefined && last >= 100 && previous !== '零' && previous !== '〇';
  return total + group + (digit === undefined ? 0 : short ? (digit * last) / 10 : digit);
}
