import type { ChoiceCode, ChoiceFacts } from '../messages/choosing.ts';
import type { Tier, Tool } from '../tool/tool.ts';
import { createFiller, type FilledParameters, type FillOptions } from './parameters/fill-parameters.ts';
import type { RememberedUses } from './remembered-uses.ts';
import type { KindTally, Standing, Standings } from './standing.ts';
import { createSuitability, type Suitability } from './suitability.ts';
import { agreementOf, type Kind } from './task-kinds.ts';
import type { TaskReader } from './task-reader.ts';
import type { FoundTool } from './tool-finder.ts';

/** What a tool is judged by. Each part is between 0 and 1. */
export interface EvaluationParts {
  /** How well it was found for the task, beside the best. */
  readonly function: number;
  /** How much of the task and of the tool's own words, or of a request that it served, stand in each other. */
  readonly coverage: number;
  /** How much of what it requires the task says. */
  readonly parameters: number;
  /** Whether it does what is to be done, and is about the same. */
  readonly intent: number;
  readonly scene: number;
  /** How little it asks: of machines, and of people who must say yes. */
  readonly cost: number;
  readonly success: number;
  readonly speed: number;
  readonly feedback: number;
}

/** What each part counts. */
export const evaluationWeights: EvaluationParts = {
  function: 1,
  coverage: 1,
  parameters: 0.3,
  intent: 0.12,
  scene: 0.03,
  cost: 0.1,
  success: 0.3,
  speed: 0.06,
  feedback: 0.2,
};

/** Why a tool stands where it stands: a code, and the facts. */
export type Reason = { [C in ChoiceCode]: { readonly code: C; readonly facts: ChoiceFacts[C] } }[ChoiceCode];

/** What was found out about a tool for a task. */
export interface Evaluation {
  readonly tool: Tool;
  /** The parts, each by its weight. */
  readonly score: number;
  readonly parts: EvaluationParts;
  readonly list: 'whitelist' | undefined;
  /** Whether it suits the task at all: what of the parts is the same among few tools and among many. */
  readonly fitness: number;
  /** Whether that is enough, by `fitsFrom`. */
  readonly suits: boolean;
  readonly suitability: Suitability;
  readonly standing: Standing;
  readonly filled: FilledParameters;
  readonly reasons: readonly Reason[];
}

/** A tool that would suit and is not recommended. */
export interface LeftOut {
  readonly tool: Tool;
  readonly reason: Reason;
}

export interface Ranking {
  /** The whitelist first, then what suits, each by score. */
  readonly ranked: readonly Evaluation[];
  readonly leftOut: readonly LeftOut[];
}

/** Names of tools, by which the person in charge overrides what calls have taught. */
export interface ToolLists {
  /** Recommended before all others wherever they suit, however they did so far. @default none */
  readonly whitelist?: readonly string[] | undefined;
  /** Never recommended. Goes before the whitelist. @default none */
  readonly blacklist?: readonly string[] | undefined;
}

export interface EvaluationContext {
  readonly task: string;
  readonly scenes: readonly Kind[];
  readonly intents: readonly Kind[];
  readonly fill: Omit<FillOptions, 'tool'>;
  readonly lists: ToolLists;
  readonly reader: TaskReader;
  readonly uses: RememberedUses;
  readonly standings: Standings;
}

/** The fitness from which on a tool suits: 95 of 100 requests that some tool can serve are above. */
export const fitsFrom = 3.35;
/** What it adds to the fitness of a tool that it does what is to be done, and is about the same. */
const sameKind = 0.5;
/** What a request that the tool has served before says for it, when it is the same one. */
const servedBefore = 4.5;
/** Nearer than this a request is like another. */
const alike = 0.4;
/** A tool of the whitelist goes first when it suits half as well as one must. */
const suitsOfList = 0.5;

