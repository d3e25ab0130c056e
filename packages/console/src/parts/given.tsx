import type { JSX } from 'preact';

/** What nobody can see, or what changes the order of what is seen: controls, formats, fillers, lone surrogates, line separators. */
const odd = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu;
/** The same for text that has lines. */
const oddInLines = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu;

interface GivenProps {
  readonly text: string;
  /** Keeps line breaks and tabs; otherwise they are shown like everything else that is odd. */
  readonly lines?: boolean;
  /** How many characters are shown before the rest is left out. @default all */
  readonly most?: number;
}

/** Text that a tool, a model or a person wrote. It is never markup, and what it hides is shown. */
export function Given({ text, lines = false, most = Number.POSITIVE_INFINITY }: GivenProps): JSX.Element {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return <bdi class={lines ? 'given lines' : 'given'}>{visibleParts(shown, lines)}</bdi>;
}

/** The text in pieces: what can be read, and between it what had to be made visible. */
export function visibleParts(text: string, lines = false): (string | JSX.Element)[] {
  const parts: (string | JSX.Element)[] = [];
  let end = 0;
  for (const match of text.matchAll(lines ? oddInLines : odd)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(<span class="odd">{nameOf(match[0])}</span>);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same where there can be no elements, such as an option of a list. */
export function visible(text: string): string {
  return text.replaceAll(odd, nameOf);
}

function nameOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}
