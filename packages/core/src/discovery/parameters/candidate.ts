import { type Announcing, announcingIn, cueAt, type Place } from './cues.ts';
import { explanationsIn } from './explanations.ts';
import type { Slot } from './slots.ts';
import type { Reading } from './span.ts';
import { hasHan, nameWords, stem, wordsOf } from './words.ts';

/** A value for a slot, where it stands and how well it fits. */
export interface Candidate {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly score: number;
  readonly how: 'text' | 'enum';
  /** Words that could be anything: a fact that is known outweighs them. */
  readonly loose?: true;
}

/** What the whole call lends to each slot. */
export interface Surroundings {
  readonly reading: Reading;
  /** Where each slot's words stand, filled as it is asked for. */
  readonly announcing: Map<number, Announcing>;
  /** Words of the tool's own name: they say what is asked for, not with which values. */
  readonly toolStems: ReadonlySet<string>;
  /** Words of the names of all slots, and of the tool's description. */
  readonly vocabulary: ReadonlySet<string>;
  /** Words of the names of all slots. */
  readonly slotNames: ReadonlySet<string>;
  /** What the tool's description says of choices, by stem. */
  readonly explanations: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ToolWords {
  readonly name: string;
  readonly description?: string;
  /** The defaults of some kinds of tools are not to be sent. */
  readonly implementation?: { readonly kind: string };
}

export function surroundingsOf(
  reading: Reading,
  slots: readonly Slot[],
  tool: ToolWords | undefined,
): Surroundings {
  const toolStems = new Set(
    nameWords(tool?.name ?? '')
      .filter((word) => word.length > 2)
      .map(stem),
  );
  const slotNames = new Set(slots.flatMap(({ nameStems }) => [...nameStems]));
  const vocabulary = new Set([...toolStems, ...slotNames]);
  for (const word of wordsOf((tool?.description ?? '').slice(0, 600))) vocabulary.add(word.stem);
  // Chinese descriptions name the slots that Latin names stand for.
  for (const { description } of slots) {
    for (const word of wordsOf(description.slice(0, 60))) if (hasHan(word.text)) vocabulary.add(word.stem);
  }
  const explanations = explanationsIn(tool?.description ?? '');
  return { reading, announcing: new Map(), toolStems, vocabulary, slotNames, explanations };
}

/** How much the words around a place speak for a slot, at most. */
export function cueFor(slot: Slot, around: Surroundings, place: Place, walls?: readonly Place[]): number {
  const { reading, announcing } = around;
  let own = announcing.get(slot.index);
  if (own === undefined) announcing.set(slot.index, (own = announcingIn(reading, slot.cues)));
  return Math.min(4, cueAt(reading, place, own, walls)) + roleAt(slot, reading.text, place);
}

const saysFrom =
  /(?:\b(?:from|between|starting(?: on| from| at)?|departing(?: from)?|leaving(?: from)?|since)\s(?:the\s|an?\s)?|从|自|由)$/iu;
const saysTo =
  /(?:\b(?:to|until|till|through|ending(?: on| at)?|arriving(?: at| in)?|towards?|into)\s(?:the\s|an?\s)?|到|至|往|去|成)$/iu;

/** "from A to B": the word right before says which of two it is. */
function roleAt({ kind }: Slot, text: string, { start }: Place): number {
  if (kind.role === undefined) return 0;
  const lead = text.slice(Math.max(0, start - 24), start);
  const said = saysFrom.test(lead) ? 'from' : saysTo.test(lead) ? 'to' : undefined;
  if (said === undefined) return 0;
  return said === kind.role ? 1 : -1.5;
}
