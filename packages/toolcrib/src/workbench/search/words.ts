/** Scripts that write words without spaces between them: there, every character is a word of its own. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A name longer than this is data. */
const maxName = 64;

/** Text as it is indexed: `getUserName` can be found by each of its words, and `配置` by each of its characters. */
export function toIndexedText(text: string): string {
  return text
    .replaceAll(/[A-Za-z]+/gu, (name) => {
      const apart = name.length > maxName ? name : name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ');
      return apart === name ? name : `${name} ${apart}`;
    })
    .replaceAll(spaceless, ' $& ');
}

/** The words that a query asks for, as the index knows them: a word, or several characters in a row. */
export function wordsOf(query: string): string[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => word.split(/(?<=\p{sc=Han})(?=[a-z0-9])|(?<=[a-z0-9])(?=\p{sc=Han})/u))
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, maxWords);
}

const maxWords = 16;

/** What the index is asked: all of the words, or any of them. Words are quoted, so none is taken for an operator. */
export function toMatch(words: readonly string[], joined: 'AND' | 'OR'): string {
  return words.map(toTerm).join(` ${joined} `);
}

function toTerm(word: string): string {
  const phrase = word.replaceAll(spaceless, ' $& ').trim().replaceAll(/\s+/gu, ' ');
  // The beginning of a longer word is a find as well; one or two letters begin too many.
  return phrase === word && word.length > 2 ? `"${word}"*` : `"${phrase}"`;
}
