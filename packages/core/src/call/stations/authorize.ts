import { awaitsGrant, judge, verdict } from '../../policy/judge.ts';
import type { Grant } from '../../policy/grants.ts';
import {
  isRefusal,
  reject,
  withVerdict,
  type Verdict,
  type AuthorizedCall,
  type Refusal,
  type ValidatedCall,
} from '../../tool/call.ts';
import { digestOf } from '../../tool/digest.ts';
import { effectsOf } from '../../tool/effects-of.ts';
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
    const detail = `its effects could not be told (${cause instanceof Error ? cause.message : String(cause)})`;
    return reject('tool_failed', { tool: call.tool.name, detail }, cause);
  }
  const outcome = judge(call, effects, rules);
  if (!awaitsGrant(outcome)) return pass(call, outcome);

  const { tool, caller } = call;
  const found = grants.find({ tool, agent: caller.agent, argumentsDigest: () => digestOf(call.arguments) });
  const decide = (grant: Grant | undefined): AuthorizedCall | Refusal =>
    pass(call, grant === undefined ? outcome : verdict('allow', tool, effects, grant.id, 'grants'));
  return found instanceof Promise ? found.then(decide) : decide(found);
}

function pass(call: ValidatedCall, outcome: Verdict | Refusal): AuthorizedCall | Refusal {
  return isRefusal(outcome) ? outcome : withVerdict(call, outcome);
}
