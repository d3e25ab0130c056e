import type { AuthorizedCall } from '../tool/call.ts';
import { thrownRefusal } from '../tool/thrown-refusal.ts';
import type { House } from './house.ts';
import { foreseeGivenId } from './stations/given-id.ts';
import { stop, type Stopped } from './stopped.ts';

/**
 * Looks ahead before a person is asked: an approval request for a call that would be refused by the sandbox, that uses an id
 * again, or that would fail in its tool anyway is a wasted one. A call that nobody is asked about finds that out by itself.
 */
export function preflight(
  call: AuthorizedCall,
  house: Pick<House, 'fence' | 'givenIds'>,
): undefined | Promise<Stopped | undefined> {
  return call.verdict.decision === 'ask' ? lookAhead(call, house) : undefined;
}

async function lookAhead(
  call: AuthorizedCall,
  house: Pick<House, 'fence' | 'givenIds'>,
): Promise<Stopped | undefined> {
  const { tool, input, caller, options } = call;
  const refusal = house.fence?.inspect?.(call);
  if (refusal !== undefined) return stop('fence', call, refusal);
  const used = await foreseeGivenId(call, house);
  if (used !== undefined) return stop('execute', call, used);
  try {
    await tool.preflight?.(input as never, { agent: caller.agent, signal: options.signal });
    return undefined;
  } catch (thrown) {
    return stop('execute', call, thrownRefusal(tool, thrown));
  }
}
