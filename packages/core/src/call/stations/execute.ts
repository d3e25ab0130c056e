import type { Execution, ExecutionSettings } from '../../executors/base-executor.ts';
import type { FencedCall } from '../../tool/call.ts';
import { fail, type Refusal } from '../../tool/refusal.ts';
import type { CallDefaults, House } from '../house.ts';
import { playBack } from '../play-back.ts';

/** Hands the call to the executor of its kind. What is retried is retried there, and asks nobody again. */
export function execute(
  call: FencedCall,
  { executors, defaults, recording, redactor }: House,
): Execution | Promise<Execution> | Refusal {
  if (recording !== undefined) return playBack(call, { recording, redactor });
  const executor = executors.get(call.tool.type);
  if (executor === undefined) return fail('no_executor', { kind: call.tool.type });
  return executor.execute(call, settingsOf(call, defaults));
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
