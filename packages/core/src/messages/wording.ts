/** A value as it may stand in a sentence: quoted, control and invisible characters made visible, not too long. */
export function show(value: unknown): string {
  return shorten(visible(typeof value === 'string' ? `"${value}"` : safeJson(value)));
}

/** JSON as it may stand in a sentence. */
export function brief(json: string): string {
  return shorten(visible(json));
}

/** `a, b or c`. */
export function list(words: readonly string[], last: 'or' | 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** A number with its thousands apart: `100,000`. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** Control, format, invisible, surrogate and line-separator characters as `\u{…}`: what is shown is what is there. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu, (character) =>
    character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value;
  }
}
