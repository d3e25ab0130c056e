import { ToolcribError } from '@toolcrib/core';

/** The error of ours that a function throws; anything else fails the test. */
export function thrownBy(act: () => unknown): ToolcribError {
  try {
    act();
  } catch (error) {
    if (error instanceof ToolcribError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
