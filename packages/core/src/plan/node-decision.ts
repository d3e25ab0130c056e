import type { JsonValue } from '../schema/json-schema.ts';

/** What a person says about a call that may have run: it was done, make it again, or go on without it. */
export const nodeDecisions = ['done', 'retry', 'skip'] as const;

export type NodeDecision =
  /** `output` stands for what the call gave. @default null */
  | { readonly decision: 'done'; readonly output?: JsonValue | undefined }
  | { readonly decision: 'retry' | 'skip' };

/** By the id of a node, which decides all its open items as well, or `id:index` for one item. */
export type Decisions = { readonly [node: string]: NodeDecision };
