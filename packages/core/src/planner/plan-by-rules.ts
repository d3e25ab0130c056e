import type { DecideOptions, ToolDecision } from '../discovery/decide.ts';
import { fitsFrom, type Evaluation } from '../discovery/evaluate.ts';
import { createFiller } from '../discovery/parameters/fill-parameters.ts';
import { parameterFit } from '../discovery/parameters/parameter-fit.ts';
import { hasHan } from '../discovery/parameters/words.ts';
import { parametersWorth } from '../discovery/suitability.ts';
import type { PlanGap } from '../messages/planning.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import type { Tool } from '../tool/tool.ts';
import { offersOf, termsOf, type Offer } from './offers.ts';
import type { PlannedStep, PlannedTask, WrittenNode } from './planned-task.ts';
import { wireCondition } from './said-conditions.ts';
import { findReferences, namesIt, type SaidReference } from './said-references.ts';
import { splitTask, withoutLiterals, type Step } from './split-task.ts';
import { itemsIn, listsIn, literalsIn, shareClaimed, unusedIn, withoutValues } from './step-literals.ts';
import { ownTerms, sureOfWords, tidyFilled, withoutHollow } from './tidy-filled.ts';
import { wireArguments, type Wiring, type WiringContext } from './wire-arguments.ts';

export type Decide = (task: string, options: DecideOptions) => Promise<ToolDecision>;

export type PlanOptions = Pick<DecideOptions, 'agent' | 'now'>;

/** Makes a plan of a task by rules: takes it apart, chooses a tool for each step and wires outputs to inputs. */
export async function planByRules(
  task: string,
  options: PlanOptions,
  decide: Decide,
): Promise<Omit<PlannedTask, 'by'>> {
  const draft = new Draft(options, decide);
  for (const step of splitTask(task)) await draft.add(step);
  return draft.finish(task);
}

/** What a step and those before it have for a tool. */
interface Appraisal {
  readonly wiring: Wiring;
  /** Added to its fitness: that an address is where an address belongs, that it is called by its name. */
  readonly merit: number;
}

interface Chosen {
  readonly tool: Tool;
  readonly evaluation: Evaluation;
  readonly wiring: Wiring;
}

class Draft {
  readonly #options: PlanOptions;
  readonly #decide: Decide;
  readonly #nodes: WrittenNode[] = [];
  readonly #tools = new Map<string, Tool>();
  readonly #steps: PlannedStep[] = [];
  readonly #missing: PlanGap[] = [];
  /** What the nodes so far give, the latest first. */
  #offers: readonly Offer[] = [];
  readonly #unused: string[] = [];
  /** The "for each" that a list was looked for last: the next step may be for the same. */
  #listed = '';
  /** Whether no tool does the step before. */
  #isBroken = false;
  readonly #told = new Map<string, JsonValue>();

  constructor(options: PlanOptions, decide: Decide) {
    this.#options = options;
    this.#decide = decide;
  }

  async add(step: Step): Promise<void> {
    const lister = this.#listerFor(step);
    if (lister !== undefined) await this.add(lister);
    const chosen = await this.#choose(step);
    if (chosen === undefined) this.#leaveOut(step);
    else this.#addNode(step, chosen);
  }

