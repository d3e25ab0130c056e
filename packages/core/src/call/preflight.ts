import type { AuthorizedCall } from '../tool/call.ts';
import { isThenable } from '../tool/thenable.ts';
import { thrownRefusal } from '../tool/thrown-refusal.ts';
import type { House } from './house.ts';
import { stop, type Stopped } from './stopped.ts';

/**
 * Looks ahead before a person is asked: an approval request for a call that would be refused by the sandbox or fail in its tool
 * anyway is a wasted one. A call that nobody is asked about finds that out by itself.
 */
export function preflight(
  call: AuthorizedCall,
  { fence }: Pick<House, 'fence'>,
): Stopped | undefined | Promise<Stopped | undefined> {
  const { tool, input, caller, options, verdict } = call;
  if (verdict.decision !== 'ask') return undefined;
  const refusal = fence?.inspect?.(call);
  if (refusal !== undefined) return stop('fence', call, refusal);
  const failed = (thrown: unknown): Stopped => stop('execute', call, thrownRefusal(tool, thrown));
  try {
    const checking = tool.preflight?.(input as never, { agent: caller.agent, signal: options.signal });
    return isThenable(checking) ? Promise.resolve(checking).then(() => undefined, failed) : undefined;
  } catch (thrown) {
    return failed(thrown);
  }
}
