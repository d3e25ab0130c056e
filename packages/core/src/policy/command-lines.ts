import type { Effect, ParsedCommand, RunEffect } from '../tool/effect.ts';
import { compileCommandPattern } from './command-pattern.ts';
import { spend, type Effort } from './effort.ts';

/** What nobody has taken apart may run anything. */
export const anyCommand: readonly ParsedCommand[] = Object.freeze([{ words: [{ start: '' }] }]);

export function commandsOf({ commands = anyCommand }: RunEffect): readonly ParsedCommand[] {
  return commands;
}

/** Holds the patterns of one rule against the command lines of a call: never against their text. */
export class LineMatcher {
  /** The command that matched, of a rule that denies or asks. */
  matched: ParsedCommand | undefined = undefined;
  readonly conditions: Map<RunEffect, (readonly string[])[]> = new Map();
  readonly #allows: boolean;
  readonly #lines: readonly RunEffect[];
  readonly #effort: Effort;

  constructor(allows: boolean, effects: readonly Effect[], effort: Effort) {
    this.#allows = allows;
    this.#lines = effects.filter((effect) => effect.kind === 'run');
    this.#effort = effort;
  }

  /** The command line that an argument holds. */
  lineIn(path: string, text: string): RunEffect | undefined {
    return this.#lines.find(({ argument, command }) =>
      argument === undefined ? command === text : argument === path || command === text,
    );
  }

  /** For an allow rule the patterns are only noted. */
  matches(line: RunEffect, patterns: readonly string[]): boolean {
    if (this.#allows) {
      this.conditions.set(line, [...(this.conditions.get(line) ?? []), patterns]);
      return true;
    }
    const compiled = patterns.map(compileCommandPattern);
    const found = commandsOf(line).find((command) =>
      compiled.some((pattern) => {
        spend(this.#effort, pattern.costOf(command));
        return pattern.mayMatch(command);
      }),
    );
    this.matched ??= found;
    return found !== undefined || patterns.some((text) => text === '*' || text === line.command);
  }
}
