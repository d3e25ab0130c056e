import { awaitsGrant, judge, verdict } from '../../policy/judge.ts';
import type { Grant } from '../../policy/grants.ts';
import { withVerdict, type AuthorizedCall, type ValidatedCall, type Verdict } from '../../tool/call.ts';
import { fail, isRefusal, type Refusal } from '../../tool/refusal.ts';
import { digestOf } from '../../tool/digest.ts';
import { effectsOf } from '../../tool/effects-of.ts';
import { messageOf } from '../../tool/errors.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { Effect } from '../../tool/effect.ts';
import type { House } from '../house.ts';

/** The agent's level, the rules and what the call will touch make the verdict: allow, ask, or no. */
export function authorize(
  call: ValidatedCall,
  { rules, grants }: Pick<House, 'rules' | 'grants'>,
): AuthorizedCall | Refusal | Promise<AuthorizedCall | Refusal> {
  let effects: readonly Effect[];
  try {
    effects = effectsOf(call);
  } catch (cause) {
    // What cannot be foreseen cannot be judged.
    const data = { tool: call.tool.name, detail: messageOf(cause), inEffects: true };
    return fail('tool_failed', data, cause);
  }
  const outcome = judge(call, effects, rules);
  if (!awaitsGrant(outcome)) return pass(call, outcome);

  const { tool, caller } = call;
  const found = grants.find({ tool, agent: caller.agent, argumentsDigest: () => digestOf(call.arguments) });
  const decide = (grant: Grant | undefined): AuthorizedCall | Refusal =>
    pass(call, covers(grant, call, outcome) ? verdict('allow', tool, effects, grant.id, 'grants') : outcome);
  return isThenable(found) ? Promise.resolve(found).then(decide) : decide(found);
}

function pass(call: ValidatedCall, outcome: Verdict | Refusal): AuthorizedCall | Refusal {
  return isRefusal(outcome) ? outcome : withVerdict(call, outcome);
}

/**
 * Whether a grant answers what stands in the way. One for the tool as such answers its level; what a rule or the risk of
 * this one call asks for is answered only by a grant for exactly these arguments.
 */
function covers(
  grant: Grant | undefined,
  { tool }: ValidatedCall,
  outcome: Verdict | Refusal,
): grant is Grant {
  if (typeof grant !== 'object' || grant === null || grant.tool !== tool.name) return false;
  if (isRefusal(outcome)) return grant.approval === 'dangerous';
  return outcome.rule === 'approval: confirm' || grant.argumentsDigest !== undefined;
}
