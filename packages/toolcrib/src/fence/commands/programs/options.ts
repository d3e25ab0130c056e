import type { ReasonWord } from '../reasons.ts';
import { startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';

/** What follows an option, and what using it means. */
interface OptionShape {
  readonly takes: 'nothing' | 'text' | 'read' | 'write';
  /** Its value may be left out, and never is a word of its own. */
  readonly optional: boolean;
  readonly asks: ReasonWord | undefined;
  readonly asksUnlessContained: ReasonWord | undefined;
}

export type OptionTable = ReadonlyMap<string, OptionShape>;

/**
 * Reads the options that a program may be given, as a list of words:
 * `-a` · `-n:` takes a text · `-o:write` a path that is written · `-i?` may have a text attached · `--all` · `--lines=`
 * · `--output=write` · `--color?` · `-#` a number · `-f!force_push` asks · `-R~follows_links` asks unless contained.
 */
export function parseOptions(list: string): OptionTable {
  const table = new Map<string, OptionShape>();
  for (const entry of list.split(/\s+/u).filter((word) => word !== '')) {
    const match = /^(--?[\w#][\w.-]*)(?:([:=?])(read|write)?)?(?:([!~])(\w+))?$/u.exec(entry);
    if (match === null) throw new TypeError(`"${entry}" describes no option`);
    const [, name = '', sign, kind, mark, word] = match;
    table.set(name, {
      takes: sign === undefined ? 'nothing' : ((kind as 'read' | 'write' | undefined) ?? 'text'),
      optional: sign === '?',
      asks: mark === '!' ? (word as ReasonWord) : undefined,
      asksUnlessContained: mark === '~' ? (word as ReasonWord) : undefined,
    });
  }
  return table;
}

interface GivenOption {
  readonly name: string;
  readonly shape: OptionShape;
  readonly value: ShellWord | undefined;
  /** The value is in the same word. */
  readonly attached: boolean;
}

export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
  /** What looks like an option and is not in the table, abbreviated ones included. */
  readonly unknown: readonly ShellWord[];
  /** Operands from here on stand behind `--`: they cannot be options. */
  readonly sheltered: number;
}

interface ReadingStyle {
  /** Everything from the first operand on belongs to another program. */
  readonly stopAtOperand?: boolean | undefined;
}

/** Tells options and operands apart, as getopt does: options may stand anywhere before `--`. */
export function readArguments(
  words: readonly ShellWord[],
  table: OptionTable,
  { stopAtOperand = false }: ReadingStyle = {},
): Arguments {
  const options: GivenOption[] = [];
  const operands: ShellWord[] = [];
  const unknown: ShellWord[] = [];
  let sheltered = Number.POSITIVE_INFINITY;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    const start = startOf(word);
    if (word.kind === 'literal' && start === '--') {
      sheltered = operands.length;
      operands.push(...words.slice(index + 1));
      break;
    }
    if (!start.startsWith('-') || valueOf(word) === '-') {
      if (stopAtOperand) {
        operands.push(...words.slice(index));
        break;
      }
      operands.push(word);
      continue;
    }
    const given = start.startsWith('--') ? readLong(word, table) : readShort(word, table);
    if (given === undefined) {
      unknown.push(word);
      continue;
    }
    const last = given.at(-1);
    if (
      last !== undefined &&
      last.value === undefined &&
      last.shape.takes !== 'nothing' &&
      !last.shape.optional
    ) {
      const value = words[++index];
      given[given.length - 1] = { ...last, value };
      if (value !== undefined && isLong(last) && /^-[^\d]/u.test(startOf(value))) unknown.push(value);
    }
    options.push(...given);
  }
  return { options, operands, unknown, sheltered };
}

/**
 * Some programs want the value of a long option behind an equals sign alone, and take the next word for what it looks
 * like: a hyphen in front makes it an option.
 */
export function isLong({ name }: GivenOption): boolean {
  return name.startsWith('--');
}

function readLong(word: ShellWord, table: OptionTable): GivenOption[] | undefined {
  const start = startOf(word);
  const equals = start.indexOf('=');
  const name = equals < 0 ? start : start.slice(0, equals);
  const shape = table.get(name);
  if (shape === undefined || (equals < 0 && word.kind !== 'literal')) return undefined;
  if (equals >= 0 && shape.takes === 'nothing') return undefined;
  return [{ name, shape, value: equals < 0 ? undefined : without(word, equals + 1), attached: equals >= 0 }];
}

/** Letters in one word; the first one that takes a value has the rest of the word. */
function readShort(word: ShellWord, table: OptionTable): GivenOption[] | undefined {
  const start = startOf(word);
  const number = table.get('-#');
  if (number !== undefined && word.kind === 'literal' && /^-\d+$/u.test(start)) {
    return [{ name: '-#', shape: number, value: undefined, attached: false }];
  }
  const found: GivenOption[] = [];
  for (let at = 1; at < start.length; at++) {
    const name = `-${start[at]}`;
    const shape = table.get(name);
    if (shape === undefined) return undefined;
    const rest = at + 1 < start.length || word.kind !== 'literal' ? without(word, at + 1) : undefined;
    if (shape.takes !== 'nothing')
      return [...found, { name, shape, value: rest, attached: rest !== undefined }];
    found.push({ name, shape, value: undefined, attached: false });
  }
  return word.kind === 'literal' ? found : undefined;
}

/** The word from a place in its start on. */
function without(word: ShellWord, length: number): ShellWord {
  if (word.kind === 'literal') return { ...word, value: word.value.slice(length) };
  if (word.kind === 'dynamic') return { ...word, start: word.start.slice(length) };
  return { ...word, start: word.start.slice(length), pattern: word.pattern.slice(length) };
}
