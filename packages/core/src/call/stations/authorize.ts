import { awaitsGrant, judge, verdict } from '../../policy/judge.ts';
import { withVerdict, type AuthorizedCall, type ValidatedCall, type Verdict } from '../../tool/call.ts';
import { block, fail, isRefusal, Refusal } from '../../tool/refusal.ts';
import { digestLater } from '../../tool/digest.ts';
import { effectsOf } from '../../tool/effects-of.ts';
import { BlockedError, messageOf, ToolcribError, type KnownError } from '../../tool/errors.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { Effect } from '../../tool/effect.ts';
import type { Grant } from '../../tool/grant.ts';
import type { House } from '../house.ts';

/** The agent's level, the rules and what the call will touch make the verdict: allow, ask, or no. */
export function authorize(call: ValidatedCall, house: Judges): Authorized | Promise<Authorized> {
  let effects: ReturnType<typeof effectsOf>;
  try {
    effects = effectsOf(call);
  } catch (thrown) {
    return unforeseen(call, thrown);
  }
  if (!isThenable(effects)) return decide(call, effects, house);
  return effects.then(
    (late) => decide(call, late, house),
    (thrown: unknown) => unforeseen(call, thrown),
  );
}

type Judges = Pick<House, 'rules' | 'grants'>;
type Authorized = AuthorizedCall | Refusal;

/** What cannot be foreseen cannot be judged. What is refused while one looks ahead is refused. */
function unforeseen({ tool }: ValidatedCall, thrown: unknown): Refusal {
  if (thrown instanceof ToolcribError && thrown.data !== undefined) {
    const { code, data } = thrown as KnownError;
    const status = thrown instanceof BlockedError ? 'blocked' : 'error';
    return new Refusal(status, code, data, { rule: 'effects', cause: thrown });
  }
  return fail('tool_failed', { tool: tool.name, detail: messageOf(thrown), inEffects: true }, thrown);
}

function decide(
  call: ValidatedCall,
  effects: readonly Effect[],
  { rules, grants }: Judges,
): Authorized | Promise<Authorized> {
  const outcome = judge(call, effects, rules);
  if (!awaitsGrant(outcome)) return pass(call, outcome);

  const { tool, caller } = call;
  const withGrant = (grant: Grant | undefined): Authorized =>
    pass(
      call,
      covers(grant, call, outcome)
        ? { ...verdict('allow', tool, effects, grant.id, 'grants'), grant }
        : outcome,
    );
  const withoutGrants = (cause: unknown): Authorized => pass(call, unreadable(call, outcome, cause));
  try {
    const found = grants.find({
      tool,
      agent: caller.agent,
      approval: isRefusal(outcome) ? 'dangerous' : 'confirm',
      exact: !answersLevel(outcome),
      argumentsDigest: () => digestLater(call.arguments),
    });
    return isThenable(found) ? Promise.resolve(found).then(withGrant, withoutGrants) : withGrant(found);
  } catch (cause) {
    return withoutGrants(cause);
  }
}

/** A grant that cannot be read is none. A person can still be asked; what needs the grant itself is refused. */
function unreadable({ tool }: ValidatedCall, outcome: Verdict | Refusal, cause: unknown): Verdict | Refusal {
  if (!isRefusal(outcome)) return outcome;
  return block('grants_unavailable', { tool: tool.name, detail: messageOf(cause) }, outcome.rule, cause);
}

function pass(call: ValidatedCall, outcome: Verdict | Refusal): Authorized {
  return isRefusal(outcome) ? outcome : withVerdict(call, outcome);
}

/**
 * Whether a grant answers what stands in the way. One for the tool as such answers its level; what a rule or the risk of
 * this one call asks for is answered only by a grant for exactly these arguments.
 */
function covers(
  grant: Grant | undefined,
  { tool, caller }: ValidatedCall,
  outcome: Verdict | Refusal,
): grant is Grant {
  if (typeof grant !== 'object' || grant === null) return false;
  if (grant.tool !== tool.name || grant.agent !== caller.agent) return false;
  if (isRefusal(outcome)) return grant.approval === 'dangerous';
  return answersLevel(outcome) || grant.argumentsDigest !== undefined;
}

/** Whether nothing but the tool's own level stands in the way. */
function answersLevel(outcome: Verdict | Refusal): boolean {
  return isRefusal(outcome) || outcome.rule === 'approval: confirm';
}
