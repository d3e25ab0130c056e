import { relative, resolve } from 'node:path';
import { targetOf, visible, type Effect } from '@toolcrib/core';
import type { Loss } from '../../fence/commands/losses.ts';
import type { Bench } from '../bench.ts';
import { workbenchNotes } from '../notes.ts';
import { findLost } from './find-lost.ts';

/** More than these nobody reads; the sentence says how many there are. */
const maxEffects = 50;

/**
 * The effects of destroying content that git cannot give back. One rule for all that writes: a new file, an empty one and one that
 * git has as it is are no loss; a person is asked about everything else once in a session, overwriting and deleting apart.
 */
export async function lossEffects(losses: readonly Loss[], bench: Bench): Promise<Effect[]> {
  if (losses.length === 0) return [];
  const lost = await findLost(losses, bench);
  const notes = workbenchNotes(bench.locale);
  return (['overwrite', 'delete'] as const).flatMap((kind) => {
    const paths = lost
      .filter((each) => each.kind === kind)
      .map(({ path }) => relative(bench.files.root, path) || '.');
    const warning = notes.cannotGiveBack[kind](paths.map((path) => visible(path)));
    return paths.slice(0, maxEffects).map((path, index): Effect => {
      return { kind: 'write', path, risk: 'high', once: kind, ...(index === 0 && { warning }) };
    });
  });
}

/** What a call touches, as rules see it, with what it loses. */
export function withLosses(effects: readonly Effect[], losses: readonly Effect[], root: string): Effect[] {
  const placeOf = (effect: Effect): string => `${effect.kind} ${resolve(root, targetOf(effect))}`;
  const left = new Map(losses.map((loss) => [placeOf(loss), loss]));
  const touched = effects.map((effect): Effect => {
    const loss = left.get(placeOf(effect));
    if (loss === undefined) return effect;
    left.delete(placeOf(effect));
    const { risk, once, warning } = loss;
    return { ...effect, risk, once, warning };
  });
  return [...touched, ...left.values()];
}