  finish(task: string): Omit<PlannedTask, 'by'> {
    const plan =
      this.#nodes.length === 0 ? undefined : { name: nameOf(task), description: task, nodes: this.#nodes };
    return { task, plan, steps: this.#steps, missing: this.#missing };
  }

  /** "for each file that matches docs/*.md" is a step before, when no list of such things is there. */
  #listerFor({ each = '', link, condition }: Step): Step | undefined {
    const plain = withoutLiterals(each);
    if (each === this.#listed) return undefined;
    this.#listed = each;
    if (!plain.includes('\u00a4') || itemsIn(each).length > 1) return undefined;
    const terms = termsOf(plain);
    if (this.#offers.some((offer) => isListOf(offer, terms))) return undefined;
    const text = `${hasHan(each) ? '查找' : 'find '}${each}`;
    return { text, said: text, link, each: undefined, condition };
  }

  async #choose(step: Step): Promise<Chosen | undefined> {
    const { text, each } = step;
    const { references, rest } = findReferences(text, withoutLiterals(text), this.#offers);
    const listed = each === undefined || each === '' ? listsIn(text) : itemsIn(each);
    const fan: WiringContext['each'] =
      listed.length > 1 ? { items: listed } : each === undefined ? undefined : { said: each };
    const words = listed.length > 1 && each ? `${rest} ${listed[0]}` : rest;
    const filler = createFiller(words, {
      ...(this.#options.now !== undefined && { now: this.#options.now }),
    });
    // "it" is what the step before would give: where no tool does that one, nothing stands for it.
    const isLost = this.#isBroken && !references.some(({ noun }) => noun !== '');
    const wire = (tool: Tool): Wiring =>
      wireArguments(tool, {
        filled: tidyFilled(filler(tool.parameters, tool), words, tool),
        references,
        offers: this.#offers,
        unused: this.#unused,
        each: namesOf(fan, tool),
        told: this.#told,
      });
    const asked = withoutValues(rest === '' ? text : rest);
    const literals = literalsIn(text);
    const appraise = (tool: Tool): Appraisal => {
      const wiring = wire(tool);
      const isNamed = text.toLowerCase().startsWith(`${tool.name.toLowerCase()} `);
      // Who says "each of them" means a tool that has something to do with them.
      const lacks =
        (each !== undefined && wiring.forEach === undefined ? 1 : 0) +
        (references.length > 0 && this.#offers.length > 0 && wiring.uses.length === 0 ? 1 : 0);
      return { wiring, merit: shareClaimed(literals, wiring) + (isNamed ? 1 : 0) - lacks };
    };
    const chosen = await this.#bestOf(step, asked, references, appraise);
    return chosen !== undefined && isLost ? { ...chosen, wiring: unwired(chosen.wiring) } : chosen;
  }

  /** By the words of the step; when they leave something open, also by what a pronoun among them stands for. */
  async #bestOf(
    { each }: Step,
    asked: string,
    references: readonly SaidReference[],
    appraise: (tool: Tool) => Appraisal,
  ): Promise<Chosen | undefined> {
    const first = await this.#best(asked, appraise);
    if (first !== undefined && first.wiring.missing.length === 0) return first;
    const pronoun = references.some(({ noun }) => noun === '') || each !== undefined;
    const context = pronoun ? this.#spokenOf(each) : '';
    const second = context === '' ? undefined : await this.#best(`${asked} ${context}`, appraise);
    const isBetter = first === undefined || second?.wiring.missing.length === 0;
    return isBetter ? second : first;
  }

  async #best(text: string, appraise: (tool: Tool) => Appraisal): Promise<Chosen | undefined> {
    const decision = await this.#decide(text, this.#options);
    const wired = decision.evaluation.map((evaluation): Chosen & { fitness: number } => {
      const { tool } = evaluation;
      const { wiring, merit } = appraise(tool);
      const gained = wiring.fit - parameterFit(evaluation.filled);
      return { tool, evaluation, wiring, fitness: evaluation.fitness + parametersWorth * gained + merit };
    });
    if (decision.steps.choice.by === 'model') return wired.find(({ tool }) => tool === decision.choice);
    const suiting = wired.filter((one) => one.fitness >= fitsFrom || one.evaluation.list !== undefined);
    const [best] = suiting.toSorted(
      (one, other) => isListed(other) - isListed(one) || rank(other) - rank(one),
    );
    return best === undefined || this.#isCalledAlready(best) ? undefined : best;
  }

  /** The same call once more, when nothing was changed in between, is hardly what a further step means. */
  #isCalledAlready({ tool, wiring }: Chosen): boolean {
    const given = JSON.stringify(wiring.arguments);
    const changed = this.#nodes.findLastIndex(({ id }) => !isReading(this.#tools.get(id)));
    return this.#nodes
      .slice(changed + 1)
      .some(
        (node) =>
          node.tool === tool.name && JSON.stringify(node.arguments) === given && !('for_each' in node),
      );
  }

  /** What a pronoun stands for, in words: they help to find the tool. */
  #spokenOf(each: string | undefined): string {
    if (each) return withoutLiterals(each).replaceAll('\u00a4', '');
    const [latest] = this.#offers.filter(({ main }) => main);
    return latest === undefined ? '' : latest.name;
  }

