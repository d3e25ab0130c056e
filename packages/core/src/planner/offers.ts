import { meaningsInSigns, meaningsOf } from '../discovery/meanings.ts';
import { wordsOf } from '../discovery/words.ts';
import type { JsonSchema, JsonSchemaObject } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import type { Tool } from '../tool/tool.ts';

/** Something that a node will have given once it has ended, or that an item of a fan-out holds. */
export interface Offer {
  /** As it stands between the braces: `nodes.grep.output.matches`. */
  readonly reference: string;
  /** The node that gives it; undefined for an item. */
  readonly node: string | undefined;
  readonly name: string;
  readonly types: readonly string[];
  /** Of a list, what its items are. */
  readonly items: JsonSchemaObject | undefined;
  /** Whether one would mean this one by "the result". */
  readonly main: boolean;
  /** A list because the node was called for each of a list. */
  readonly fannedOut: boolean;
  /** Its name and description as words that can be compared. */
  readonly terms: ReadonlySet<string>;
  /** The words of its name alone. */
  readonly nameTerms: ReadonlySet<string>;
}

/** What a node gives, by what its tool says of its output. */
export function offersOf(node: string, tool: Tool, fannedOut: boolean): readonly Offer[] {
  const about = [...tool.name.split(/[_\s-]/u), tool.shortDescription].join(' ');
  const place = `nodes.${node}.output`;
  if (!fannedOut) return offersIn(place, node, outputSchema(tool), about);
  const whole = { type: 'array', items: outputSchema(tool) } as JsonSchemaObject;
  return [{ ...toOffer(place, node, '', whole, about), main: true, fannedOut: true }];
}

/** What an item of a list holds. */
export function offersOfItem(items: JsonSchemaObject | undefined, about: string): readonly Offer[] {
  return offersIn('item', undefined, items ?? {}, about);
}

/** The whole, and the fields of an object. */
function offersIn(
  place: string,
  node: string | undefined,
  schema: JsonSchemaObject,
  about: string,
): readonly Offer[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    isObject(field) && plainName.test(name) ? [[name, field] as const] : [],
  );
  const main = mainField(fields, schema, about);
  const whole = toOffer(place, node, '', schema, about);
  return [
    { ...whole, main: main === undefined },
    ...fields.map(([name, field]) => ({
      ...toOffer(`${place}.${name}`, node, name, field, ''),
      main: name === main,
    })),
  ];
}

/** What a reference can name without brackets. */
const plainName = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

function toOffer(
  reference: string,
  node: string | undefined,
  name: string,
  schema: JsonSchemaObject,
  about: string,
): Offer {
  const items = isObject(schema.items) ? schema.items : undefined;
  return {
    reference,
    node,
    name,
    types: typesOf(schema),
    items,
    main: false,
    fannedOut: false,
    terms: termsOf([name, schema.description ?? '', about].join(' ')),
    nameTerms: termsOf(name === '' ? about : name),
  };
}

/** What an object is there for: what bears the name of a result, a list, or the first that is no echo of the question. */
function mainField(
  fields: readonly (readonly [string, JsonSchemaObject])[],
  { required = [] }: JsonSchemaObject,
  about: string,
): string | undefined {
  const named = fields.find(([name]) =>
    /^(?:result|results|output|content|text|data|items|stdout)$/u.test(name),
  );
  if (named !== undefined) return named[0];
  const wanted = termsOf(about);
  const list = fields.find(([, field]) => typesOf(field).includes('array'));
  if (list !== undefined) return list[0];
  const spoken = fields.findLast(([name]) => [...termsOf(name)].some((term) => wanted.has(term)));
  return (spoken ?? fields.find(([name]) => required.includes(name)) ?? fields[0])?.[0];
}

/** Of several shapes the first counts: the others are for special cases. */
function outputSchema({ returns }: Tool): JsonSchemaObject {
  const shapes = returns?.anyOf ?? returns?.oneOf;
  const first: JsonSchema | undefined = shapes?.[0];
  return returns?.type === undefined && isObject(first) ? first : (returns ?? {});
}

export function typesOf({ type, enum: values }: JsonSchemaObject): readonly string[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type as readonly string[];
  return values?.every((value) => typeof value === 'string') === true ? ['string'] : [];
}

/** The words of a text, and what they mean in either language. */
export function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  const known = meaningsInSigns(text).filter(({ said }) => said.length > 1);
  for (const { meanings } of known) for (const meaning of meanings) terms.add(meaning);
  for (const { term } of wordsOf(text)) {
    // Single signs say too little to be compared, and pairs of signs nothing beside words that are known.
    if (/^\p{Script=Han}+$/u.test(term) && (term.length === 1 || known.length > 0)) continue;
    terms.add(term);
    for (const meaning of meaningsOf(term)) terms.add(meaning);
  }
  return terms;
}

/** How much of the smaller of two sets of terms is in the other: 0 to 1. */
export function sharedTerms(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared++;
  return shared / small.size;
}
