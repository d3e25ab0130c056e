import { text, type FailureResult, type Locale, type MessageFacts } from '@toolcrib/core';

type FailedCode = 'cancelled' | 'internal_error' | 'outcome_unknown';

interface FailedCall<Code extends FailedCode> {
  readonly callId: string;
  readonly tool: string;
  readonly code: Code;
  readonly facts: MessageFacts[Code];
}

/** The result of a call that has none from the corridor: nobody had begun it, or it could not even be read. */
export function failedResult<Code extends FailedCode>(
  { callId, tool, code, facts }: FailedCall<Code>,
  locale: Locale,
): FailureResult {
  // Code and facts belong together: they are of one type.
  return {
    callId,
    status: 'error',
    error: text(code, facts, locale),
    errorCode: code,
    errorType: code === 'cancelled' ? 'CancelledError' : 'ToolExecutionError',
    // No station has seen it, so that it is not made again.
    station: 'resolve',
    data: facts,
    rule: undefined,
    remedy: undefined,
    cause: undefined,
    metadata: {
      tool,
      version: undefined,
      executionTimeMs: 0,
      attempts: 0,
      outcomeUnknown: code === 'outcome_unknown',
      deprecated: undefined,
      risk: undefined,
      approval: undefined,
      sandbox: undefined,
      usage: undefined,
      notes: {},
    },
  } as FailureResult;
}
