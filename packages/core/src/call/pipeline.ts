import { isRefusal, type AuthorizedCall, type RequestedCall } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import { Departure } from './departure.ts';
import type { House } from './house.ts';
import { approve } from './stations/approve.ts';
import { authorize } from './stations/authorize.ts';
import { bind } from './stations/bind.ts';
import { enclose } from './stations/enclose.ts';
import { execute } from './stations/execute.ts';
import { request } from './stations/request.ts';
import { resolve } from './stations/resolve.ts';
import { scope } from './stations/scope.ts';
import { validate } from './stations/validate.ts';
import { isStopped, stop, type Stopped } from './stopped.ts';

/**
 * The corridor: the way of every call, from every door. Each station takes what the one before it made and gives the
 * next call or a refusal. However it ends, a call leaves through the same door: recorded, told, and with a result.
 */
export async function walk(requested: RequestedCall, house: House): Promise<ToolResult> {
  const departure = new Departure(requested, house);
  try {
    const approaching = approach(requested, house);
    const authorized = approaching instanceof Promise ? await approaching : approaching;
    if (isStopped(authorized)) return departure.refused(authorized);

    const approving = approve(authorized, house);
    const approved = approving instanceof Promise ? await approving : approving;
    if (isRefusal(approved)) return departure.refused(stop('approve', authorized, approved));

    const enclosing = enclose(approved, house);
    const fenced = enclosing instanceof Promise ? await enclosing : enclosing;
    if (isRefusal(fenced)) return departure.refused(stop('fence', approved, fenced));

    departure.executing(fenced);
    const executing = execute(fenced, house);
    const executed = executing instanceof Promise ? await executing : executing;
    if (isRefusal(executed)) return departure.refused(stop('execute', fenced, executed));
    return departure.executed(fenced, executed);
  } catch (broken) {
    return departure.broke(broken);
  }
}

/** The stations that only look: they can be walked to explain a call as well as to make it. */
export function approach(requested: RequestedCall, house: House): Approached | Promise<Approached> {
  const asked = request(requested);
  if (isRefusal(asked)) return stop('resolve', requested, asked);

  const resolved = resolve(asked, house.registry);
  if (isRefusal(resolved)) return stop('resolve', asked, resolved);

  const scoped = scope(resolved, house.agents);
  if (isRefusal(scoped)) return stop('scope', resolved, scoped);

  const bound = bind(scoped);
  if (isRefusal(bound)) return stop('bind', scoped, bound);

  return after(validate(bound), (validated) => {
    if (isRefusal(validated)) return stop('validate', bound, validated);

    return after(authorize(validated, house), (authorized) =>
      isRefusal(authorized) ? stop('authorize', validated, authorized) : authorized,
    );
  });
}

type Approached = AuthorizedCall | Stopped;

/** Goes on at once when there is nothing to wait for: most calls never wait before they are executed. */
function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
