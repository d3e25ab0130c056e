import type { AuthorizedCall, FencedCall } from '../../tool/call.ts';
import { messageOf } from '../../tool/errors.ts';
import { block, type Refusal } from '../../tool/refusal.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { House } from '../house.ts';

type Outcome = Refusal | undefined | Promise<Refusal | undefined>;

/** Looks ahead before a person is asked: a request about a call that cannot run wastes their time. */
export function foreseeGivenId(call: AuthorizedCall, { givenIds }: Pick<House, 'givenIds'>): Outcome {
  const id = idOf(call);
  if (id === undefined) return undefined;
  return refuseUsed(call, id, () => givenIds.usedBy(call.caller.agent, id));
}

/**
 * Before a call is recorded and runs: its id is used from now on, also when the process dies while it runs. Of several processes
 * that use one id at once, one goes on.
 */
export function useGivenId(call: FencedCall, { givenIds }: Pick<House, 'givenIds'>): Outcome {
  const id = idOf(call);
  if (id === undefined) return undefined;
  return refuseUsed(call, id, () => givenIds.use(call.caller.agent, id, call.callId));
}

/** A call that is refused after all has used no id. One that cannot be given back stays used: that is safe. */
export async function releaseGivenId(call: FencedCall, { givenIds }: Pick<House, 'givenIds'>): Promise<void> {
  const id = idOf(call);
  if (id === undefined) return;
  try {
    await givenIds.release(call.caller.agent, id, call.callId);
  } catch {
    // The store that refused the call takes nothing else either.
  }
}

/** The id that stands for what is done. A call with an idempotency key is told apart by that, and its id is only a name. */
function idOf({ options }: AuthorizedCall): string | undefined {
  return options.idempotencyKey === undefined ? options.givenId : undefined;
}

function refuseUsed(
  { tool }: AuthorizedCall,
  id: string,
  look: () => string | undefined | Promise<string | undefined>,
): Outcome {
  const refuse = (first: string | undefined): Refusal | undefined =>
    first === undefined ? undefined : block('call_id_used', { id, callId: first }, 'call ids');
  const unavailable = (cause: unknown): Refusal =>
    block('call_ids_unavailable', { tool: tool.name, detail: messageOf(cause) }, 'call ids', cause);
  try {
    const found = look();
    return isThenable(found) ? Promise.resolve(found).then(refuse, unavailable) : refuse(found);
  } catch (cause) {
    return unavailable(cause);
  }
}
