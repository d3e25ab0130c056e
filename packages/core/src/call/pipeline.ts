import {
  restart,
  type ApprovedCall,
  type AuthorizedCall,
  type BoundCall,
  type FencedCall,
  type RequestedCall,
  type ValidatedCall,
} from '../tool/call.ts';
import { isRefusal, type Refusal } from '../tool/refusal.ts';
import type { Station, ToolResult } from '../tool/result.ts';
import { Departure } from './departure.ts';
import type { House } from './house.ts';
import { approve } from './stations/approve.ts';
import { authorize } from './stations/authorize.ts';
import { bind } from './stations/bind.ts';
import { fence, foresee } from './stations/fence.ts';
import { execute } from './stations/execute.ts';
import { resolve } from './stations/resolve.ts';
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
    const admitting = admit(requested, house);
    const admitted = admitting instanceof Promise ? await admitting : admitting;
    if (isStopped(admitted)) return departure.refused(admitted);

    departure.executing(admitted);
    const executing = execute(admitted, house);
    const executed = executing instanceof Promise ? await executing : executing;
    if (isRefusal(executed)) return departure.refused(stop('execute', admitted, executed));
    return departure.executed(admitted, executed);
  } catch (broken) {
    return departure.broke(broken);
  }
}

/** All the stations before the tool runs. Most calls need not wait there, and those are not made to. */
function admit(requested: RequestedCall, house: House): Admitted | Promise<Admitted> {
  const approached = approach(requested, house);
  if (!(approached instanceof Promise)) return enter(approached, house);
  return approached.then(async (late) => restarted(await enter(late, house), house));
}

function enter(authorized: Approached, house: House): Admitted | Promise<Admitted> {
  if (isStopped(authorized)) return authorized;

  const foreseen = authorized.verdict.decision === 'ask' ? foresee(authorized, house) : undefined;
  if (foreseen !== undefined) return stop('fence', authorized, foreseen);

  const approved = approve(authorized, house);
  return approved instanceof Promise
    ? approved.then((late) => enclose(authorized, late, house))
    : enclose(authorized, approved, house);
}

function enclose(
  authorized: AuthorizedCall,
  approved: ApprovedCall | Refusal,
  house: House,
): Admitted | Promise<Admitted> {
  if (isRefusal(approved)) return stop('approve', authorized, approved);

  const fenced = fence(approved, house);
  return fenced instanceof Promise
    ? fenced.then((late) => restarted(orStop('fence', approved, late), house))
    : orStop('fence', approved, fenced);
}

/** Time that others took on the way is not time that the tool took to work. */
function restarted(admitted: Admitted, house: House): Admitted {
  if (!isStopped(admitted)) restart(admitted, house.clock.elapsed());
  return admitted;
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
type Admitted = FencedCall | Stopped;
