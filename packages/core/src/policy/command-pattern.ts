import type { CommandWord, ParsedCommand } from '../tool/effect.ts';
import { compileGlob } from './glob.ts';

/** A pattern of a rule that is held against one parsed command: its words with one space between them. */
export interface CommandPattern {
  /** Whether the command surely matches: for rules that allow. One with unknown words matches `*` alone. */
  readonly covers: (command: ParsedCommand) => boolean;
  /** Whether the command may match, whatever its unknown words become: for rules that deny or ask. */
  readonly mayMatch: (command: ParsedCommand) => boolean;
  /** About how much a match takes, in tests of a short text. */
  readonly costOf: (command: ParsedCommand) => number;
}

export function compileCommandPattern(pattern: string): CommandPattern {
  const glob = compileGlob(pattern);
  // "git *" is also meant to speak of "git".
  const matches = (text: string): boolean =>
    glob.matches(text) || (pattern.endsWith(' *') && glob.matches(`${text} `));
  return {
    covers: ({ words }) => pattern === '*' || (isKnown(words) && matches(words.map(quoted).join(' '))),
    mayMatch: ({ words }) =>
      readings(words).some((reading) => {
        const known = reading.map(quoted).join(' ');
        if (isKnown(reading)) return matches(known) || matches(reading.join(' '));
        return intersects(pattern, withHoles(reading));
      }),
    costOf: ({ words }) => {
      const length = words.reduce((sum, word) => sum + startOf(word).length + 1, 0);
      return isKnown(words) ? 4 * glob.costOf({ length }) : 2 * pattern.length * length;
    },
  };
}

/** A command for people to read, quoted as a shell would need it. */
export function showCommand({ words }: ParsedCommand): string {
  return words.map((word) => (typeof word === 'string' ? quoted(word) : `${word.start}…`)).join(' ');
}

function isKnown(words: readonly CommandWord[]): words is readonly string[] {
  return words.every((word) => typeof word === 'string');
}

function startOf(word: CommandWord): string {
  return typeof word === 'string' ? word : word.start;
}

/** By the name of its program, and by the last part of that when it is a path: `./bin/git` may be git. */
function readings(words: readonly CommandWord[]): readonly (readonly CommandWord[])[] {
  const [program, ...rest] = words;
  if (typeof program !== 'string' || !program.includes('/')) return [words];
  return [words, [program.slice(program.lastIndexOf('/') + 1), ...rest]];
}

/** Two words must not look like one with a space in it, nor the other way round. */
function quoted(word: CommandWord): string {
  const text = startOf(word);
  return /^[\p{L}\p{N}_@%+=:,./^~#{}!-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A place where any text may come to stand. */
const hole = -1;

function withHoles(words: readonly CommandWord[]): readonly number[] {
  return words.flatMap((word, index) => {
    const start = startOf(word);
    // What becomes nothing at all leaves no space either.
    const separator = index === 0 || (typeof word !== 'string' && start === '') ? '' : ' ';
    const text = separator + start;
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    return typeof word === 'string' ? units : [...units, hole];
  });
}

/** Whether there is a text that the pattern matches and that the holes can become: every state of the pattern at once. */
function intersects(pattern: string, text: readonly number[]): boolean {
  const { length } = pattern;
  let states = new Uint8Array(length + 1);
  states[0] = 1;
  skipStars(states, pattern);
  for (const unit of text) {
    const next = new Uint8Array(length + 1);
    for (let at = 0; at <= length; at++) {
      if (states[at] === 0) continue;
      if (unit === hole) {
        next.fill(1, at);
        break;
      }
      const sign = pattern[at];
      if (sign === '*') next[at] = 1;
      else if (sign === '?' || pattern.charCodeAt(at) === unit) next[at + 1] = 1;
    }
    states = next;
    skipStars(states, pattern);
  }
  return states[length] === 1;
}

function skipStars(states: Uint8Array, pattern: string): void {
  for (let at = 0; at < pattern.length; at++) if (states[at] === 1 && pattern[at] === '*') states[at + 1] = 1;
}
