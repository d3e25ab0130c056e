import type { Execution } from '../executors/base-executor.ts';
import type { CallRecord } from '../history/record.ts';
import type { Recording } from '../history/recording.ts';
import type { Redactor } from '../history/redact.ts';
import type { MessageCode, MessageFacts } from '../messages/facts.ts';
import { isMessageCode } from '../messages/text.ts';
import type { FencedCall } from '../tool/call.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import { copyJson, outputLimits } from '../tool/json.ts';

/** Answers a call with what was recorded, instead of executing it. */
export function playBack(
  call: FencedCall,
  { recording, redactor }: { readonly recording: Recording; readonly redactor: Redactor },
): Execution {
  const ending = { notes: {}, usage: undefined };
  let record: CallRecord;
  try {
    // Recorded arguments are without their secrets, so these must be too.
    record = recording.answer(call.tool.name, redactor.value(call.arguments, call.mask) ?? null);
  } catch (error) {
    return { ...ending, ok: false, error: error as KnownError, attempts: 0, outcomeUnknown: false };
  }
  const { attempts, outcomeUnknown } = record;
  if (record.status !== 'success')
    return { ...ending, ok: false, error: recordedError(record), attempts, outcomeUnknown };
  const output = copyJson(record.output, outputLimits);
  return {
    ...ending,
    ok: true,
    output: output.ok ? output.value : undefined,
    attempts,
    outcomeUnknown: false,
  };
}

function recordedError({ tool, error = '', errorCode = '', errorData }: CallRecord): KnownError {
  try {
    if (isMessageCode(errorCode) && errorData !== undefined)
      return createError(errorCode, errorData as MessageFacts[MessageCode]);
  } catch {
    // Facts from elsewhere that make no sentence: the recorded one says enough.
  }
  return createError('tool_failed', { tool, detail: error });
}
