import { isObject } from '../../schema/json-type.ts';
import { type Slot, slotsOf } from './slots.ts';

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
export function objectList(slot: Slot, text: string, fill: Fill): unknown[] | undefined {
  const { item } = slot;
  if (
    slot.type !== 'array' ||
    item?.type !== 'object' ||
    !isObject(item.schema.properties) ||
    text.length > maxText
  )
    return undefined;
  const members = slotsOf(item.schema);
  if (members.length === 0 || members.length > 30) return undefined;
  let best: { values: unknown[]; worth: number } | undefined;
  for (const pattern of [undefined, ...breaks]) {
    const parts = pattern === undefined ? [text] : text.split(pattern).filter((part) => part.trim() !== '');
    if (parts.length > maxParts || (pattern !== undefined && parts.length < 2)) continue;
    const objects = parts
      .map((part) => fill(part, members))
      .filter(
        ({ values, missing, sources }) =>
          missing.length === 0 &&
          Object.keys(values).length > 0 &&
          sources.some(({ from }) => from !== 'default'),
      );
    const worth = objects.reduce(
      (sum, { sources }) => sum + sources.reduce((inner, { score }) => inner + Math.min(3, score), 0),
      0,
    );
    if (objects.length > 0 && worth > (best?.worth ?? 0) * 1.15)
      best = { values: objects.map(({ values }) => values), worth };
  }
  return best !== undefined && (slot.required || best.worth > 4) ? best.values : undefined;
}
