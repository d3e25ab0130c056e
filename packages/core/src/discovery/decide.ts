import type { Locale } from '../messages/catalog.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { compiledSchemaOf } from '../tool/compiled-schema.ts';
import type { Tool } from '../tool/tool.ts';
import {
  askModel,
  promptsFor,
  type DecisionModel,
  type DecisionStep,
  type Prompts,
  type StepReport,
} from './ask-model.ts';
import { evaluate, type Evaluation, type EvaluationContext, type LeftOut } from './evaluate.ts';
import type { FilledParameters, FillOptions, MissingParameter } from './parameters/fill-parameters.ts';
import { agreement, type Kind } from './task-kinds.ts';
import type { FoundTool } from './tool-finder.ts';

export interface DecideOptions extends Pick<FillOptions, 'now' | 'context'> {
  /** Whose tools are in question. @default the application's: all of them */
  readonly agent?: string | undefined;
  /** Earlier calls, the oldest first: what they gave may be needed again. @default none */
  readonly history?: readonly { readonly tool: string; readonly output: unknown }[] | undefined;
  /** How many tools are held against the task. @default 10 */
  readonly limit?: number | undefined;
}

/** Which tool serves a task and with what, step by step. */
export interface ToolDecision {
  readonly task: string;
  /** What it is about, the clearest first. */
  readonly scene: readonly Kind[];
  /** What is to be done. */
  readonly intent: readonly Kind[];
  readonly candidates: readonly FoundTool[];
  /** The candidates against each other, the best first. */
  readonly evaluation: readonly Evaluation[];
  /** Candidates that are on the blacklist. */
  readonly leftOut: readonly LeftOut[];
  /** Undefined when no tool fits. */
  readonly choice: Tool | undefined;
  readonly parameters: FilledParameters['arguments'];
  /** What the tool requires and nobody has said. */
  readonly missing: readonly MissingParameter[];
  /** Who took each step. */
  readonly steps: Readonly<Record<DecisionStep, StepReport>>;
}

/** What a decision stands on. */
export interface DecisionRoom extends Omit<EvaluationContext, 'task' | 'scenes' | 'intents' | 'fill'> {
  readonly find: (task: string, limit: number) => Promise<readonly FoundTool[]>;
  readonly model: DecisionModel | undefined;
  readonly locale: Locale;
}

/** Of candidates about something else, those are kept that were found this much as well as the best. */
const foundAnyway = 0.6;

/** The five steps: scene, intent, candidates, evaluation with the choice, parameters. */
export async function decide(
  task: string,
  { context = {}, history = [], limit = 10, ...options }: DecideOptions,
  room: DecisionRoom,
): Promise<ToolDecision> {
  const { model, reader } = room;
  const prompts = promptsFor(room.locale);
  const known = { ...outputsOf(history), ...context };
  const byRules = reader.ofTask(task);

  const sceneStep = await askModel(model, 'scene', prompts.scene(task, reader.sceneNames), (answer) =>
    namesAmong(answer, reader.sceneNames),
  );
  const scene = sceneStep.value ?? byRules.scenes;

  const intentStep = await askModel(model, 'intent', prompts.intent(task, reader.intentNames), (answer) =>
    namesAmong(answer, reader.intentNames),
  );
  const intent = intentStep.value ?? byRules.intents;

  const searchStep = await askModel(model, 'candidates', prompts.candidates(task), toSearches);
  const searched = [task, ...(searchStep.value ?? [])].join('\n');
  const candidates = narrowed(await room.find(searched, 3 * limit), scene, room).slice(0, limit);

  const fill = { now: options.now, context: known } as EvaluationContext['fill'];
  const { ranked, leftOut } = await evaluate(candidates, {
    ...room,
    task,
    scenes: scene,
    intents: intent,
    fill,
  });
  const asked = ranked.map(({ tool }) => ({ name: tool.name, description: tool.description }));
  const choiceStep = await askModel(model, 'choice', prompts.choice(task, asked), (answer) =>
    chosenOf(answer, ranked),
  );
  const chosen =
    choiceStep.value === undefined
      ? ranked.find(({ suits, list }) => suits || list !== undefined)
      : ranked.find(({ tool }) => tool === choiceStep.value);

  const filled = await fillBy(model, prompts, { task, chosen, known });
  return {
    task,
    scene,
    intent,
    candidates,
    evaluation: ranked,
    leftOut,
    choice: chosen?.tool,
    parameters: filled.parameters,
    missing: filled.missing,
    steps: {
      scene: sceneStep.report,
      intent: intentStep.report,
      candidates: searchStep.report,
      choice: choiceStep.report,
      parameters: filled.report,
    },
  };
}

