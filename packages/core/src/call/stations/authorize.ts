import { awaitsGrant, judge, verdict } from '../../policy/judge.ts';
import type { Grant } from '../../policy/grants.ts';
import { isRefusal, reject, type AuthorizedCall, type Refusal, type ValidatedCall } from '../../tool/call.ts';
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
  const pass = (): AuthorizedCall | Refusal => (isRefusal(outcome) ? outcome : { ...call, verdict: outcome });
  if (!awaitsGrant(outcome)) return pass();

  const { tool, caller } = call;
  const query = { tool, agent: caller.agent, argumentsDigest: () => digestOf(call.arguments) };
  const found = grants.find(query);
  const decide = (grant: Grant | undefined): AuthorizedCall | Refusal =>
    grant === undefined ? pass() : { ...call, verdict: verdict('allow', tool, effects, grant.id, 'grants') };
  return found instanceof Promise ? found.then(decide) : decide(found);
}
