import type { Execution, ExecutionSettings } from '../../executors/base-executor.ts';
import type { Meter } from '../../executors/meter.ts';
import type { FencedCall } from '../../tool/call.ts';
import { fail, type Refusal } from '../../tool/refusal.ts';
import type { Usage } from '../../tool/usage.ts';
import type { CallDefaults, House } from '../house.ts';

/** Hands the call to the executor of its kind. What is retried is retried there, and asks nobody again. */
export function execute(
  call: FencedCall,
  { executors, defaults, meter }: House,
): Execution | Promise<Execution> | Refusal {
  const executor = executors.get(call.tool.type);
  if (executor === undefined) return fail('no_executor', { kind: call.tool.type });
  const settings = settingsOf(call, defaults);
  const measure = meter && startMeter(meter);
  const executing = executor.execute(call, settings);
  if (measure === undefined) return executing;
  return executing instanceof Promise
    ? executing.then((execution) => withUsage(execution, measure))
    : withUsage(executing, measure);
}

/** A meter that breaks measures nothing, and the call goes on. */
function startMeter(meter: Meter): (() => Usage) | undefined {
  try {
    return meter.start();
  } catch {
    return undefined;
  }
}

/** What the tool has told counts: it knows who did the work. */
function withUsage(execution: Execution, measure: () => Usage): Execution {
  if (execution.usage !== undefined) return execution;
  try {
    return { ...execution, usage: measure() };
  } catch {
    return execution;
  }
}

/** The call's own word first, then the tool's, then the service's. */
function settingsOf({ options, tool }: FencedCall, defaults: CallDefaults): ExecutionSettings {
  return {
    timeout: options.timeout ?? tool.timeout ?? defaults.timeout,
    retries: options.retries ?? defaults.retries,
    retryDelay: options.retryDelay ?? defaults.retryDelay,
    backoff: options.backoff ?? defaults.backoff,
  };
}
