import type { HoldReason } from '@toolcrib/core';
import type { AcceptedTool } from './accepted-tools.ts';
import type { LockedTool } from './lock-file.ts';
import type { Review } from './review.ts';

/** What is known of one source. */
interface Knowledge {
  /** What was accepted on this machine; undefined when the source itself was not, as it is reached now. */
  readonly accepted: readonly AcceptedTool[] | undefined;
  readonly locked: { readonly [name: string]: LockedTool };
  /** What it said last; undefined when it has not been asked. */
  readonly review: Review | undefined;
  readonly changed: 'hold' | 'keep';
}

/**
 * How each tool of a source stands: it can be called as it was accepted, or it is held back for a reason. What the source
 * itself says now counts most, then the lock, then what was accepted here.
 */
export function standingOf({
  accepted,
  locked,
  review,
  changed,
}: Knowledge): ReadonlyMap<string, AcceptedTool | HoldReason> {
  const standing = new Map<string, AcceptedTool | HoldReason>();
  for (const name of Object.keys(locked)) standing.set(name, accepted === undefined ? 'source' : 'new');
  for (const tool of accepted ?? []) {
    const { name } = tool.definition;
    const lock = Object.hasOwn(locked, name) ? locked[name] : undefined;
    const agrees = lock === undefined || lock.digest === tool.digest;
    standing.set(name, agrees || changed === 'keep' ? tool : 'changed');
  }
  if (accepted === undefined || review === undefined) return standing;
  for (const { tool, change } of review.tools) {
    if (change === 'new' || (change === 'changed' && changed === 'hold')) standing.set(tool.name, change);
    const known = standing.get(tool.name);
    if (change === 'changed' && known === undefined) standing.set(tool.name, change);
    // What was believed was what the source said then.
    else if (change === 'changed' && typeof known === 'object')
      standing.set(tool.name, { ...known, believed: undefined });
  }
  for (const { definition } of review.gone) standing.set(definition.name, 'gone');
  return standing;
}