  /** A step without a tool may say more about the one before: "and only the closed ones". */
  #leaveOut({ text, said }: Step): void {
    if (this.#saysMore(text)) return;
    this.#isBroken = true;
    this.#missing.push({ code: 'no_tool', facts: { step: said } });
    this.#steps.push({ text: said, node: undefined, tool: undefined, reasons: [], sources: [] });
  }

  /** Gives the last node what these words surely say for it; false when that is nothing. */
  #saysMore(text: string): boolean {
    const [node, step] = [this.#nodes.at(-1), this.#steps.at(-1)];
    const tool = node && this.#tools.get(node.id);
    if (node === undefined || step?.node !== node.id || tool === undefined) return false;
    const before = `${step.text}, `;
    const filled = createFiller(before + text)(tool.parameters, tool);
    const more = filled.sources.filter(
      ({ path, from, score, span }) =>
        (from === 'enum' || score >= sureOfWords) &&
        (span?.[0] ?? 0) >= before.length &&
        !(path in node.arguments) &&
        path in filled.arguments,
    );
    if (more.length === 0) return false;
    const given = Object.fromEntries(more.map(({ path }) => [path, filled.arguments[path] as JsonValue]));
    this.#nodes[this.#nodes.length - 1] = { ...node, arguments: { ...node.arguments, ...given } };
    this.#steps[this.#steps.length - 1] = {
      ...step,
      text: before + text,
      sources: [...step.sources, ...more.map(({ path }) => ({ parameter: path, from: 'words' as const }))],
    };
    return true;
  }

  #addNode(step: Step, { tool, evaluation, wiring }: Chosen): void {
    const id = this.#newId(tool.name);
    const given: Record<string, JsonValue> = { ...wiring.arguments };
    for (const parameter of wiring.missing) {
      const input = this.#newInput(id, parameter);
      given[parameter] = `{{input.${input}}}`;
      const schema = tool.parameters.properties?.[parameter];
      const description = isObject(schema) ? (schema.description ?? '') : '';
      const facts = { node: id, tool: tool.name, parameter, description, input };
      this.#missing.push({ code: 'argument', facts });
    }
    const unused = unusedIn(step.text, { ...given, for_each: wiring.forEach ?? null }, tool);
    if (unused.length > 0) this.#missing.push({ code: 'unused', facts: { node: id, words: unused } });
    const condition = step.condition && wireCondition(step.condition, this.#offers);
    if (step.condition !== undefined && condition === undefined)
      this.#missing.push({
        code: 'condition',
        facts: { node: id, condition: step.condition.text, input: `${id}_when` },
      });
    // Until somebody says when, it is not done.
    const unclear = step.condition === undefined ? undefined : `{{input.${id}_when}}`;
    const when = condition?.when ?? unclear;
    const uses = [...wiring.uses, ...(condition?.node === undefined ? [] : [condition.node])];
    const after = this.#mustFollow(step, tool, uses);
    this.#nodes.push({
      id,
      tool: tool.name,
      arguments: given,
      ...(after.length > 0 && { after }),
      ...(when !== undefined && { when }),
      ...(wiring.forEach !== undefined && { for_each: wiring.forEach }),
    });
    this.#tools.set(id, tool);
    this.#steps.push({
      text: step.said,
      node: id,
      tool,
      reasons: evaluation.reasons.filter(({ code }) => code !== 'fills' && code !== 'misses'),
      sources: wiring.sources,
    });
    for (const { parameter, from } of wiring.sources)
      if (from === 'words') this.#told.set(parameter, given[parameter] as JsonValue);
    for (const node of wiring.uses) {
      const at = this.#unused.indexOf(node);
      if (at >= 0) this.#unused.splice(at, 1);
    }
    this.#unused.push(id);
    this.#isBroken = false;
    this.#offers = [...offersOf(id, tool, wiring.forEach !== undefined), ...this.#offers];
  }

  /** The order of the words is kept where it is said, and where one of two steps acts; reading may go beside reading. */
  #mustFollow({ link, condition }: Step, tool: Tool, uses: readonly string[]): readonly string[] {
    const before = this.#nodes.at(-1);
    if (before === undefined || link === 'beside' || uses.includes(before.id)) return [];
    const both = isReading(tool) && isReading(this.#tools.get(before.id));
    if (link !== 'then' && both) return [];
    // The two sides of a condition never both act.
    if (link !== 'then' && condition?.negated === true) return [];
    return this.#follows(before.id, uses) ? [] : [before.id];
  }

  /** Whether what is used comes after a node anyway. */
  #follows(id: string, uses: readonly string[]): boolean {
    return uses.some((used) => {
      const node = this.#nodes.find((one) => one.id === used);
      return node !== undefined && (node['after'] as readonly string[] | undefined)?.includes(id) === true;
    });
  }

  #newId(tool: string): string {
    const base = tool
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_')
      .replaceAll(/[^A-Za-z\d_]+/gu, '_')
      .slice(0, 50)
      .toLowerCase();
    const name = /^[a-z\d_]/u.test(base) ? base : 'step';
    let id = name;
    for (let number = 2; this.#tools.has(id); number++) id = `${name}_${number}`;
    return id;
  }

  #newInput(node: string, parameter: string): string {
    const taken = this.#missing.some(({ code, facts }) => code === 'argument' && facts.input === parameter);
    return taken ? `${node}_${parameter}` : parameter;
  }
}

