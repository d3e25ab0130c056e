import type { Content, Judging, ProgramJudge, SimpleCommand } from '../judging.ts';
import type { ReasonWord } from '../reasons.ts';
import { literal, startOf, type ShellWord } from '../shell/shell-word.ts';
import { isLong, parseOptions, readArguments, type Arguments, type OptionTable } from './options.ts';

/** What the operands of a program are, in their order. */
type Operands =
  /** Files to read, or to write. */
  | 'read'
  | 'write'
  /** No files. */
  | 'text'
  /** Names of anything; those that plainly lead elsewhere are files to read. */
  | 'names'
  | 'none'
  /** A pattern or program of its own language first, then files to read. */
  | 'pattern'
  /** Files to read, then one to write. */
  | 'copy'
  /** One to read, one to write. */
  | 'in_out'
  /** One to write, then files to read. */
  | 'archive';

/** What a program may be told without a question. */
export interface ProgramRule {
  /** Whatever it is told, it does nothing else. */
  readonly anything?: true;
  readonly options?: string;
  /** @default 'read' */
  readonly operands?: Operands;
  /** Options that bring the pattern, so that all operands are files. */
  readonly patternBy?: readonly string[];
  /**
   * What arguments can do that are only known when it runs: nothing at all; nothing as long as they are names of files
   * here, even of one that is called like an option; or nothing that the operating system does not contain. Left out,
   * they are asked about.
   */
  readonly surprises?: 'harmless' | 'harmless_names' | 'contained';
  /** What it writes, it does not take away from what is there; always, or with one of these options. */
  readonly keeps?: true | readonly string[];
  /** It makes up the names of files that it writes where it runs. */
  readonly scatters?: true;
  readonly asks?: ReasonWord;
  readonly asksUnlessContained?: ReasonWord;
}

/** The judge that keeps a program to its rule. */
export function toJudge(rule: ProgramRule): ProgramJudge {
  let table: OptionTable | undefined;
  return (command, judging) => {
    if (rule.anything === true) {
      judgeWhole(command, rule, judging);
      return;
    }
    table ??= parseOptions(rule.options ?? '');
    const given = readArguments(command.words, table);
    judgeArguments(command, given, { rule, judging });
  };
}

export function judgeArguments(
  command: SimpleCommand,
  given: Arguments,
  { rule, judging }: { readonly rule: ProgramRule; readonly judging: Judging },
): void {
  judgeWhole(command, rule, judging);
  if (rule.scatters === true) judging.scatters(literal('.'));
  judgeOptions(command, given, { rule, judging });
  for (const [index, word] of given.operands.entries()) {
    const kind = kindOf(index, given, rule);
    const surprises = isSurprise(word, kind, index >= given.sheltered) && !mayHold(word, rule, judging);
    if (kind === 'none' || surprises) {
      judging.report('unknown_value', `${command.name} ${word.text}`);
    }
    if (kind === 'read' || kind === 'write') judging.touch(kind, word, contentAfter(given, rule));
  }
}

function judgeWhole(
  command: SimpleCommand,
  { asks, asksUnlessContained }: ProgramRule,
  judging: Judging,
): void {
  if (asks !== undefined) judging.report(asks, command.text);
  if (asksUnlessContained !== undefined) judging.reportUnlessContained(asksUnlessContained, command.text);
}

export function judgeOptions(
  { name: program, text }: SimpleCommand,
  { options, unknown }: Arguments,
  { judging, rule = {} }: { readonly judging: Judging; readonly rule?: ProgramRule },
): void {
  for (const word of unknown) judging.report('unknown_option', `${program} ${word.text}`);
  for (const option of options) {
    const { shape, value, attached } = option;
    if (shape.asks !== undefined) judging.report(shape.asks, text);
    if (shape.asksUnlessContained !== undefined)
      judging.reportUnlessContained(shape.asksUnlessContained, text);
    if (shape.takes === 'nothing' || value === undefined) continue;
    // What becomes several words leaves some behind that may be options again.
    const several = (value.kind === 'pattern' && !attached) || (value.kind === 'dynamic' && value.splits);
    const hidden = value.kind === 'dynamic' && shape.takes !== 'text';
    const maybeOption = !attached && isLong(option) && value.kind === 'dynamic' && value.start === '';
    if ((several || hidden || maybeOption) && !mayHold(value, rule, judging))
      judging.report('unknown_value', text);
    if (shape.takes !== 'text') judging.touch(shape.takes, value, rule.keeps === true ? 'keep' : 'overwrite');
  }
}

function contentAfter({ options }: Arguments, { keeps = [] }: ProgramRule): Content {
  const kept = keeps === true || options.some(({ name }) => keeps.includes(name));
  return kept ? 'keep' : 'overwrite';
}

type OperandKind = 'read' | 'write' | 'text' | 'none';

function kindOf(index: number, { operands, options }: Arguments, rule: ProgramRule): OperandKind {
  const last = index === operands.length - 1;
  switch (rule.operands ?? 'read') {
    case 'read':
      return 'read';
    case 'write':
      return 'write';
    case 'text':
      return 'text';
    case 'none':
      return 'none';
    case 'names': {
      const start = startOf(operands[index] as ShellWord);
      return start.startsWith('/') || start.split('/').includes('..') ? 'read' : 'text';
    }
    case 'pattern':
      return index === 0 && !options.some(({ name }) => rule.patternBy?.includes(name)) ? 'text' : 'read';
    case 'copy':
      return last && index > 0 ? 'write' : 'read';
    case 'in_out':
      return index === 0 ? 'read' : 'write';
    case 'archive':
      return index === 0 ? 'write' : 'read';
  }
}

/** Whether a word may turn out to be an option, several words, or a path that nobody has looked at. */
function isSurprise(word: ShellWord, kind: OperandKind, sheltered: boolean): boolean {
  if (word.kind === 'literal') return false;
  const maybeOption = !sheltered && startOf(word) === '';
  if (word.kind === 'pattern') return maybeOption;
  return maybeOption || word.splits || kind !== 'text';
}

function mayHold(word: ShellWord, { surprises }: ProgramRule, { contained }: Judging): boolean {
  if (word.kind === 'pattern') return contained || surprises === 'harmless' || surprises === 'harmless_names';
  return surprises === 'harmless' || (surprises !== undefined && contained);
}
