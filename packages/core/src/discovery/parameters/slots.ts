import { isObject, type PlainObject } from '../../schema/json-type.ts';
import { type DateFormat, dateFormatOf } from './date-format.ts';
import { choicesIn, examplesIn, glossOf } from './hints.ts';
import { relatedTo } from './related.ts';
import { plainSchema, typeOf } from './schema-node.ts';
import { kindOf, type SlotKind, withoutRole } from './slot-kinds.ts';
import { functionWords } from './stop-words.ts';
import { type Unit, unitsNamedIn } from './units.ts';
import { hasHan, nameWords, stem, wordsOf } from './words.ts';

/** One value that a tool asks for: a leaf of its parameter schema. */
export interface Slot {
  readonly index: number;
  readonly path: readonly string[];
  readonly name: string;
  readonly schema: PlainObject;
  readonly type: string;
  /** What the members of an array are; undefined for other types. */
  readonly item: Slot | undefined;
  /** It must be given in every call. */
  readonly required: boolean;
  /** It must be given when the object around it is. */
  readonly needed: boolean;
  readonly description: string;
  readonly kind: SlotKind;
  readonly choices: readonly Choice[];
  /** The choices are the schema's own, so nothing else is valid. */
  readonly closed: boolean;
  readonly examples: readonly string[];
  readonly dateFormat: DateFormat | undefined;
  readonly units: readonly Unit[];
  /** Words that announce this value, by stem, with how much each says. */
  readonly cues: ReadonlyMap<string, number>;
  readonly nameStems: ReadonlySet<string>;
  /** Words of its description, by stem. */
  readonly described: ReadonlySet<string>;
}

export interface Choice {
  readonly value: unknown;
  readonly names: readonly string[];
}

const maxSlots = 400;
const maxDepth = 6;
/** A description is read up to here: its writer may be anybody. */
const maxDescription = 2000;

/** Schemas are frozen with their tools, and the same tool is asked for often. */
const known = new WeakMap<object, readonly Slot[]>();

/** All leaves of a schema, in the order they are written. */
export function slotsOf(parameters: unknown): readonly Slot[] {
  const root = isObject(parameters) ? parameters : {};
  const before = known.get(root);
  if (before !== undefined) return before;
  const found: Omit<Slot, 'cues'>[] = [];
  collect(root, { root, path: [], required: true, needed: true, depth: 0 }, found);
  const slots = withCues(
    found.map((slot) => (hasOpposite(slot, found) ? slot : { ...slot, kind: withoutRole(slot.kind) })),
  );
  if (Object.isFrozen(root)) known.set(root, slots);
  return slots;
}

/** First and last mean something only beside each other: an "initial velocity" alone begins nothing. */
function hasOpposite({ kind, type }: Omit<Slot, 'cues'>, slots: readonly Omit<Slot, 'cues'>[]): boolean {
  if (kind.role === undefined) return true;
  return slots.some(
    (other) => other.type === type && other.kind.role !== undefined && other.kind.role !== kind.role,
  );
}

interface Place {
  readonly root: PlainObject;
  readonly path: readonly string[];
  readonly required: boolean;
  readonly needed: boolean;
  readonly depth: number;
}

function collect(node: unknown, place: Place, slots: Omit<Slot, 'cues'>[]): void {
  const schema = plainSchema(node, place.root);
  const required = new Set(Array.isArray(schema.required) ? (schema.required as unknown[]) : []);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (slots.length >= maxSlots) return;
    const plain = plainSchema(property, place.root);
    const path = [...place.path, name];
    const asked = place.required && required.has(name);
    if (typeOf(plain) === 'object' && isObject(plain.properties) && place.depth < maxDepth) {
      collect(plain, { ...place, path, required: asked, depth: place.depth + 1 }, slots);
    } else
      slots.push(
        slotOf(plain, { ...place, path, required: asked, needed: required.has(name) }, slots.length),
      );
  }
}

function slotOf(schema: PlainObject, place: Place, index: number): Omit<Slot, 'cues'> {
  const name = place.path.at(-1) ?? '';
  const type = typeOf(schema);
  const items = type === 'array' ? plainSchema(schema.items, place.root) : undefined;
  const own = typeof schema.description === 'string' ? schema.description : '';
  const ofItems = typeof items?.description === 'string' ? items.description : '';
  const description = [own, ofItems]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, maxDescription);
  const listed = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
  const dateFormat = type === 'string' || type === 'integer' ? dateFormatOf(schema, description) : undefined;
  const described = listed === undefined && type === 'string' ? choicesIn(description) : [];
  const item = items === undefined ? undefined : withOwnCues(slotOf({ ...items, description }, place, index));
  return {
    index,
    path: place.path,
    name,
    schema,
    type,
    item,
    required: place.required,
    needed: place.needed,
    description,
    kind: dated(kindOf(name, { type, schema, description }), dateFormat),
    choices: choicesOf(listed ?? described, description),
    closed: listed !== undefined,
    examples: examplesIn(description).filter((example) => !/^[YMDHhms:/\-\sT]+$/u.test(example)),
    dateFormat,
    units: unitsNamedIn(`${nameWords(name).join(' ')} ${description}`),
    nameStems: new Set(nameWords(name).map(stem)),
    described: describedStems(description),
  };
}

