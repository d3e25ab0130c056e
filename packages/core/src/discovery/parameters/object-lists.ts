import { isObject } from '../../schema/json-type.ts';
import { type Slot, slotsOf } from './slots.ts';
import { wordsOf } from './words.ts';

type Fill = (
  text: string,
  slots: readonly Slot[],
) => {
  readonly values: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
  readonly sources: readonly { readonly from: string; readonly score: number }[];
};

/** Where one object of a list may end and the next begin, the clearest sign first. */
const breaks: readonly RegExp[] = [
  /[;；]|\n/u,
  /[.。](?=\s|\p{Script=Han}|$)/u,
  /(?=第[一二三四五]|\b(?:the )?(?:first|second|third|fourth|next|another)\b)/iu,
  /[,，](?=\s?(?:and\s)?(?:one|an?|another|the other)\s)|,\s?and\s|[、，]|\s?和|\sand\s/iu,
];

const maxText = 3000;
const maxParts = 24;

/** An array of objects: the text in parts, each filled like a call of its own, as the division that fills the most. */
export function objectList(
  slot: Slot,
  text: string,
  { fill, onlyFit }: { readonly fill: Fill; readonly onlyFit: boolean },
): unknown[] | undefined {
  const { item } = slot;
  if (
    slot.type !== 'array' ||
    item?.type !== 'object' ||
    !isObject(item.schema.properties) ||
    text.length > maxText ||
    (onlyFit && !slot.required)
  )
    return undefined;
  const members = membersOf(item);
  if (members.length === 0 || members.length > 30) return undefined;
  // What the whole text does not say, none of its parts says.
  const whole = fill(text, members);
  if (!isComplete(whole)) return undefined;
  if (onlyFit) return [whole.values];
  let best: { values: unknown[]; worth: number } | undefined;
  for (const parts of divisions(text, members)) {
    const objects = parts.map((part) => fill(part, members)).filter(isComplete);
    const worth = objects.reduce((sum, { sources }) => sum + worthOf(sources), 0);
    if (objects.length > 0 && worth > (best?.worth ?? 0) * 1.1)
      best = { values: objects.map(({ values }) => values), worth };
  }
  return best !== undefined && (slot.required || best.worth > 4) ? best.values : undefined;
}

/** A slot stays with the schema of its tool, and the members of its items with the slot. */
const membersByItem = new WeakMap<Slot, readonly Slot[]>();

function membersOf(item: Slot): readonly Slot[] {
  const members = membersByItem.get(item) ?? slotsOf(item.schema);
  membersByItem.set(item, members);
  return members;
}

function isComplete({ values, missing, sources }: ReturnType<Fill>): boolean {
  return (
    missing.length === 0 && Object.keys(values).length > 0 && sources.some(({ from }) => from !== 'default')
  );
}

function worthOf(sources: readonly { readonly score: number }[]): number {
  return sources.reduce((sum, { score }) => sum + Math.min(3, score), 0);
}

/** Ways to divide a text into the parts of a list: not at all, at signs, or where a word that names a member comes again. */
function divisions(text: string, members: readonly Slot[]): string[][] {
  const bySign = breaks.map((pattern) => text.split(pattern).filter((part) => part.trim() !== ''));
  const byWord = repeatedNames(text, members).map((places) =>
    places.map((start, index) => text.slice(start, places[index + 1])),
  );
  return [[text], ...bySign, ...byWord].filter(
    (parts, index) => index === 0 || (parts.length > 1 && parts.length <= maxParts),
  );
}

function repeatedNames(text: string, members: readonly Slot[]): number[][] {
  const places = new Map<string, number[]>();
  const naming = new Set(
    members
      .slice(0, 3)
      .flatMap(({ cues }) => [...cues].filter(([, weight]) => weight >= 0.7).map(([word]) => word)),
  );
  for (const { stem, start } of wordsOf(text)) {
    const known = places.get(stem) ?? [];
    if (naming.has(stem) && start - (known.at(-1) ?? -9) > 4) places.set(stem, [...known, start]);
  }
  return [...places.values()].filter((list) => list.length > 1 && list.length <= maxParts).slice(0, 4);
}
