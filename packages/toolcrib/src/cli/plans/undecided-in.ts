import type { PlanSnapshot } from '@toolcrib/core/plan';

/** A node, or an item of one, that waits for a person's decision. */
export interface UndecidedNode {
  /** As it is named on the command line. */
  readonly name: string;
  /** Where its history begins; an item has a call of its own. */
  readonly callId: string | undefined;
}

export function undecidedIn({ nodes }: Pick<PlanSnapshot, 'nodes'>): UndecidedNode[] {
  return nodes.flatMap(({ id, state, items, failure, callId }) => {
    const unknown = items?.unknown ?? [];
    if (unknown.length > 0) return unknown.map((item) => ({ name: `${id}:${item}`, callId: undefined }));
    const wasCutOff = (state === 'failed' || state === 'cancelled') && failure?.outcomeUnknown === true;
    return state === 'outcome_unknown' || (wasCutOff && items === undefined) ? [{ name: id, callId }] : [];
  });
}
