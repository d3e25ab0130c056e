import type { JsonValue } from '../schema/json-schema.ts';
import type { FailureResult, ToolResult } from '../tool/result.ts';
import type { RunOutcome } from './progress.ts';
import type { PlanFailure } from './snapshot.ts';

/** How a call ended, as it matters to a plan. */
export function toOutcome(result: ToolResult): RunOutcome {
  if (result.status === 'success') return { ok: true, output: (result.output ?? null) as JsonValue };
  const { status, station, errorCode, metadata } = result;
  // A refusal would be the same again, and what may have acted must not act twice.
  const retryable =
    status === 'error' && station === 'execute' && !metadata.outcomeUnknown && errorCode !== 'cancelled';
  return { ok: false, failure: toFailure(result), retryable };
}

function toFailure({
  status,
  error,
  errorCode,
  station,
  rule,
  remedy,
  metadata,
}: FailureResult): PlanFailure {
  return {
    status,
    code: errorCode,
    message: error,
    station,
    ...(rule !== undefined && { rule }),
    ...(remedy !== undefined && { remedy }),
    ...(metadata.outcomeUnknown && { outcomeUnknown: true }),
  };
}
