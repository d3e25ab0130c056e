import type { Tool, ToolContext } from '@toolcrib/core';

/** A call that a server is working on. */
export interface CallInFlight {
  readonly tool: Tool;
  readonly context: ToolContext;
}
