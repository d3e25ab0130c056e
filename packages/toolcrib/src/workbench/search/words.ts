/** Scripts that write words without spaces between them: there, every character is a word of its own. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Where a word begins within a name: `get|User|Name`, `parse|HTTP|Request`, `utf8|Decoder`. */
const joint = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu;

/** A name longer than this is data. */
const maxName = 64;

/** Text as it is indexed: `getUserName` can be found by each of its words, and `配置` by each of its characters. */
export function toIndexedText(text: string): string {
  return text
    .replaceAll(/[A-Za-z0-9]+/gu, (name) => {
      const apart = name.length > maxName ? name : name.replaceAll(joint, ' ');
      return apart === name ? name : `${name} ${apart}`;
    })
    .replaceAll(spaceless, ' $& ');
}

/** What a query asks for: a word, or several characters in a row. */
export interface Word {
  /** In small letters. */
  readonly text: string;
  /** The words of a name such as `UserName`; none when it has only one. */
  readonly parts: readonly string[];
}

export function wordsOf(query: string): Word[] {
  const words = query
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => word.split(/(?<=\p{sc=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{sc=Han})/u))
    .filter((word) => word !== '')
    .map((word) => {
      const parts = word.toLowerCase() === word ? [] : word.split(joint);
      return {
        text: word.toLowerCase(),
        parts: parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [],
      };
    });
  return [...new Map(words.map((word) => [word.text, word])).values()].slice(0, maxWords);
}

const maxWords = 16;

/** What the index is asked: all of the words, or any of them. Words are quoted, so none is taken for an operator. */
export function toMatch(words: readonly Word[], joined: 'AND' | 'OR'): string {
  return words.map(toTerm).join(` ${joined} `);
}

/** A name is found as it is written, and where another name holds the same words. */
function toTerm({ text, parts }: Word): string {
  const whole = toPhrase(text);
  return parts.length === 0 ? whole : `(${whole} OR (${parts.map(toPhrase).join(' AND ')}))`;
}

function toPhrase(word: string): string {
  const phrase = word.replaceAll(spaceless, ' $& ').trim().replaceAll(/\s+/gu, ' ');
  // The beginning of a longer word is a find as well; one or two letters begin too many.
  return phrase === word && word.length > 2 ? `"${word}"*` : `"${phrase}"`;
}
