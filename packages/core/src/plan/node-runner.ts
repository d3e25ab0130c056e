import type { JsonValue } from '../schema/json-schema.ts';
import type { CallOptions } from '../tool/call.ts';
import { createCallIds } from '../tool/call-ids.ts';
import type { ToolResult } from '../tool/result.ts';
import type { CallWatcher, NodeCall, NodeRunner } from './engine.ts';

/** Of a `ToolService`, what a plan needs. */
export interface PlanService {
  execute(toolName: string, parameters: unknown, options: CallOptions): Promise<ToolResult>;
  on(name: 'call-ask' | 'call-run', listener: (event: { readonly callId: string }) => void): () => void;
  on(
    name: 'call-progress',
    listener: (event: { readonly callId: string; readonly data: JsonValue }) => void,
  ): () => void;
}

/** Makes the calls of plans with a service: every one walks the whole corridor. */
export function createNodeRunner(service: PlanService): NodeRunner {
  const nextCallId = createCallIds();
  const underWay = new Map<string, CallWatcher>();
  const parked = new Set<string>();
  let stopListening: readonly (() => void)[] = [];
  let stopHearing: (() => void) | undefined;

  const onAsk = ({ callId }: { readonly callId: string }): void => {
    const watcher = underWay.get(callId);
    if (watcher === undefined) return;
    watcher.parked();
    parked.add(callId);
    // Heard only while somebody is asked: making these events costs something with every call.
    stopHearing ??= service.on('call-run', ({ callId: running }) => {
      if (parked.has(running)) underWay.get(running)?.running();
      forget(running);
    });
  };

  function forget(callId: string): void {
    parked.delete(callId);
    if (parked.size > 0) return;
    stopHearing?.();
    stopHearing = undefined;
  }

  return (call, watcher) =>
    executeRecorded(call, watcher, async () => {
      // The plan knows the attempt by an id that can be guessed, and may make it again: each call has one of its own.
      const callId = nextCallId();
      const options = { ...call.options, callId, givenId: call.options.callId };
      if (underWay.size === 0)
        stopListening = [
          service.on('call-ask', onAsk),
          service.on('call-progress', (event) => underWay.get(event.callId)?.progress(event.data)),
        ];
      underWay.set(callId, watcher);
      try {
        return await service.execute(call.tool, call.arguments, options);
      } finally {
        underWay.delete(callId);
        forget(callId);
        if (underWay.size === 0) for (const stop of stopListening) stop();
      }
    });
}

/** Milliseconds until a call that could not be recorded is made again; longer each time, up to the last. */
const firstPause = 200;
const lastPause = 5000;

/** A call that was refused because the history could not take it has not run. Like all else of a plan, it waits for the store. */
async function executeRecorded(
  { options: { signal } }: NodeCall,
  watcher: CallWatcher,
  execute: () => Promise<ToolResult>,
): Promise<ToolResult> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, lastPause)) {
    const result = await execute();
    const isUnrecorded = result.status === 'blocked' && result.errorCode === 'history_unavailable';
    if (!isUnrecorded || signal.aborted) return result;
    // An answer of a person may have been used up by the call that was refused.
    watcher.again();
    await pauseFor(pause, signal);
  }
}

/** Ends early when nobody wants the call any more. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
