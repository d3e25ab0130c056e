import type { JsonSchema } from '../../schema/json-schema.ts';
import { hasOwnDefaults } from '../../tool/compiled-schema.ts';
import { assign, threshold } from './assign.ts';
import { booleanFor } from './booleans.ts';
import { type Candidate, type Surroundings, surroundingsOf, type ToolWords } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { checkValues } from './check-values.ts';
import { contextChoice, contextValue } from './context.ts';
import { cutByChoices } from './cut-by-choices.ts';
import { restOfText } from './free-text.ts';
import { describedDefault } from './hints.ts';
import { readNow } from './now.ts';
import { objectList } from './object-lists.ts';
import { type Slot, slotsOf } from './slots.ts';
import type { Reading } from './span.ts';
import { type ReadSettings, readText } from './spans.ts';
import { toPlainWidth } from './words.ts';

export interface FillOptions {
  /** When the words were said: "tomorrow" counts from here. Without it relative dates are missing. */
  readonly now?: Date | string;
  /** Known facts by name: who is asking, what earlier calls gave. */
  readonly context?: { readonly [name: string]: unknown };
  /** How the person writes dates: 03/04/2024 is the third of April for `en-GB`, the fourth of March for `en-US` (the default). */
  readonly locale?: string;
  /** The tool's name and description: their words are not taken for values. */
  readonly tool?: ToolWords;
}

export interface FilledParameters {
  /** Only what was said, known or needed a default; other defaults are left to validation. */
  readonly arguments: { readonly [name: string]: unknown };
  /** Required parameters without a value. */
  readonly missing: readonly MissingParameter[];
  readonly sources: readonly ParameterSource[];
  /** 0 to 1: how sure the weakest value is; 0 when a required one is missing. */
  readonly confidence: number;
}

export interface MissingParameter {
  readonly path: string;
  /** Nobody said it, or what was said is not valid. */
  readonly reason: 'not_said' | 'not_valid';
}

export interface ParameterSource {
  readonly path: string;
  readonly required: boolean;
  /** The words as they stand, a choice that they name, a known fact, or the schema's default. */
  readonly from: 'text' | 'enum' | 'context' | 'default';
  /** Where in the text, for what the text said. */
  readonly span?: readonly [start: number, end: number];
  readonly score: number;
}

/** Longer texts are read up to here. */
const maxText = 10_000;
/** What counts as fully sure. */
const sureScore = 4;

/**
 * Fills a tool's parameters from a person's words. What neither the words nor the context nor the schema's defaults
 * say is named as missing and never made up.
 *
 * @example
 * fillParameters('a circle with a radius of 5', { type: 'object', properties: { radius: { type: 'number' } } }).arguments; // { radius: 5 }
 */
export function fillParameters(
  text: string,
  parameters: JsonSchema,
  options: FillOptions = {},
): FilledParameters {
  return createFiller(text, options)(parameters, options.tool);
}

export interface FillerOptions extends Omit<FillOptions, 'tool'> {
  /** How well tools are filled is all that is asked: of a list of objects one is enough, and only where one is required. @default false */
  readonly onlyFit?: boolean;
}

/** Reads a text once, to fill the parameters of several tools from it. */
export function createFiller(
  text: string,
  options: FillerOptions = {},
): (parameters: JsonSchema, tool?: ToolWords) => FilledParameters {
  const settings: ReadSettings = { now: readNow(options.now), dayFirst: isDayFirst(options.locale) };
  const read = readOnce(settings);
  const reading = read(toPlainWidth(text.slice(0, maxText)));
  return (parameters, tool) => {
    const { context, onlyFit = false } = options;
    const filled = fillSlots(reading, slotsOf(parameters), { context, read, tool, onlyFit });
    const { values, dropped } = checkValues(parameters, filled.values, filled.missing);
    const isDropped = (path: string): boolean =>
      dropped.some((one) => path === one || path.startsWith(`${one}.`));
    const sources = filled.sources.filter(({ path }) => !isDropped(path));
    const missing = [
      ...filled.missing.map((path) => ({ path, reason: 'not_said' as const })),
      ...filled.sources
        .filter(({ path, required }) => required && isDropped(path))
        .map(({ path }) => ({ path, reason: 'not_valid' as const })),
    ];
    const weakest = Math.min(sureScore, ...sources.map(({ score }) => score));
    return {
      arguments: values,
      missing,
      sources,
      confidence: missing.length > 0 ? 0 : Math.max(0, weakest) / sureScore,
    };
  };
}

/** Parts of a text are offered to every list of every tool. */
function readOnce(settings: ReadSettings): (text: string) => Reading {
  const readings = new Map<string, Reading>();
  return (text) => {
    const known = readings.get(text) ?? readText(text, settings);
    readings.set(text, known);
    return known;
  };
}

function isDayFirst(locale: string | undefined): boolean {
  return locale !== undefined && !/^(?:en(?:-US)?|zh|ja|ko)\b(?!-GB|-AU|-IN|-NZ|-IE|-ZA)/iu.test(locale);
}

