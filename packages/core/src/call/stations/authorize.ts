import { awaitsGrant, judge, verdict } from '../../policy/judge.ts';
import { withVerdict, type AuthorizedCall, type ValidatedCall, type Verdict } from '../../tool/call.ts';
import { block, isRefusal, type Refusal } from '../../tool/refusal.ts';
import { digestLater } from '../../tool/digest.ts';
import { effectsOf } from '../../tool/effects-of.ts';
import { thrownRefusal } from '../../tool/thrown-refusal.ts';
import { messageOf } from '../../tool/errors.ts';
import { isThenable } from '../../tool/thenable.ts';
import type { Effect } from '../../tool/effect.ts';
import { answersQuery } from '../../policy/grants.ts';
import type { Grant } from '../../tool/grant.ts';
import type { House } from '../house.ts';

/** The agent's level, the rules and what the call will touch make the verdict: allow, ask, or no. */
export function authorize(call: ValidatedCall, house: Judges): Authorized | Promise<Authorized> {
  let effects: ReturnType<typeof effectsOf>;
  try {
    effects = effectsOf(call);
  } catch (thrown) {
    // What cannot be foreseen cannot be judged. What is refused while one looks ahead is refused.
    return thrownRefusal(call.tool, thrown);
  }
  if (!isThenable(effects)) return decide(call, effects, house);
  return effects.then(
    (late) => decide(call, late, house),
    (thrown: unknown) => thrownRefusal(call.tool, thrown),
  );
}

type Judges = Pick<House, 'rules' | 'grants' | 'consents'>;
type Authorized = AuthorizedCall | Refusal;

function decide(
  call: ValidatedCall,
  effects: readonly Effect[],
  house: Judges,
): Authorized | Promise<Authorized> {
  const outcome = judge(call, effects, house.rules, house);
  return awaitsGrant(outcome) ? lookForGrant(call, effects, outcome, house) : pass(call, outcome);
}

/**
 * A grant for the tool as such answers its level. What a rule or the risk of this one call asks for is answered only by
 * a grant for exactly these arguments; where there is none, a person is asked.
 */
async function lookForGrant(
  call: ValidatedCall,
  effects: readonly Effect[],
  outcome: Verdict | Refusal,
  { rules, grants, consents }: Judges,
): Promise<Authorized> {
  const { tool, caller } = call;
  const approval = isRefusal(outcome) ? 'dangerous' : 'confirm';
  const beyond = isRefusal(outcome) ? judge(call, effects, rules, { granted: true, consents }) : outcome;
  const asksMore = isRefusal(beyond) || (beyond.decision === 'ask' && beyond.rule !== 'approval: confirm');
  const find = async (exact: boolean): Promise<Grant | undefined> => {
    const query = { tool, agent: caller.agent, approval, exact } as const;
    const found = await grants.find({ ...query, argumentsDigest: () => digestLater(call.arguments) });
    return answersQuery(found, query) ? found : undefined;
  };
  try {
    const grant = await find(asksMore);
    if (grant !== undefined)
      return pass(call, { ...verdict('allow', tool, effects, grant.id, 'grants'), grant });
    const isGranted = isRefusal(outcome) && asksMore && (await find(false)) !== undefined;
    return pass(call, isGranted ? beyond : outcome);
  } catch (cause) {
    return pass(call, unreadable(call, outcome, cause));
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
