import type { FencedCall } from '../../tool/call.ts';
import { messageOf } from '../../tool/errors.ts';
import { block, fail, type Refusal } from '../../tool/refusal.ts';
import { maxRetryDelay } from '../../executors/base-executor.ts';
import type { CallDefaults, House } from '../house.ts';
import { settingsOf } from './execute.ts';

/**
 * The last look before a call acts. What may do harm is written down first, durably: whatever becomes of this process, a trace
 * is left. What may not be repeated is claimed last, so that a process that was given up in the meantime does not act.
 * Undefined when the call may run; at once for calls that leave no trace before they end.
 */
export function start(
  call: FencedCall,
  house: House,
  departure: { begin(call: FencedCall, longest: number): Promise<void> },
): Refusal | undefined | Promise<Refusal | undefined> {
  const { history, historyRequired, executors, defaults, recording } = house;
  // What is played back does nothing.
  if (recording !== undefined) return undefined;
  const { claim } = call.options;
  const isTraced = history?.begin !== undefined && (mayHarm(call) || historyRequired === 'all');
  const isClaimed = claim !== undefined && executors.get(call.tool.type)?.isRepeatable(call) === false;
  if (!isTraced && !isClaimed) return undefined;
  return startLate(call, {
    begin: isTraced ? () => departure.begin(call, longestOf(call, defaults)) : undefined,
    claim: isClaimed ? claim : undefined,
    // What is traced although it only reads, because it was asked about, may go on without.
    isRequired: historyRequired === 'all' || (historyRequired !== 'none' && !call.tool.annotations.readOnly),
  });
}

/** Whatever does not declare itself read-only, and of the rest what a person was asked about or what is of high risk. */
function mayHarm({ tool, verdict, approval }: FencedCall): boolean {
  return !tool.annotations.readOnly || verdict.risk === 'high' || approval.kind === 'answered';
}

/** Milliseconds after which a call has ended in any case: all its attempts, and the pauses between them. */
function longestOf(call: FencedCall, defaults: CallDefaults): number {
  const { timeout, retries } = settingsOf(call, defaults);
  return timeout * (retries + 1) + maxRetryDelay * retries;
}

interface Steps {
  readonly begin: (() => Promise<void>) | undefined;
  readonly claim: (() => boolean | Promise<boolean>) | undefined;
  readonly isRequired: boolean;
}

async function startLate(
  call: FencedCall,
  { begin, claim, isRequired }: Steps,
): Promise<Refusal | undefined> {
  const tool = call.tool.name;
  try {
    await begin?.();
  } catch (cause) {
    if (isRequired)
      return block('history_unavailable', { tool, detail: messageOf(cause) }, 'history.required', cause);
  }
  const { signal } = call.options;
  if (signal?.aborted) return fail('cancelled', { tool }, signal.reason);
  if (claim !== undefined && !(await claim())) return block('call_taken_over', { tool }, 'plan');
  return undefined;
}