/** Without what would come from steps that are not those that were meant. */
function unwired(wiring: Wiring): Wiring {
  const lost = wiring.sources
    .filter(({ from }) => from === 'step' || from === 'item')
    .map(({ parameter }) => parameter);
  const kept = Object.entries(wiring.arguments).filter(([name]) => !lost.includes(name));
  return {
    ...wiring,
    arguments: Object.fromEntries(kept),
    sources: wiring.sources.filter(({ parameter }) => !lost.includes(parameter)),
    missing: [...wiring.missing, ...lost],
    forEach: undefined,
    uses: [],
  };
}

/** A step is too short for a search to tell much: how well a tool suits it at all counts as much as how it was found. */
function rank({ fitness, evaluation }: Chosen & { fitness: number }): number {
  return fitness + evaluation.score;
}

function isReading(tool: Tool | undefined): boolean {
  return tool?.annotations.readOnly === true;
}

function isListed({ evaluation }: Chosen): number {
  return evaluation.list === undefined ? 0 : 1;
}

function isListOf(offer: Offer, terms: ReadonlySet<string>): boolean {
  return offer.types.includes('array') && namesIt(terms, offer.nameTerms, offer.terms);
}

/** "MSFT and AAPL shares": what belongs to the tool belongs to none of the names. */
function namesOf(each: WiringContext['each'], tool: Tool): WiringContext['each'] {
  if (each === undefined || !('items' in each)) return each;
  return { items: each.items.map((item) => withoutHollow(item, ownTerms(tool)) || item) };
}

/** The beginning of the task, for lists of plans. */
function nameOf(task: string): string {
  const line = task.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
