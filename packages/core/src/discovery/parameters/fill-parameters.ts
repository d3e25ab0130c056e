import type { JsonSchema } from '../../schema/json-schema.ts';
import { assign, threshold } from './assign.ts';
import { booleanFor } from './booleans.ts';
import type { Now } from './calendar.ts';
import { type Candidate, type Surroundings, surroundingsOf, type ToolWords } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { checkValues } from './check-values.ts';
import { contextChoice, contextValue } from './context.ts';
import { restOfText } from './free-text.ts';
import { describedDefault } from './hints.ts';
import { readNow } from './now.ts';
import { objectList } from './object-lists.ts';
import { type Slot, slotsOf } from './slots.ts';
import type { Reading } from './span.ts';
import { readText } from './spans.ts';
import { toPlainWidth } from './words.ts';

export interface FillOptions {
  /** When the words were said: "tomorrow" counts from here. Without it relative dates are missing. */
  readonly now?: Date | string;
  /** Known facts by name: who is asking, what earlier calls gave. */
  readonly context?: { readonly [name: string]: unknown };
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
  const plain = toPlainWidth(text.slice(0, maxText));
  const filled = fillSlots(plain, slotsOf(parameters), { ...options, today: readNow(options.now) });
  const { values, dropped } = checkValues(parameters, filled.values, filled.missing);
  const isDropped = (path: string): boolean =>
    dropped.some((one) => path === one || path.startsWith(`${one}.`));
  const notValid = filled.required.filter(isDropped).map((path) => ({ path, reason: 'not_valid' as const }));
  const missing = [...filled.missing.map((path) => ({ path, reason: 'not_said' as const })), ...notValid];
  const sources = filled.sources.filter(({ path }) => !isDropped(path));
  const weakest = Math.min(sureScore, ...sources.map(({ score }) => score));
  return {
    arguments: values,
    missing,
    sources,
    confidence: missing.length > 0 ? 0 : Math.max(0, weakest) / sureScore,
  };
}

interface Known extends FillOptions {
  readonly today: Now | undefined;
}

interface Filling {
  readonly values: Record<string, unknown>;
  readonly missing: readonly string[];
  readonly required: readonly string[];
  readonly sources: readonly ParameterSource[];
}

function fillSlots(text: string, slots: readonly Slot[], known: Known): Filling {
  const reading = readText(text, known.today);
  const around = surroundingsOf(reading, slots, known.tool);
  const chosen = assign(slots.flatMap((slot) => candidatesFor(slot, around)));
  const values: Record<string, unknown> = {};
  const sources: ParameterSource[] = [];
  const missing: string[] = [];
  for (const slot of slots) {
    const found = valueOf(slot, around, [...chosen.values()], chosen.get(slot.index), known);
    const path = slot.path.join('.');
    if (found !== undefined) {
      setPath(values, slot.path, found.value);
      const { value: _, ...source } = found;
      sources.push({ path, ...source });
    } else if (slot.required) missing.push(path);
  }
  return {
    values,
    missing,
    sources,
    required: slots.filter(({ required }) => required).map(({ path }) => path.join('.')),
  };
}

type Found = Omit<ParameterSource, 'path'> & { readonly value: unknown };

/** In this order: what the text says, what is known, what the request is about as a whole, the default. */
function valueOf(
  slot: Slot,
  around: Surroundings,
  all: readonly Candidate[],
  candidate: Candidate | undefined,
  known: Known,
): Found | undefined {
  const { reading } = around;
  const fact = slot.required || isNamed(slot, reading) ? contextValue(slot, known.context) : undefined;
  const unsure = candidate !== undefined && candidate.loose === true && candidate.score < 3;
  if (candidate !== undefined && !(unsure && fact !== undefined)) return fromText(candidate);
  const saying = booleanFor(slot, around);
  if (saying !== undefined && saying.score >= 1.5) return fromText({ ...saying, how: 'text' });
  if (fact !== undefined) return { value: fact, from: 'context', score: 2 };
  const list = objectList(slot, reading.text, (part, slots) => fillSlots(part, slots, known));
  if (list !== undefined) return { value: list, from: 'text', score: 2 };
  if (!slot.required) return undefined;
  const rest = restOfText(slot, reading, all);
  if (rest !== undefined) return fromText({ ...rest, score: threshold(slot), how: 'text' });
  const habit = contextChoice(slot, known.context);
  if (habit !== undefined) return { value: habit, from: 'context', score: 1 };
  const fallback = defaultOf(slot);
  return fallback === undefined ? undefined : { value: fallback, from: 'default', score: 2 };
}

function fromText({
  value,
  how,
  start,
  end,
  score,
}: Pick<Candidate, 'value' | 'how' | 'start' | 'end' | 'score'>): Found {
  return { value, from: how, span: [start, end], score };
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
