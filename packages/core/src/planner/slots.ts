import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { offersOfItem, sharedTerms, termsOf, typesOf, type Offer } from './offers.ts';

/** A parameter that is to be filled. */
export interface Slot {
  readonly name: string;
  readonly schema: JsonSchemaObject;
  readonly types: readonly string[];
  readonly required: boolean;
  readonly terms: ReadonlySet<string>;
  readonly nameTerms: ReadonlySet<string>;
  /** Whether any text makes sense there. */
  readonly takesText: boolean;
}

export function slotsOf({ properties = {}, required = [] }: JsonSchemaObject): readonly Slot[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isObject(schema)) return [];
    const types = typesOf(schema);
    const nameTerms = termsOf(name);
    const terms = termsOf(`${name} ${schema.description ?? ''}`);
    const free = schema.enum === undefined && schema.format === undefined && schema.pattern === undefined;
    return [
      {
        name,
        schema,
        types,
        required: required.includes(name),
        terms,
        nameTerms,
        takesText: types.includes('string') && free && textNames.test(name),
      },
    ];
  });
}

/** Names of parameters that take any text. */
const textNames =
  /(?:^|_)(?:text|content|contents|body|message|input|document|report|comment|note|markdown|html|data)$/iu;

/** How much an offer means what a slot is for: 0 to 1. */
export function likeness(slot: Slot, offer: Offer): number {
  return Math.max(
    sharedTerms(slot.nameTerms, offer.nameTerms),
    0.8 * sharedTerms(slot.terms, offer.nameTerms),
    0.5 * sharedTerms(slot.terms, offer.terms),
  );
}

/** What of an item suits a slot: the item itself, or one of its fields. */
export function bestItem(slot: Slot, list: Offer): Offer | undefined {
  const inside = offersOfItem(list.items, [...list.nameTerms].join(' '));
  const fitting = inside.filter(({ types }) => accepts(slot.types, types));
  const scored = fitting.map((offer) => ({ offer, score: likeness(slot, offer) + (offer.main ? 0.1 : 0) }));
  return scored.toSorted((one, other) => other.score - one.score)[0]?.offer;
}

export function accepts(wanted: readonly string[], given: readonly string[]): boolean {
  if (wanted.length === 0) return given.length > 0;
  const real = given.filter((type) => type !== 'null');
  return (
    real.length > 0 &&
    real.every((type) => wanted.includes(type) || (type === 'integer' && wanted.includes('number')))
  );
}

export function isList({ types }: Offer): boolean {
  return types.includes('array');
}
