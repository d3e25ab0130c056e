import type { Loss } from './losses.ts';
import type { OwnProgram } from '../processes/own-programs.ts';
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
  /** Notes what the operator has allowed beforehand: nobody is asked, but rules that forbid still see what it may start. */
  passOver(word: ReasonWord, part: string): void;
  /** Declares a program that the user has installed for themselves, and whether the configuration names it. */
  usesOwn(program: OwnProgram, listed: boolean): void;
  /** Reports unless the operating system contains what runs. */
  reportUnlessContained(word: ReasonWord, part: string): void;
  /** Declares a file that the command reads or writes, and what becomes of the content that it has. @default 'overwrite' */
  touch(kind: 'read' | 'write', word: ShellWord, content?: Content): void;
  /** Declares that the command writes files whose names only it knows: in this folder, or anywhere below where it runs. */
  scatters(folder: ShellWord): void;
  /** Declares files whose names are not written out, and which are brought to a folder under their names. */
  brings(source: ShellWord, into: string): void;
  /** Declares a file, or a folder with all in it, that git puts back: from its index, or from a commit and the index as well. */
  putsBack(word: ShellWord, putBack: NonNullable<Loss['putBack']>): void;
  /** Declares what is brought to another place: links in it would lead elsewhere from there. */
  carries(word: ShellWord): void;
  /**
   * Declares that what was at one place is found at another from here on, or in the folder there: moved, or by a link that is
   * written through.
   */
  moves(from: ShellWord, into: ShellWord, isLink?: 'link'): void;
  /** Declares that git shows what its repository holds, which may lie above the project. */
  showsRepository(): void;
  /** Judges a command that this one starts. */
  command(words: readonly ShellWord[], text: string): void;
  /** Judges a text that a shell would run. */
  script(source: string): void;
  /** Judges a variable that is set for a command. */
  variable(name: string, value: ShellWord): void;
  /** The same, but from another directory. */
  from(directory: ShellWord): Judging;
}

/** What becomes of the content of a file that a command writes. */
export type Content = 'overwrite' | 'delete' | 'keep';

export type ProgramJudge = (command: SimpleCommand, judging: Judging) => void;
