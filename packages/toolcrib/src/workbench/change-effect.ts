import type { Effect } from '@toolcrib/core';
import type { Bench } from './bench.ts';
import { diffOf, writeEffect, type Standing } from './file-change.ts';
import { lossEffects } from './losses/loss-effects.ts';
import { workbenchNotes } from './notes.ts';
import { obeyedWarning } from './obeyed-warning.ts';
import { fittingPart } from './outputs.ts';
import { unifiedDiff } from './unified-diff.ts';

/**
 * The effect of changing a file, with what would change as far as that is known, and the risk when git cannot give back what is there now, or when
 * other programs execute or obey the file.
 */
export async function changeEffect(
  standing: Standing,
  after: string | undefined,
  bench: Bench,
): Promise<Effect> {
  const { place, stamp } = standing;
  const effect = writeEffect(standing);
  const obeyed = obeyedWarning(standing, after, bench);
  if (stamp === 'missing' && obeyed === undefined) return effect;
  const overwrites = stamp === 'missing' ? [] : [{ kind: 'overwrite', path: place.path } as const];
  const [loss] = await lossEffects(overwrites, bench);
  const preview = after === undefined ? undefined : previewOf(standing, after, bench);
  if (obeyed !== undefined) {
    // Asked about each time: one yes to losing content is none to what takes effect outside the sandbox.
    const warning = [obeyed, ...(loss?.warning ? [loss.warning] : [])].join(' ');
    return { ...effect, risk: 'high', warning, preview };
  }
  const { risk, once, warning } = loss ?? {};
  return { ...effect, ...(loss && { risk, once, warning }), preview };
}

/** What would change, for a person to read. */
function previewOf(standing: Standing, after: string, { locale }: Bench): string {
  const notes = workbenchNotes(locale);
  const { stamp, place } = standing;
  const diff = stamp === 'missing' ? unifiedDiff(place.relative, '', after) : diffOf(standing, after);
  if (diff === undefined) {
    const before = stamp === 'missing' ? 0 : Number(stamp.size);
    return notes.cannotCompare({ before, after: Buffer.byteLength(after) });
  }
  const shown = fittingPart(diff);
  return shown.length === diff.length ? diff : shown + notes.previewCut;
}
