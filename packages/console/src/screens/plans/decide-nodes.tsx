import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { mayDecide } from '../../live/status.ts';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import { linkTo } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

type Plan = Output<'get_plan'>;

const choices = ['done', 'retry', 'skip'] as const;
type Choice = (typeof choices)[number];

interface Decision {
  readonly decision: Choice;
  /** JSON; nothing for null. */
  readonly output: string;
}

/** Nodes and items whose outcome is unknown: a person finds out, and decides what becomes of each. */
export function DecideNodes({
  plan,
  onDecided,
}: {
  readonly plan: Plan;
  readonly onDecided: () => void;
}): JSX.Element | null {
  const words = texts.value.plans;
  const [decisions, setDecisions] = useState<{ readonly [name: string]: Decision }>({});
  const open = plan.undecided ?? [];
  if (open.length === 0) return null;
  const decided = open.flatMap(({ name }) => {
    const decision = decisions[name];
    return decision === undefined ? [] : [[name, decision] as const];
  });
  const isWrong = decided.some(([, { decision, output }]) => decision === 'done' && !isJson(output));
  const send = async (): Promise<void> => {
    await ask('resume_plan', { plan_id: plan.plan_id, decisions: toInput(decided) });
    setDecisions({});
    onDecided();
  };
  return (
    <section class="panel" aria-label={words.decideTitle}>
      <h3>{words.decideTitle}</h3>
      <p>{words.decideHint}</p>
      <ul class="plain stack">
        {open.map(({ name, call_id: call }) => (
          <OpenNode
            key={name}
            name={name}
            call={call}
            decision={decisions[name]}
            onDecide={(decision) => setDecisions({ ...decisions, [name]: decision })}
          />
        ))}
      </ul>
      {mayDecide() && (
        <div class="bar">
          <Deed onDo={send} disabled={decided.length === 0 || isWrong}>
            {words.decide}
          </Deed>
          {isWrong && <span class="quiet">{words.notJson}</span>}
        </div>
      )}
    </section>
  );
}

function OpenNode({
  name,
  call,
  decision,
  onDecide,
}: {
  readonly name: string;
  readonly call: string | undefined;
  readonly decision: Decision | undefined;
  readonly onDecide: (decision: Decision) => void;
}): JSX.Element {
  const words = texts.value.plans;
  return (
    <li class="line">
      <b>
        <Given text={name} most={100} />
      </b>
      {call !== undefined && (
        <a class="mono" href={linkTo({ screen: 'history', item: call })}>
          <Given text={call} most={200} />
        </a>
      )}
      {mayDecide() &&
        choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={`decision-${name}`}
              checked={decision?.decision === choice}
              onChange={() => onDecide({ decision: choice, output: '' })}
            />{' '}
            {words.decisions[choice]}
          </label>
        ))}
      {decision?.decision === 'done' && (
        <label class="field">
          <span>{words.decidedOutput}</span>
          <input
            value={decision.output}
            onInput={({ currentTarget }) => onDecide({ decision: 'done', output: currentTarget.value })}
          />
        </label>
      )}
    </li>
  );
}

function isJson(text: string): boolean {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toInput(decided: readonly (readonly [string, Decision])[]): {
  readonly [name: string]: { readonly decision: Choice; readonly output?: unknown };
} {
  return Object.fromEntries(
    decided.map(([name, { decision, output }]) => [
      name,
      decision === 'done' && output.trim() !== ''
        ? { decision, output: JSON.parse(output) as unknown }
        : { decision },
    ]),
  );
}
