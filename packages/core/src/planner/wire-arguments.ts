import type { FilledParameters } from '../discovery/parameters/fill-parameters.ts';
import { parameterFit } from '../discovery/parameters/parameter-fit.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { Tool } from '../tool/tool.ts';
import { offersOfItem, sharedTerms, termsOf, type Offer } from './offers.ts';
import { namesIt, type SaidReference } from './said-references.ts';
import { accepts, bestItem, isList, likeness, slotsOf, type Slot } from './slots.ts';
import { sureOfWords } from './tidy-filled.ts';

/** Where the value of an argument comes from. */
export interface ArgumentSource {
  readonly parameter: string;
  /** The words of the step, an earlier step, the item at hand, what an earlier step was told, or the schema. */
  readonly from: 'words' | 'step' | 'item' | 'earlier_words' | 'default';
  /** Of a step: what it refers to, such as `nodes.grep.output.matches`. */
  readonly reference?: string | undefined;
}

/** The arguments of a call, as far as they are known. */
export interface Wiring {
  readonly arguments: { readonly [name: string]: JsonValue };
  readonly sources: readonly ArgumentSource[];
  readonly missing: readonly string[];
  readonly forEach: JsonValue | undefined;
  /** How well all of it fills what the tool requires. */
  readonly fit: number;
  /** Parameters that the words of the step surely mean. */
  readonly sure: readonly string[];
  /** Nodes whose outputs are used. */
  readonly uses: readonly string[];
}

export interface WiringContext {
  readonly filled: FilledParameters;
  readonly references: readonly SaidReference[];
  /** What earlier steps give, the latest first. */
  readonly offers: readonly Offer[];
  /** Nodes that nobody has used yet, in their order. */
  readonly unused: readonly string[];
  /** What it is done for each of: literals, or words for a list that an earlier step gives. */
  readonly each: { readonly items: readonly string[] } | { readonly said: string } | undefined;
  /** What earlier steps were told, by parameter. */
  readonly told: ReadonlyMap<string, JsonValue>;
}

/** How an offer gets into a slot: as it is, one by one, or as text. */
type Way = 'same' | 'each' | 'text';

interface Match {
  readonly slot: Slot;
  readonly offer: Offer;
  readonly way: Way;
  readonly score: number;
}

/** From which score on an earlier output is taken for an argument. */
const enough = 0.5;
const worth = { named: 1.2, meant: 0.9, implied: 0.6, sameFormat: 0.6, distance: 0.04 };

/** Fills a tool from the words of a step and from what earlier steps give. */
export function wireArguments(tool: Tool, context: WiringContext): Wiring {
  return new Wirer(tool, context).wire();
}

class Wirer {
  readonly #tool: Tool;
  readonly #context: WiringContext;
  readonly #slots: readonly Slot[];
  readonly #arguments: Record<string, JsonValue>;
  readonly #sources = new Map<string, ArgumentSource>();
  readonly #uses = new Set<string>();
  #forEach: JsonValue | undefined = undefined;

  constructor(tool: Tool, context: WiringContext) {
    this.#tool = tool;
    this.#context = context;
    this.#slots = slotsOf(tool.parameters);
    this.#arguments = { ...(context.filled.arguments as Record<string, JsonValue>) };
    for (const { path, from } of context.filled.sources) {
      const parameter = path.split('.', 1)[0] as string;
      this.#sources.set(parameter, { parameter, from: from === 'default' ? 'default' : 'words' });
    }
  }

