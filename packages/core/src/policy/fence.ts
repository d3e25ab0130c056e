import type { ApprovedCall, AuthorizedCall, FenceReport } from '../tool/call.ts';
import type { Refusal } from '../tool/refusal.ts';

/** Decides what a call may touch and how it is held, before it starts. The machine below the core brings one. */
export interface Fence {
  /** Refuses what `enclose` would refuse in any case, so that nobody is asked about it in vain. Only looks. */
  inspect?(call: AuthorizedCall): Refusal | undefined;
  enclose(call: ApprovedCall): FenceReport | Refusal | Promise<FenceReport | Refusal>;
}

/**
 * How much of the machine's own containment a call needs. `required`: no call without it. `best_effort`: what there is.
 * `off`: none; what a fence checks by itself is checked all the same.
 */
export const sandboxModes = ['required', 'best_effort', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];
