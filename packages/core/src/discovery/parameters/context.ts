import { isObject } from '../../schema/json-type.ts';
import type { Slot } from './slots.ts';
import { nameWords, stem } from './words.ts';

const maxFacts = 500;

/** A fact whose name says the same as the slot's: `user_name` for `userName`, `email` for `userEmail`. */
export function contextValue(slot: Slot, context: { readonly [name: string]: unknown } | undefined): unknown {
  if (context === undefined) return undefined;
  const wanted = nameWords(slot.name)
    .map(stem)
    .filter((word) => !owner.has(word));
  let best: { value: unknown; share: number } | undefined;
  for (const [name, value] of factsOf(context)) {
    const given = nameWords(name)
      .map(stem)
      .filter((word) => !owner.has(word));
    const same = nameWords(slot.name).join('') === nameWords(name).join('');
    const share = same ? 1 : overlap(wanted, given);
    const suits = valueFor(slot, value);
    if (share >= 0.66 && suits !== undefined && share > (best?.share ?? 0)) best = { value: suits, share };
  }
  return best?.value;
}

/** The choice that the known facts name most often: a habit is a fact, too. */
export function contextChoice(
  { choices }: Slot,
  context: { readonly [name: string]: unknown } | undefined,
): unknown {
  if (context === undefined || choices.length === 0) return undefined;
  const texts = textsOf(context);
  let best: { value: unknown; count: number } | undefined;
  for (const { value } of choices) {
    const name = String(value).toLowerCase();
    const count = name.length < 2 ? 0 : texts.filter((text) => text.includes(name)).length;
    if (count > (best?.count ?? 0)) best = { value, count };
  }
  return best?.value;
}

function textsOf(context: { readonly [name: string]: unknown }): string[] {
  const texts: string[] = [];
  const add = (value: unknown, depth: number): void => {
    if (texts.length >= maxFacts || depth > 4) return;
    if (typeof value === 'string') texts.push(value.slice(0, 500).toLowerCase());
    else if (Array.isArray(value)) for (const member of value.slice(0, maxFacts)) add(member, depth + 1);
    else if (isObject(value)) for (const member of Object.values(value)) add(member, depth + 1);
  };
  add(context, 0);
  return texts;
}

/** These say whose fact it is, not which. */
const owner: ReadonlySet<string> = new Set(
  ['user', 'my', 'customer', 'preferred', 'account', 'new', 'current'].map(stem),
);

function overlap(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [one.join(''), other.join('')];
  if (first === second && first !== '') return 1;
  // `username` holds the name, `userEmailAddress` the address of e-mail.
  if (first.length > 2 && second.length > first.length && second.endsWith(first)) return 0.7;
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / Math.max(one.length, other.length, 1);
}

function factsOf(context: { readonly [name: string]: unknown }): [string, unknown][] {
  const facts: [string, unknown][] = [];
  const add = (object: { readonly [name: string]: unknown }, depth: number): void => {
    for (const [name, value] of Object.entries(object)) {
      if (facts.length >= maxFacts) return;
      facts.push([name, value]);
      if (isObject(value) && depth < 3) add(value, depth + 1);
    }
  };
  add(context, 0);
  return facts;
}

function valueFor({ type }: Slot, value: unknown): unknown {
  if (type === 'string')
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  if (type === 'number' || type === 'integer') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && !Number.isNaN(number) ? number : undefined;
  }
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type === 'array') return Array.isArray(value) ? value : undefined;
  return isObject(value) ? value : undefined;
}