  wire(): Wiring {
    const items = this.#spreadItems();
    this.#wireAll();
    const offered = this.#listForEach();
    if (!items && offered !== undefined) this.#wireItems(offered);
    this.#wireOutputs();
    this.#repeatWhatWasTold();
    const missing = this.#slots.filter(({ required, name }) => required && !(name in this.#arguments));
    return {
      arguments: this.#arguments,
      sources: [...this.#sources.values()],
      missing: missing.map(({ name }) => name),
      forEach: this.#forEach,
      fit: this.#fit(missing),
      sure: this.#context.filled.sources.flatMap(({ path, score }) => (score >= sureOfWords ? [path] : [])),
      uses: [...this.#uses],
    };
  }

  /** One call for each of several literals, where the tool takes one. */
  #spreadItems(): boolean {
    const { each } = this.#context;
    if (each === undefined || !('items' in each)) return false;
    const { items } = each;
    const taken = this.#slots.find(({ name, types }) => {
      const value = this.#arguments[name];
      return !types.includes('array') && typeof value === 'string' && holdsItem(value, items);
    });
    const open = this.#slots.filter((slot) => slot.required && isOpen(slot, this.#arguments));
    const only = this.#context.filled.sources.length === 0 && open.length === 1 ? open[0] : undefined;
    const slot = taken ?? (only?.types.includes('string') ? only : undefined);
    if (slot === undefined) return false;
    this.#set(slot, '{{item}}', { parameter: slot.name, from: 'item' });
    this.#forEach = [...items];
    return true;
  }

  /** "both", "all of them": everything that nobody has used, one below the other. */
  #wireAll(): void {
    const { references, offers, unused } = this.#context;
    const last = offers.find(({ main }) => main);
    const wanted = references.some(
      ({ all, plural, noun }) => all || (plural && noun === '' && last !== undefined && !isList(last)),
    );
    if (!wanted || unused.length < 2) return;
    const slot = this.#slots.find((one) => one.takesText && this.#mayTake(one));
    const parts = unused.flatMap((node) => offers.find((offer) => offer.node === node && offer.main) ?? []);
    if (slot === undefined || parts.length < 2) return;
    const text = parts.map(({ reference }) => `{{${reference}}}\n`).join('');
    this.#set(slot, text, { parameter: slot.name, from: 'step', reference: parts.at(-1)?.reference });
    for (const { node } of parts) if (node !== undefined) this.#uses.add(node);
  }

  /** The list of an earlier step that is gone through. */
  #listForEach(): Offer | undefined {
    const { each, offers } = this.#context;
    if (each === undefined || 'items' in each) return undefined;
    const lists = offers.filter(isList);
    const terms = termsOf(each.said);
    const named = lists.find((offer) => terms.size > 0 && namesIt(terms, offer.nameTerms, offer.terms));
    const latest = lists.find(({ main }) => main) ?? lists[0];
    // "for each file, read it and translate it": a text is what was read, a path still the file.
    const isText = this.#openSlots().some(({ required, takesText }) => required && takesText);
    return latest?.fannedOut === true && isText ? latest : (named ?? latest);
  }

  #wireItems(list: Offer): void {
    const inside = offersOfItem(list.items, [...list.nameTerms].join(' '));
    const matches = this.#openSlots()
      .flatMap((slot) => inside.flatMap((offer) => this.#match(slot, offer, worth.meant)))
      .filter(({ way }) => way !== 'each');
    if (matches.length === 0) return;
    this.#forEach = `{{${list.reference}}}`;
    if (list.node !== undefined) this.#uses.add(list.node);
    this.#take(matches, 'item');
  }

  #wireOutputs(): void {
    const { offers, references } = this.#context;
    const matches = this.#openSlots().flatMap((slot) =>
      offers.flatMap((offer, distance) =>
        this.#match(slot, offer, this.#reference(offer, slot)).map((match) => ({
          ...match,
          score: match.score - worth.distance * distance,
        })),
      ),
    );
    this.#take(
      matches.filter(({ slot }) => slot.required || references.length > 0),
      'step',
    );
  }

  /** How strongly the words of the step mean an offer. */
  #reference(offer: Offer, slot: Slot): number {
    const { references, offers, each } = this.#context;
    const latest = offers[0]?.node;
    const strengths = references.map(({ terms, plural }) => {
      if (terms.size > 0) return namesIt(terms, offer.nameTerms, offer.terms) ? worth.named : 0;
      if (plural && isList(offer) && offer.main) return worth.meant;
      return offer.node === latest ? (offer.main ? worth.meant : worth.meant / 2) : 0;
    });
    const strongest = Math.max(0, ...strengths);
    if (strongest > 0) return strongest;
    const implied = references.length === 0 && slot.required && slot.takesText;
    const one = each !== undefined && offer.fannedOut;
    return (implied || one) && offer.main && offer.node === latest ? worth.implied : 0;
  }

  #match(slot: Slot, offer: Offer, reference: number): Match[] {
    const way = this.#wayInto(slot, offer, reference);
    if (way === undefined) return [];
    const inner = way === 'each' ? bestItem(slot, offer) : offer;
    if (inner === undefined) return [];
    const meaning = likeness(slot, inner);
    const sameFormat = slot.schema.format !== undefined && sharedTerms(slot.terms, inner.nameTerms) > 0;
    const score = meaning + reference + (sameFormat ? worth.sameFormat : 0) - (way === 'same' ? 0 : 0.1);
    // A name alone is enough where the types agree; all else must have been spoken of.
    const sure = way === 'same' && sharedTerms(slot.nameTerms, inner.nameTerms) >= 0.99 && offer.name !== '';
    const fits = slot.takesText || meaning >= 0.2 || sameFormat || !slot.types.includes('string');
    const accepted = (reference > 0 && fits) || (slot.required && sure);
    return accepted && score >= enough ? [{ slot, offer, way, score }] : [];
  }

  #wayInto(slot: Slot, offer: Offer, reference: number): Way | undefined {
    if (accepts(slot.types, offer.types)) return 'same';
    const acts = !this.#tool.annotations.readOnly;
    if (isList(offer) && this.#forEach === undefined) {
      const oneByOne = !slot.takesText || (offer.fannedOut && !acts);
      if (oneByOne && bestItem(slot, offer) !== undefined) return 'each';
    }
    // An object as a whole is no text when one of its fields is what it is there for.
    if (slot.takesText && reference > 0 && (offer.main || offer.name !== ''))
      return offer.types.length === 0 ? 'same' : 'text';
    return offer.types.length === 0 && reference > 0 ? 'same' : undefined;
  }

  /** The best first; an offer and a slot each at most once. */
  #take(matches: readonly Match[], from: 'step' | 'item'): void {
    const used = new Set<string>();
    for (const { slot, offer, way } of matches.toSorted((one, other) => rank(other) - rank(one))) {
      if (used.has(offer.reference) || !this.#mayTake(slot)) continue;
      if (!slot.required && (this.#uses.size > 0 || !(slot.takesText || slot.types.includes('array'))))
        continue;
      used.add(offer.reference);
      this.#put(slot, offer, way, from);
    }
  }

  #put(slot: Slot, offer: Offer, way: Way, from: 'step' | 'item'): void {
    if (offer.node !== undefined) this.#uses.add(offer.node);
    if (way === 'each') {
      const inner = bestItem(slot, offer) as Offer;
      this.#forEach = `{{${offer.reference}}}`;
      this.#set(slot, `{{${inner.reference}}}`, { parameter: slot.name, from: 'item' });
      return;
    }
    const { reference } = offer;
    const value = way === 'text' ? `{{${reference}}}\n` : `{{${reference}}}`;
    this.#set(slot, value, { parameter: slot.name, from, reference });
  }

  /** A repository that was named for one step is that of the next. */
  #repeatWhatWasTold(): void {
    for (const slot of this.#slots) {
      const value = this.#context.told.get(slot.name);
      if (!slot.required || value === undefined || !isOpen(slot, this.#arguments)) continue;
      if (slot.takesText || !accepts(slot.types, [typeof value])) continue;
      this.#set(slot, value, { parameter: slot.name, from: 'earlier_words' });
    }
  }

  #set(slot: Slot, value: JsonValue, source: ArgumentSource): void {
    this.#arguments[slot.name] = value;
    this.#sources.set(slot.name, source);
  }

  #openSlots(): readonly Slot[] {
    return this.#slots.filter((slot) => this.#mayTake(slot));
  }

  /** What is empty, or was filled with words that could be anything while the step speaks of something else. */
  #mayTake(slot: Slot): boolean {
    if (isOpen(slot, this.#arguments)) return true;
    const source = this.#sources.get(slot.name);
    if (source?.from === 'default') return false;
    const { filled, references } = this.#context;
    const loose = filled.sources.find(({ path }) => path === slot.name);
    return (
      source?.from === 'words' &&
      slot.takesText &&
      references.length > 0 &&
      loose?.from === 'text' &&
      loose.score < sureOfWords
    );
  }

  #fit(missing: readonly Slot[]): number {
    const sources = [...this.#sources.values()].map(({ parameter, from }) => {
      const required = this.#slots.some(({ name, required: needed }) => needed && name === parameter);
      const said = this.#context.filled.sources.find(({ path }) => path === parameter);
      return from === 'words' && said !== undefined
        ? said
        : {
            path: parameter,
            required,
            from: from === 'default' ? ('default' as const) : ('context' as const),
            score: 3,
          };
    });
    return parameterFit({
      arguments: this.#arguments,
      missing: missing.map(({ name }) => ({ path: name, reason: 'not_said' as const })),
      sources,
      confidence: 1,
    });
  }
}

function rank({ slot, score }: Match): number {
  return score + (slot.required ? 10 : 0);
}

function isOpen({ name }: Slot, given: { readonly [name: string]: JsonValue }): boolean {
  return !Object.hasOwn(given, name);
}

function holdsItem(value: string, items: readonly string[]): boolean {
  return items.some((item) => value === item) || items.every((item) => value.includes(item));
}