/** Holds every candidate against the task. */
export async function evaluate(found: readonly FoundTool[], context: EvaluationContext): Promise<Ranking> {
  const { task, lists, uses, standings, reader } = context;
  const best = Math.max(0, ...found.map(({ score }) => score));
  const filler = createFiller(task, context.fill);
  const suitabilityOf = createSuitability(task);
  const evidence = uses.evidence(task);
  const leftOut: LeftOut[] = [];
  const evaluations: Evaluation[] = [];
  for (const { tool, score, matched } of found) {
    const standing = await standings.of(tool.name, tallyOf(tool.name, context));
    const reason = reasonAgainst(tool, standing, lists);
    if (reason !== undefined) {
      leftOut.push({ tool, reason });
      continue;
    }
    const filled = filler(tool.parameters, tool);
    const suitability = suitabilityOf(tool, filled);
    const likeness = evidence.nearest(tool.name);
    const kinds = reader.ofTool(tool);
    const intent = agreementOf(context.intents, kinds.intents);
    const scene = agreementOf(context.scenes, kinds.scenes);
    const fitness =
      suitability.score + sameKind * (intent + scene) + (likeness > alike ? servedBefore * likeness : 0);
    const parts: EvaluationParts = {
      function: best === 0 ? 0 : Math.max(0, score / best),
      coverage: Math.max(suitability.coverage, likeness),
      parameters: suitability.parameters,
      intent,
      scene,
      cost: costOf(tool),
      success: standing.reliability,
      speed: standing.speed,
      feedback: standing.favour,
    };
    const listed = lists.whitelist?.includes(tool.name) === true && fitness >= suitsOfList * fitsFrom;
    evaluations.push({
      tool,
      score: totalOf(parts),
      parts,
      list: listed ? 'whitelist' : undefined,
      fitness,
      suits: fitness >= fitsFrom,
      suitability,
      standing,
      filled,
      reasons: reasonsFor({ listed, matched, likeness, filled, standing }),
    });
  }
  const rank = ({ list, suits }: Evaluation): number => (list !== undefined ? 0 : suits ? 1 : 2);
  return {
    ranked: evaluations.toSorted((one, other) => rank(one) - rank(other) || other.score - one.score),
    leftOut,
  };
}

/** How it went when the tool was used for the same kind of task. */
function tallyOf(tool: string, { task, uses, reader }: EvaluationContext): KindTally {
  const kind = reader.kindOf(task);
  let [good, bad] = [0, 0];
  for (const use of uses.list(tool)) {
    if (reader.kindOf(use.task) !== kind) continue;
    if (use.worth > 0) good++;
    else if (use.worth < 0) bad++;
  }
  return { good, bad };
}

function reasonAgainst(
  { name }: Tool,
  { failing }: Standing,
  { whitelist, blacklist }: ToolLists,
): Reason | undefined {
  if (blacklist?.includes(name) === true) return { code: 'blacklisted', facts: {} };
  if (failing === undefined || failing.onTrial || whitelist?.includes(name) === true) return undefined;
  const { failures, errorCode, until } = failing;
  return { code: 'failing', facts: { failures, errorCode, until } };
}

const tierCosts: Readonly<Record<Tier, number>> = { low: 1, medium: 0.6, high: 0.2 };

function costOf({ tier, approval }: Tool): number {
  return tierCosts[tier] * (approval === 'safe' ? 1 : 0.7);
}

function totalOf(parts: EvaluationParts): number {
  const names = Object.keys(evaluationWeights) as (keyof EvaluationParts)[];
  return names.reduce((sum, name) => sum + evaluationWeights[name] * parts[name], 0);
}

function reasonsFor({
  listed,
  matched,
  likeness,
  filled,
  standing,
}: {
  readonly listed: boolean;
  readonly matched: readonly string[];
  readonly likeness: number;
  readonly filled: FilledParameters;
  readonly standing: Standing;
}): Reason[] {
  const { calls, successes, meanMs, praised, blamed, failing } = standing;
  const said = filled.sources.filter(({ from }) => from !== 'default').map(({ path }) => path);
  const missing = filled.missing.map(({ path }) => path);
  const reasons: (Reason | false)[] = [
    listed && { code: 'whitelisted', facts: {} },
    failing !== undefined && { code: 'on_trial', facts: failing },
    likeness > alike && { code: 'remembered', facts: { likeness } },
    matched.length > 0 && { code: 'found_by', facts: { words: matched.slice(0, 4) } },
    said.length > 0 && { code: 'fills', facts: { parameters: said } },
    missing.length > 0 && { code: 'misses', facts: { parameters: missing } },
    calls > 0 && { code: 'succeeds', facts: { calls, successRate: successes / calls } },
    meanMs !== undefined && { code: 'takes', facts: { meanMs } },
    praised + blamed > 0 && { code: 'said_of', facts: { praised, blamed } },
    calls === 0 && { code: 'new', facts: {} },
  ];
  return reasons.filter((reason) => reason !== false);
}
