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
  /** Declares a file that the command reads or writes, and what becomes of the content that it has. @default 'overwrite' */
  touch(kind: 'read' | 'write', word: ShellWord, content?: Content): void;
  /** Declares that the command writes files whose names only it knows: in this folder, or anywhere below where it runs. */
  scatters(folder: ShellWord): void;
  /** Declares what is brought to another place: links in it would lead elsewhere from there. */
  carries(word: ShellWord): void;
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