/** A slot that asks for a format of dates holds one, whatever its name. */
function dated(kind: SlotKind, format: DateFormat | undefined): SlotKind {
  if (
    kind.name !== 'other' ||
    format === undefined ||
    format.range !== undefined ||
    !(format.day || format.time)
  )
    return kind;
  return { ...kind, name: format.day && format.time ? 'moment' : format.day ? 'date' : 'time' };
}

/** "如白噪声、雨声" beside the choices white_noise and rain: translations stand in the order of the choices. */
function choicesOf(values: readonly unknown[], description: string): Choice[] {
  const choices = values.filter((value) => value !== null).map((value) => choiceOf(value, description));
  const shown = examplesIn(description);
  const parallel =
    shown.length > 1 &&
    shown.length <= choices.length &&
    shown.every((example) => hasHan(example)) &&
    !choices.some(({ value }) => hasHan(String(value)));
  if (!parallel) return choices;
  return choices.map((choice, index) => ({
    ...choice,
    names: [...choice.names, ...shown.slice(index, index + 1)],
  }));
}

function choiceOf(value: unknown, description: string): Choice {
  const text = String(value);
  const gloss = glossOf(text, description);
  const last = /^[\p{L}_]+\/[\p{L}_/]+$/u.test(text) ? [text.slice(text.lastIndexOf('/') + 1)] : [];
  return { value, names: [text, ...last, ...(gloss === undefined ? [] : [gloss])] };
}

const generic: ReadonlySet<string> = new Set(
  'name id type value number list num data info information text string item param parameter details format'
    .split(' ')
    .map(stem),
);

/** A word that many slots share says little about each of them. */
function withCues(slots: readonly Omit<Slot, 'cues'>[]): Slot[] {
  const vocabularies = slots.map((slot) => vocabularyOf(slot));
  const shared = new Map<string, number>();
  for (const words of vocabularies)
    for (const word of words.keys()) shared.set(word, (shared.get(word) ?? 0) + 1);
  return slots.map((slot, index) => ({
    ...slot,
    cues: new Map(
      [...(vocabularies[index] ?? [])].map(([word, weight]) => [word, weight / (shared.get(word) ?? 1)]),
    ),
  }));
}

function withOwnCues(slot: Omit<Slot, 'cues'>): Slot {
  return { ...slot, cues: vocabularyOf(slot) };
}

/** Words that a description is about: without its examples, choices and defaults. */
function describedStems(description: string): ReadonlySet<string> {
  const stems = new Set<string>();
  const plain = description
    .slice(0, 400)
    .replaceAll(
      /\(?(?:\be\.?g\.?|\bsuch as|\bfor example|例如|比如|候选集|(?<=[，,（(])如|\bdefault).*/giu,
      ' ',
    );
  for (const word of wordsOf(plain)) {
    const isFunction = functionWords.has(word.text.toLowerCase()) || /^\d+$/u.test(word.text);
    if (!isFunction && !chineseFiller.test(word.text)) stems.add(word.stem);
  }
  return stems;
}

function vocabularyOf({ name, path, described, kind, type }: Omit<Slot, 'cues'>): Map<string, number> {
  const words = new Map<string, number>();
  const put = (word: string, weight: number): void => {
    if (weight > (words.get(word) ?? 0)) words.set(word, weight);
  };
  for (const word of described) put(word, generic.has(word) ? 0.3 : 0.8);
  for (const step of path.slice(0, -1)) for (const word of nameWords(step)) put(stem(word), 0.4);
  for (const word of nameWords(name))
    put(stem(word), generic.has(stem(word)) || functionWords.has(word) ? 0.8 : 2);
  if (nameWords(name).length > 1) put(stem(name), 2.5);
  if (kind.name === 'id') put('id', 1.5);
  for (const word of kind.cues) put(stem(word), type === 'boolean' ? 0 : 1);
  const said = [...words.keys()].filter((word) => hasHan(word));
  for (const word of [...nameWords(name).map(stem), ...said]) {
    for (const other of relatedTo(word))
      for (const part of wordsOf(other)) put(part.stem, hasHan(word) ? 0.7 : 0.9);
  }
  return words;
}

const chineseFiller = /[的了]|是否|用户|需要|希望|选择|指定|单位|名称|列表|信息|例如|用于|可以/u;
