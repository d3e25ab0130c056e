import type { ToolService } from '@toolcrib/core';

/** What a loop between a model and its tools works with. */
export interface Workplace {
  readonly service: ToolService;
  /** As whom the model calls. */
  readonly agent: string;
  /** Where the model answers. */
  readonly base: string;
}

/** Asks until the model has no more calls to make, and gives its answer. */
export type Loop = (task: string, workplace: Workplace) => Promise<string>;
