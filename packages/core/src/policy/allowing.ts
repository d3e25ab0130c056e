import type { Effect, ParsedCommand, RunEffect } from '../tool/effect.ts';
import { compileCommandPattern, showCommand } from './command-pattern.ts';
import { anyCommand, commandsOf } from './command-lines.ts';
import type { Effort } from './effort.ts';
import type { LineConditions, Rule } from './rule.ts';

/** An allow rule that matches a call, and what it asks of its command lines. */
interface Allowance {
  readonly rule: Rule;
  readonly lines: LineConditions;
}

/** Which rule spoke about which command. */
interface CommandMatch {
  readonly command: string;
  readonly source: string;
}

/** What allow rules say about a call that they cover, all together. */
export interface Allowed {
  readonly source: string;
  readonly commands: readonly CommandMatch[] | undefined;
  /** Whether no line that needs a rule with this very line goes without. */
  readonly isExact: boolean;
}

/** The allow rules that match a call. Every command of it must be covered, each by one of them. */
export class Allowing {
  readonly #allowances: readonly Allowance[];
  readonly #effects: readonly Effect[];
  readonly #effort: Effort;

  constructor(allowances: readonly Allowance[], effects: readonly Effect[], effort: Effort) {
    this.#allowances = allowances;
    this.#effects = effects;
    this.#effort = effort;
  }

  /** What those rules allow that are told apart by `counts`; undefined when they leave a command out. */
  by(counts: (rule: Rule) => boolean): Allowed | undefined {
    const counting = this.#allowances.filter(({ rule }) => counts(rule));
    const [first] = counting;
    if (first === undefined) return undefined;
    const commands: CommandMatch[] = [];
    let isExact = true;
    for (const line of this.#effects) {
      if (line.kind !== 'run') continue;
      const whole = counting.find(({ lines }) => allowsWhole(line, lines.get(line)));
      if (whole === undefined && line.needsExactRule) isExact = false;
      const matches = whole
        ? [{ command: line.command, source: whole.rule.source }]
        : this.#cover(line, counting);
      if (matches === undefined) return undefined;
      commands.push(...matches);
    }
    const sources = [...new Set(commands.map(({ source }) => source))];
    if (sources.length === 0) return { source: first.rule.source, commands: undefined, isExact };
    return { source: sources.join(', '), commands, isExact };
  }

  #cover(line: RunEffect, counting: readonly Allowance[]): readonly CommandMatch[] | undefined {
    const started = commandsOf(line).filter(({ isWrapper }) => !isWrapper);
    // A line without a command, such as a redirection alone, is not covered by a pattern for commands.
    const commands = started.length === 0 ? anyCommand : started;
    const matches = commands.flatMap((command) => {
      const found = counting.find(({ lines }) => covers(lines.get(line) ?? [], command, this.#effort));
      return found === undefined ? [] : [{ command: showCommand(command), source: found.rule.source }];
    });
    return matches.length === commands.length ? matches : undefined;
  }
}

/** A rule with this very line, or one that speaks of other arguments alone: whatever the line may do. */
function allowsWhole({ command }: RunEffect, conditions: readonly (readonly string[])[] = []): boolean {
  return conditions.every((patterns) => patterns.includes(command));
}

function covers(conditions: readonly (readonly string[])[], command: ParsedCommand, effort: Effort): boolean {
  return conditions.every((patterns) =>
    patterns.some((text) => {
      const pattern = compileCommandPattern(text);
      // What is too much to look through is not allowed.
      if ((effort.left -= pattern.costOf(command)) < 0) return false;
      return pattern.covers(command);
    }),
  );
}