/** The names that a model gives, as far as they are known. */
function namesAmong(answer: unknown, known: readonly string[]): readonly Kind[] | undefined {
  const given = isObject(answer) && Array.isArray(answer['names']) ? (answer['names'] as unknown[]) : [];
  const names = known.filter((name) => given.includes(name));
  if (names.length === 0) return undefined;
  return names
    .toSorted((one, other) => given.indexOf(one) - given.indexOf(other))
    .map((name) => ({ name, share: 1 / names.length }));
}

function toSearches(answer: unknown): readonly string[] | undefined {
  const given =
    isObject(answer) && Array.isArray(answer['searches']) ? (answer['searches'] as unknown[]) : [];
  const searches = given.filter((one) => typeof one === 'string').map((one) => one.slice(0, 200));
  return searches.length === 0 ? undefined : searches.slice(0, 5);
}

/** The tool that a model names; null when it says that none fits. */
function chosenOf(answer: unknown, ranked: readonly Evaluation[]): Tool | null | undefined {
  if (!isObject(answer) || !('name' in answer)) return undefined;
  if (answer['name'] === null) return null;
  return ranked.find(({ tool }) => tool.name === answer['name'])?.tool;
}

/** Without what is about something else and was not found much better for it. */
function narrowed(
  found: readonly FoundTool[],
  scene: readonly Kind[],
  { reader, lists }: DecisionRoom,
): readonly FoundTool[] {
  const best = found[0]?.score ?? 0;
  if (scene.length === 0) return found;
  return found.filter(({ tool, score }) => {
    if (score >= foundAnyway * best || lists.whitelist?.includes(tool.name) === true) return true;
    const about = reader.ofTool(tool).scenes;
    return about.length === 0 || agreement(scene, about) > 0;
  });
}

/** What earlier calls gave, by its names; the latest counts. */
function outputsOf(history: NonNullable<DecideOptions['history']>): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const { tool, output } of history) {
    if (isObject(output)) Object.assign(facts, output);
    else facts[tool] = output;
  }
  return facts;
}

interface Filled {
  readonly parameters: FilledParameters['arguments'];
  readonly missing: readonly MissingParameter[];
  readonly report: StepReport;
}

async function fillBy(
  model: DecisionModel | undefined,
  prompts: Prompts,
  { task, chosen, known }: { task: string; chosen: Evaluation | undefined; known: object },
): Promise<Filled> {
  if (chosen === undefined) return { parameters: {}, missing: [], report: { by: 'rules' } };
  const { tool, filled } = chosen;
  const { name, description, parameters } = tool;
  const asked = prompts.parameters(task, { name, description, parameters }, known);
  const step = await askModel(model, 'parameters', asked, (answer) => checkedArguments(answer, tool));
  if (step.value === undefined)
    return { parameters: filled.arguments, missing: filled.missing, report: step.report };
  return { ...step.value, report: step.report };
}

/** What a model gives as arguments, when the schema has nothing against it but what is missing. */
function checkedArguments(answer: unknown, tool: Tool): Omit<Filled, 'report'> | undefined {
  const given = isObject(answer) ? answer['arguments'] : undefined;
  if (!isObject(given)) return undefined;
  const problems = compiledSchemaOf(tool).validate(JSON.parse(JSON.stringify(given))) ?? [];
  if (problems.some(({ keyword }) => keyword !== 'required')) return undefined;
  return { parameters: given, missing: missingOf(tool.parameters, given) };
}

function missingOf({ required = [] }: JsonSchemaObject, given: object): MissingParameter[] {
  return required.filter((name) => !(name in given)).map((path) => ({ path, reason: 'not_said' }));
}