interface Known {
  readonly context: FillOptions['context'];
  readonly tool: ToolWords | undefined;
  readonly read: (text: string) => Reading;
  readonly onlyFit: boolean;
}

interface Filling {
  readonly values: Record<string, unknown>;
  readonly missing: readonly string[];
  readonly sources: readonly ParameterSource[];
}

function fillSlots(reading: Reading, slots: readonly Slot[], known: Known): Filling {
  const around = surroundingsOf(reading, slots, known.tool);
  const offered = slots.flatMap((slot) => candidatesFor(slot, around));
  const chosen = chooseAll(offered, reading.text);
  const values: Record<string, unknown> = {};
  const sources: ParameterSource[] = [];
  const missing: string[] = [];
  for (const slot of slots) {
    const found = valueOf(slot, around, chosen, known);
    const path = slot.path.join('.');
    if (found !== undefined) {
      setPath(values, slot.path, found.value);
      sources.push({ path, required: slot.required, ...found.source });
    } else if (slot.required) missing.push(path);
  }
  return { values, missing, sources };
}

/** An object that is begun is to be finished: what it needs is then looked for as if the call required it. */
function chooseAll(offered: readonly Candidate[], text: string): ReadonlyMap<number, Candidate> {
  const first = choose(offered, text);
  const begun = new Set(
    [...first.values()].filter(({ slot }) => slot.path.length > 1).map(({ slot }) => groupOf(slot)),
  );
  const finishes = ({ slot }: Candidate): boolean =>
    !slot.required && slot.needed && begun.has(groupOf(slot));
  if (!offered.some(finishes)) return first;
  return choose(
    offered.map((one) => (finishes(one) ? { ...one, slot: { ...one.slot, required: true } } : one)),
    text,
  );
}

function choose(offered: readonly Candidate[], text: string): Map<number, Candidate> {
  return assign(
    cutByChoices(
      offered.filter(({ slot, score }) => score >= threshold(slot)),
      text,
    ),
  );
}

function groupOf({ path }: Slot): string {
  return path.slice(0, -1).join('.');
}

interface Found {
  readonly value: unknown;
  readonly source: Omit<ParameterSource, 'path' | 'required'>;
}

/** In this order: what the text says, what is known, what the request is about as a whole, the default if it may be sent. */
function valueOf(
  slot: Slot,
  around: Surroundings,
  chosen: ReadonlyMap<number, Candidate>,
  known: Known,
): Found | undefined {
  const { reading } = around;
  const { context, read, onlyFit, tool } = known;
  const candidate = chosen.get(slot.index);
  const wanted = context !== undefined && (slot.required || isNamed(slot, reading));
  const fact = wanted ? contextValue(slot, context) : undefined;
  const unsure = candidate?.loose === true && candidate.score < sureOfWords;
  if (candidate !== undefined && !(unsure && fact !== undefined)) return fromText(candidate);
  const saying = booleanFor(slot, reading);
  if (saying !== undefined) return fromText({ ...saying, how: 'text' });
  if (fact !== undefined) return { value: fact, source: { from: 'context', score: 2 } };
  const list = objectList(slot, reading.text, {
    fill: (part, slots) => fillSlots(read(part), slots, known),
    onlyFit,
  });
  if (list !== undefined) return { value: list, source: { from: 'text', score: 2 } };
  if (!slot.required) return undefined;
  const rest = restOfText(slot, reading, [...chosen.values()]);
  if (rest !== undefined) return fromText({ ...rest, score: threshold(slot), how: 'text' });
  const habit = contextChoice(slot, context);
  if (habit !== undefined) return { value: habit, source: { from: 'context', score: 1 } };
  if (tool?.implementation !== undefined && !hasOwnDefaults(tool.implementation)) return undefined;
  const fallback = defaultOf(slot);
  return fallback === undefined ? undefined : { value: fallback, source: { from: 'default', score: 2 } };
}

/** Below this a known fact outweighs words that could be anything. */
const sureOfWords = 3;

function fromText({ value, how, start, end, score }: Omit<Candidate, 'slot'>): Found {
  return { value, source: { from: how, span: [start, end], score } };
}

/** The text speaks of the slot without giving a value: "update my phone number". */
function isNamed({ cues, nameStems }: Slot, { words }: Reading): boolean {
  return words.some((word) => nameStems.has(word.stem) || (cues.get(word.stem) ?? 0) >= 0.8);
}

function defaultOf({ schema, description, type }: Slot): unknown {
  if (schema.default !== undefined) return schema.default;
  const described = describedDefault(description);
  if (described === undefined) return undefined;
  if (type === 'boolean') return described === 'true' ? true : described === 'false' ? false : undefined;
  if (type === 'number' || type === 'integer')
    return Number.isNaN(Number(described)) ? undefined : Number(described);
  return type === 'string' ? described : undefined;
}

/** Names come from a schema, and `__proto__` is a name like any other. */
function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  const own = Object.hasOwn(target, first) ? target[first] : undefined;
  const inner = typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {};
  if (rest.length > 0) setPath(inner, rest, value);
  Object.defineProperty(target, first, {
    value: rest.length > 0 ? inner : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
