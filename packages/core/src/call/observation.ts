import type { RequestedCall } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import type { CallEnding, CallObserver } from './call-observer.ts';
import type { House } from './house.ts';
import { walk } from './pipeline.ts';
import type { FarthestCall } from './stopped.ts';
import { traceContextOf } from './trace-context.ts';

/** The way of a call, with the observer around it. */
export function walkObserved(requested: RequestedCall, house: House): Promise<ToolResult> {
  const { observer } = house;
  if (observer === undefined) return walk(requested, house);
  const { promise, resolve } = Promise.withResolvers<ToolResult>();
  let begun = false;
  const run = (): void => {
    if (begun) return;
    begun = true;
    resolve(walk(requested, house));
  };
  const ended = begin(observer, requested, house, run);
  run();
  if (typeof ended !== 'function') return promise;
  return promise.then((result) => {
    try {
      ended(endingOf(requested, result, house));
    } catch {
      // The call has ended as it ended.
    }
    return result;
  });
}

function begin(
  observer: CallObserver,
  requested: RequestedCall,
  { redactor }: House,
  run: () => void,
): unknown {
  const { callId, options } = requested;
  const name = redactor.text(requested.name);
  const { agent, givenId, requestId, parentCallId } = options;
  const traceContext = traceContextOf(options);
  try {
    return observer({ callId, givenId, name, agent, requestId, parentCallId, traceContext }, run);
  } catch {
    return undefined;
  }
}

/** The call carries what the stations have found out about it. */
function endingOf(
  call: FarthestCall,
  { status, metadata, ...rest }: ToolResult,
  { redactor }: House,
): CallEnding {
  const { error, errorCode, errorType, station, rule } = 'error' in rest ? rest : noFailure;
  const { risk, approval, sandbox, attempts, executionTimeMs, usage } = metadata;
  return {
    status,
    tool: call.tool,
    error: error === undefined ? undefined : redactor.text(error, call.mask),
    errorCode,
    errorType,
    station,
    rule,
    risk,
    approval: approval && { ...approval },
    sandbox,
    attempts,
    executionTimeMs,
    usage: usage && { ...usage },
  };
}

const noFailure = {
  error: undefined,
  errorCode: undefined,
  errorType: undefined,
  station: undefined,
  rule: undefined,
} as const;
