import type {
  BuiltinFacts,
  BuiltinProblem,
  BuiltinReason,
  ExpressionPlace,
} from '../messages/builtin-problem.ts';
import { createError, ToolcribError, type KnownError } from '../tool/errors.ts';

type BuiltinError = KnownError<'builtin_failed'>;

/** The error of a built-in tool that cannot answer: `throw problem('division_by_zero', {})`. */
export function problem<R extends BuiltinReason>(
  reason: R,
  facts: BuiltinFacts[R],
  cause?: unknown,
): BuiltinError {
  return createError('builtin_failed', { reason, ...facts } as unknown as BuiltinProblem, { cause });
}

/** The same problem, with the place in an expression where it arose; whatever else was thrown stays as it is. */
export function problemAt(at: ExpressionPlace, thrown: unknown): unknown {
  if (!isProblem(thrown)) return thrown;
  return createError('builtin_failed', { ...thrown.data, at }, { cause: thrown.cause });
}

export function isProblem(thrown: unknown): thrown is BuiltinError {
  return thrown instanceof ToolcribError && thrown.code === 'builtin_failed' && thrown.data !== undefined;
}
