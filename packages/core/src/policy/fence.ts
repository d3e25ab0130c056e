import type { ApprovedCall, FenceReport } from '../tool/call.ts';
import type { Refusal } from '../tool/refusal.ts';

/** Decides what a call may touch and how it is held, before it starts. The machine below the core brings one. */
export interface Fence {
  enclose(call: ApprovedCall): FenceReport | Refusal | Promise<FenceReport | Refusal>;
}

/** `required`: no call without a fence. `best_effort`: with what there is. `off`: without. */
export const sandboxModes = ['required', 'best_effort', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];
