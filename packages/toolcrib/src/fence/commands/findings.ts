import type { Effect, ParsedCommand } from '@toolcrib/core';
import type { OwnProgram } from '../processes/own-programs.ts';
import type { Loss } from './losses.ts';
import { isInside } from './places.ts';
import { mayConcern } from './shell/expand-pattern.ts';
import { isOrdinaryRisk } from './ordinary-risks.ts';
import { anyCommand } from './rule-commands.ts';
import { answerTo, isUnclear, type CommandReason, type ReasonWord } from './reasons.ts';

/** Enough for a person to read; the answer does not depend on how many are kept. */
const keptReasons = 50;
const keptPart = 200;
/** More than this is no command that anybody can look through. */
const maxEffects = 1000;
const maxCommands = 1000;
const maxMoves = 100;

/** A piece of the line, and the names that the shell would put in its place. */
export interface Replacement {
  readonly pos: number;
  readonly end: number;
  readonly names: readonly string[];
}

/** A file or folder that is brought to another place, or written through a link there. Both absolute. */
interface Move {
  readonly from: string;
  readonly to: string;
  /** It also stays where it is. */
  readonly isLink: boolean;
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
  /** Programs that the user has installed for themselves. */
  readonly ownPrograms: readonly OwnProgram[];
  /** It may start or tell a program what nobody can say beforehand. */
  readonly isUnclear: boolean;
  /** Every command of the line only looks, as far as its program tells. */
  readonly onlyReads: boolean;
  starts(program: string): void;
  /** Notes a command that may change something. */
  acts(): void;
  usesOwn(program: OwnProgram): void;
  runs(command: ParsedCommand): void;
  report(word: ReasonWord, part: string): void;
  touches(kind: 'read' | 'write', path: string): void;
  replaces(replacement: Replacement): void;
  loses(loss: Loss): void;
  /** Notes that something is found in another place from here on: what is lost there is lost here. */
  moves(move: Move): void;
}

export function createFindings(): Findings {
  const programs = new Set<string>();
  const reasons = { ask: new Map<string, CommandReason>(), block: new Map<string, CommandReason>() };
  const effects = new Map<string, Effect>();
  const replacements: Replacement[] = [];
  const losses = new Map<string, Loss>();
  const moved: Move[] = [];
  let answer: Findings['answer'] = 'allow';
  let latest = '';
  let blocked: string | undefined;
  const commands: ParsedCommand[] = [];
  const ownPrograms = new Map<string, OwnProgram>();
  let unclear = false;
  let onlyReads = true;
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
    get ownPrograms() {
      return [...ownPrograms.values()];
    },
    get isUnclear() {
      return unclear;
    },
    usesOwn(program) {
      ownPrograms.set(program.name, program);
    },
    runs(command) {
      if (command === anyCommand) unclear = true;
      if (commands.length < maxCommands) commands.push(command);
      else commands[maxCommands] = anyCommand;
    },
    get replacements() {
      return replacements;
    },
    get losses() {
      return [...losses.values()];
    },
    get onlyReads() {
      return onlyReads && losses.size === 0 && ![...effects.values()].some(({ kind }) => kind === 'write');
    },
    acts() {
      onlyReads = false;
    },
    showsRepository: false,
    starts(program) {
      latest = program;
      programs.add(program);
    },
    report(word, part) {
      const own = answerTo(word);
      if (own === 'block') blocked ??= latest;
      if (isUnclear(word)) unclear = true;
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
    moves(move) {
      if (moved.length < maxMoves) moved.push(move);
      else this.report('unusual_syntax', move.to);
    },
    loses(loss) {
      for (const each of [loss, ...beforeMoves(loss, moved)]) {
        if (losses.size < maxEffects) losses.set(JSON.stringify(each), each);
        else this.report('unusual_syntax', each.path);
      }
    },
  };
}

/** The same loss where its content was before the line moved it: by a new name, nobody would find it there yet. */
function beforeMoves(loss: Loss, moved: readonly Move[]): Loss[] {
  if (loss.into !== undefined) return beforeMoves({ kind: loss.kind, path: loss.into, whole: true }, moved);
  const found: Loss[] = [];
  let { path } = loss;
  for (const { from, to, isLink } of moved.toReversed()) {
    if (isLink && loss.kind === 'delete') continue;
    if (loss.glob !== undefined && mayConcern(loss.glob, path, to))
      found.push({ kind: loss.kind, path: from, whole: true });
    if (loss.whole && isInside(path, to)) found.push({ kind: loss.kind, path: from, whole: true });
    if (!isInside(to, path)) continue;
    path = from + path.slice(to.length);
    found.push({ ...loss, path });
  }
  return found;
}
