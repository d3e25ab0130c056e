import type { ToolResult } from '@toolcrib/core';

export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  blocked: 3,
  config: 4,
  interrupted: 130,
} as const;

/** A failed call weighs more than a blocked one: something went wrong, not only something was refused. */
export function exitCodeOf(statuses: readonly ToolResult['status'][]): number {
  if (statuses.includes('error')) return exitCodes.failed;
  return statuses.includes('blocked') ? exitCodes.blocked : exitCodes.success;
}
