import type { ReasonWord } from './reasons.ts';
import type { ShellWord } from './shell/shell-word.ts';

/** One command with its words, as the shell would start it. */
export interface SimpleCommand {
  readonly name: string;
  readonly words: readonly ShellWord[];
  /** As written. */
  readonly text: string;
}

/** What the judge of a program is given, and what it can say. Saying nothing is a yes. */
export interface Judging {
  readonly contained: boolean;
  /** Whether it surely runs in the project directory itself. */
  readonly atRoot: boolean;
  report(word: ReasonWord, part: string): void;
  /** Reports unless the operating system contains what runs. */
  reportUnlessContained(word: ReasonWord, part: string): void;
  /** Declares a file that the command reads or writes. */
  touch(kind: 'read' | 'write', word: ShellWord): void;
  /** Judges a command that this one starts. */
  command(words: readonly ShellWord[], text: string): void;
  /** Judges a text that a shell would run. */
  script(source: string): void;
  /** Judges a variable that is set for a command. */
  variable(name: string, value: ShellWord): void;
  /** The same, but from another directory. */
  from(directory: ShellWord): Judging;
}

export type ProgramJudge = (command: SimpleCommand, judging: Judging) => void;
