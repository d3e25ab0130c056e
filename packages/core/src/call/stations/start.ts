import type { FencedCall } from '../../tool/call.ts';
import { messageOf } from '../../tool/errors.ts';
import { block, fail, type Refusal } from '../../tool/refusal.ts';
import type { Clock } from '../../executors/clock.ts';
import type { House } from '../house.ts';

/** What the stage needs of the way out: it writes the start record. */
interface Recorder {
  begin(call: FencedCall): Promise<void>;
}

/**
 * The last check before a call runs. What may do harm is recorded first, durably, so that a process that dies leaves a trace
 * of it. What may not be repeated is claimed last, so that a process that was given up in the meantime does not run it.
 * Undefined when the call may run; synchronously for calls that need neither, so that they pay nothing.
 */
export function start(
  call: FencedCall,
  house: House,
  recorder: Recorder,
): Refusal | undefined | Promise<Refusal | undefined> {
  const { history } = house;
  const { claim } = call.options;
  // Playing back does nothing.
  if ((history?.begin === undefined && claim === undefined) || house.recording !== undefined)
    return undefined;
  const { historyRequired, executors, clock } = house;
  const isTraced = history?.begin !== undefined && (mayHarm(call) || historyRequired === 'all');
  const isClaimed = claim !== undefined && executors.get(call.tool.type)?.isRepeatable(call) === false;
  if (!isTraced && !isClaimed) return undefined;
  return startLater(call, {
    begin: isTraced ? () => recorder.begin(call) : undefined,
    claim: isClaimed ? () => claimFreshly(claim, clock) : undefined,
    // A call that only reads is traced when a person was asked about it, but does not depend on the trace.
    isRequired: historyRequired === 'all' || (historyRequired !== 'none' && !onlyReads(call)),
  });
}

/** Whatever does not only read, and of the rest what a person was asked about or what is of high risk. */
function mayHarm(call: FencedCall): boolean {
  return !onlyReads(call) || call.verdict.risk === 'high' || call.approval.kind === 'answered';
}

/** A tool may be declared read-only and still tell of a call that it writes or runs something. */
function onlyReads({ tool, verdict }: FencedCall): boolean {
  return tool.annotations.readOnly && verdict.effects.every(({ kind }) => kind !== 'write' && kind !== 'run');
}

interface Steps {
  readonly begin: (() => Promise<void>) | undefined;
  readonly claim: (() => Promise<boolean>) | undefined;
  readonly isRequired: boolean;
}

async function startLater(
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

/** Milliseconds that the answer to a claim holds: less than any engine waits before it gives up a process that is silent. */
const freshFor = 5000;

/** A process that was frozen while it asked may have been given up since. Its answer is stale, so it asks again. */
async function claimFreshly(
  claim: NonNullable<FencedCall['options']['claim']>,
  clock: Clock,
): Promise<boolean> {
  for (;;) {
    const asked = clock.now();
    if (!(await claim())) return false;
    if (clock.now() - asked < freshFor) return true;
  }
}
