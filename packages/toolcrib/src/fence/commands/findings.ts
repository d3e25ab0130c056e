import type { Effect, ParsedCommand } from '@toolcrib/core';
import type { Loss } from './losses.ts';
import { isOrdinaryRisk } from './ordinary-risks.ts';
import { anyCommand } from './rule-commands.ts';
import { answerTo, type CommandReason, type ReasonWord } from './reasons.ts';

/** Enough for a person to read; the answer does not depend on how many are kept. */
const keptReasons = 50;
const keptPart = 200;
/** More than this is no command that anybody can look through. */
const maxEffects = 1000;
const maxCommands = 1000;

/** A piece of the line, and the names that the shell would put in its place. */
export interface Replacement {
  readonly pos: number;
  readonly end: number;
  readonly names: readonly string[];
}

/** What was found out about one command line so far. */
export interface Findings {
  readonly programs: ReadonlySet<string>;
  /** The first program that is blocked. */
  readonly blocked: string | undefined;
  readonly answer: 'allow' | 'ask' | 'block';
  readonly reasons: readonly CommandReason[];
  readonly effects: readonly Effect[];
  /** The commands of the line, as rules see them. */
  readonly commands: readonly ParsedCommand[];
  /** Something was reported that a rule with a pattern must not lift. */
  readonly needsExactRule: boolean;
  /** The patterns of the line that were looked up. */
  readonly replacements: readonly Replacement[];
  /** What the line destroys when it stands in its way. */
  readonly losses: readonly Loss[];
  /** Whether git shows what its repository holds. */
  showsRepository: boolean;
  starts(program: string): void;
  runs(command: ParsedCommand): void;
  report(word: ReasonWord, part: string): void;
  touches(kind: 'read' | 'write', path: string): void;
  replaces(replacement: Replacement): void;
  loses(loss: Loss): void;
}

export function createFindings(): Findings {
  const programs = new Set<string>();
  const reasons = { ask: new Map<string, CommandReason>(), block: new Map<string, CommandReason>() };
  const effects = new Map<string, Effect>();
  const replacements: Replacement[] = [];
  const losses = new Map<string, Loss>();
  let answer: Findings['answer'] = 'allow';
  let latest = '';
  let blocked: string | undefined;
  const commands: ParsedCommand[] = [];
  let needsExactRule = false;
  return {
    programs,
    get blocked() {
      return blocked;
    },
    get answer() {
      return answer;
    },
    get reasons() {
      return [...reasons.block.values(), ...reasons.ask.values()];
    },
    get effects() {
      return [...effects.values()];
    },
    commands,
    get needsExactRule() {
      return needsExactRule;
    },
    runs(command) {
      if (commands.length < maxCommands) commands.push(command);
      else commands[maxCommands] = anyCommand;
    },
    get replacements() {
      return replacements;
    },
    get losses() {
      return [...losses.values()];
    },
    showsRepository: false,
    starts(program) {
      latest = program;
      programs.add(program);
    },
    report(word, part) {
      const own = answerTo(word);
      if (own === 'block') blocked ??= latest;
      if (!isOrdinaryRisk(word, latest)) needsExactRule = true;
      if (answer !== 'block') answer = own;
      const shown = part.length > keptPart ? `${part.slice(0, keptPart)}…` : part;
      if (reasons[own].size < keptReasons) reasons[own].set(`${word} ${shown}`, { word, part: shown });
    },
    touches(kind, path) {
      if (effects.size < maxEffects) effects.set(`${kind} ${path}`, { kind, path });
      else this.report('unusual_syntax', path);
    },
    replaces(replacement) {
      replacements.push(replacement);
    },
    loses(loss) {
      if (losses.size < maxEffects) losses.set(JSON.stringify(loss), loss);
      else this.report('unusual_syntax', loss.path);
    },
  };
}
