import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useFollowing } from '../../live/use-following.ts';
import { usePages } from '../../live/use-pages.ts';
import { Badge, wordFor } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Given } from '../../parts/given.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { useKeys } from '../../state/keys.ts';
import { go, linkTo, place, refine } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { MakePlan } from './make-plan.tsx';
import { PlanPage } from './plan-page.tsx';
import { planTones } from './plan-tones.ts';

const states = ['running', 'succeeded', 'incomplete', 'failed', 'cancelled'] as const;

/** Tasks in several calls: what runs, how it stands, and how it ended. */
export function Plans(): JSX.Element {
  const words = texts.value.plans;
  const { item, query } = place.value;
  const { state = '' } = query;
  useKeys({ Escape: () => item !== undefined && go({ screen: 'plans', query }) });
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <div class={item === undefined ? 'split' : 'split has-item'}>
        <div class="column">
          <search class="bar">
            <label class="field">
              <span>{words.state}</span>
              <select value={state} onChange={({ currentTarget }) => refine({ state: currentTarget.value })}>
                <option value="">{texts.value.parts.any}</option>
                {states.map((one) => (
                  <option value={one}>{words.states[one]}</option>
                ))}
              </select>
            </label>
          </search>
          <List state={state} />
        </div>
        <div class="detail">{item === undefined ? <MakePlan /> : <PlanPage key={item} id={item} />}</div>
      </div>
    </>
  );
}

function List({ state }: { readonly state: string }): JSX.Element {
  const words = texts.value.plans;
  const pages = usePages(
    (cursor, signal) =>
      ask(
        'list_plans',
        {
          limit: 100,
          ...(state !== '' && { state: state as 'running' }),
          ...(cursor !== undefined && { cursor }),
        },
        signal,
      ),
    [state],
  );
  // Whoever has gone on to further pages is not thrown back to the first.
  useFollowing(pages, {
    runs: pages.items.length <= 100 && pages.items.some((plan) => plan.state === 'running'),
    concerns: ({ type, event, plan_id: id }) =>
      type === 'plan' && (event === 'plan-end' || pages.items.every((plan) => plan.plan_id !== id)),
  });
  if (pages.problem) return <ProblemNote problem={pages.problem} onRetry={pages.again} />;
  if (pages.loaded && pages.items.length === 0)
    return (
      <Empty title={words.none} command="toolcrib plan run plan.yaml">
        {words.firstStep}
      </Empty>
    );
  return (
    <Rows
      label={words.title}
      count={pages.items.length}
      complete={pages.complete}
      onSeen={(_, last) => pages.want(last + 50)}
      row={(index) => {
        const plan = pages.items[index];
        return plan && <PlanRow plan={plan} />;
      }}
    />
  );
}

function PlanRow({ plan }: { readonly plan: Output<'list_plans'>['items'][number] }): JSX.Element {
  const { item, query } = place.value;
  return (
    <a
      class="row"
      href={linkTo({ screen: 'plans', item: plan.plan_id, query: { ...query, node: '' } })}
      aria-current={item === plan.plan_id ? 'true' : undefined}
    >
      <span class="first">
        <Badge tone={planTones[plan.state] ?? 'none'} word={wordFor(texts.value.plans.states, plan.state)} />
        <b>
          <Given text={plan.name} most={100} />
        </b>
        {plan.agent !== undefined && (
          <span class="quiet">
            <Given text={plan.agent} most={60} />
          </span>
        )}
        <span class="end quiet">
          <When time={plan.submitted_at} />
        </span>
      </span>
      <span class="second">
        <Given text={plan.task ?? plan.plan_id} most={300} />
      </span>
    </a>
  );
}
