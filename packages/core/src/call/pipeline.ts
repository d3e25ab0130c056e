import {
  restart,
  type AuthorizedCall,
  type BoundCall,
  type RequestedCall,
  type ValidatedCall,
} from '../tool/call.ts';
import { isRefusal, type Refusal } from '../tool/refusal.ts';
import type { Station, ToolResult } from '../tool/result.ts';
import { Departure } from './departure.ts';
import type { House } from './house.ts';
import { preflight } from './preflight.ts';
import { approve } from './stations/approve.ts';
import { authorize } from './stations/authorize.ts';
import { bind } from './stations/bind.ts';
import { fence } from './stations/fence.ts';
import { execute } from './stations/execute.ts';
import { releaseGivenId, useGivenId } from './stations/given-id.ts';
import { resolve } from './stations/resolve.ts';
import { start } from './stations/start.ts';
import { scope } from './stations/scope.ts';
import { validate } from './stations/validate.ts';
import { isStopped, stop, type Stopped } from './stopped.ts';

/**
 * The corridor: the way of every call, from every door. Each station takes what the one before it made and gives the
 * next call or a refusal, at once where nothing has to be waited for. However it ends, a call leaves through the same
 * door: recorded, told, and with a result.
 */
export async function walk(requested: RequestedCall, house: House): Promise<ToolResult> {
  const departure = new Departure(requested, house);
  try {
    const approaching = approach(requested, house);
    const authorized = approaching instanceof Promise ? await approaching : approaching;
    if (isStopped(authorized)) return departure.refused(authorized);

    const checking = preflight(authorized, house);
    const stopped = checking && (await checking);
    if (stopped !== undefined) return departure.refused(stopped);

    const approving = approve(authorized, house);
    const approved = approving instanceof Promise ? await approving : approving;
    if (isRefusal(approved)) return departure.refused(stop('approve', authorized, approved));

    const fencing = fence(approved, house);
    const fenced = fencing instanceof Promise ? await fencing : fencing;
    if (isRefusal(fenced)) return departure.refused(stop('fence', approved, fenced));

    const using = useGivenId(fenced, house);
    const used = using instanceof Promise ? await using : using;
    if (used !== undefined) return departure.refused(stop('execute', fenced, used));

    const starting = start(fenced, house, departure);
    const refused = starting instanceof Promise ? await starting : starting;
    if (refused !== undefined) {
      await releaseGivenId(fenced, house);
      return departure.refused(stop('execute', fenced, refused));
    }

    // Time that others took on the way is not time that the tool took to work.
    if (approaching !== authorized || fencing !== fenced || using !== used || starting !== refused)
      restart(fenced, house.clock.elapsed());
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
  if (requested.problem !== undefined) return stop('resolve', requested, requested.problem);

  const resolved = resolve(requested, house);
  if (isRefusal(resolved)) return stop('resolve', requested, resolved);

  const scoped = scope(resolved, house.agents);
  if (isRefusal(scoped)) return stop('scope', resolved, scoped);

  const bound = bind(scoped);
  if (isRefusal(bound)) return stop('bind', scoped, bound);

  const validated = validate(bound);
  return validated instanceof Promise
    ? validated.then((late) => approachPolicy(bound, late, house))
    : approachPolicy(bound, validated, house);
}

function approachPolicy(
  bound: BoundCall,
  validated: ValidatedCall | Refusal,
  house: House,
): Approached | Promise<Approached> {
  if (isRefusal(validated)) return stop('validate', bound, validated);

  const authorized = authorize(validated, house);
  return authorized instanceof Promise
    ? authorized.then((late) => orStop('authorize', validated, late))
    : orStop('authorize', validated, authorized);
}

function orStop<Next extends RequestedCall>(
  station: Station,
  call: RequestedCall,
  outcome: Next | Refusal,
): Next | Stopped {
  return isRefusal(outcome) ? stop(station, call, outcome) : outcome;
}

type Approached = AuthorizedCall | Stopped;
