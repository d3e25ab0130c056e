import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { useFollowing } from '../../live/use-following.ts';
import { Badge, wordFor } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import { Graph } from '../../parts/graph.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { DecideNodes } from './decide-nodes.tsx';
import { failureText } from './failure-text.ts';
import { NodePage } from './node-page.tsx';
import { planTones } from './plan-tones.ts';

type Plan = Output<'get_plan'>;
type PlanNode = Plan['nodes'][number];

/** More nodes than this are no picture any more. */
const mostDrawn = 200;

/** More rows than this nobody reads. */
const mostListed = 500;

/** One plan: its graph as it stands, and what can be done about it. */
export function PlanPage({ id }: { readonly id: string }): JSX.Element {
  const words = texts.value.plans;
  const answer = useAnswer((signal) => ask('get_plan', { plan_id: id }, signal), [id]);
  const { data: plan, problem, again } = answer;
  // The calls of a plan have its id as their parent.
  useFollowing(answer, {
    runs: plan?.state === 'running',
    concerns: (event) => event['plan_id'] === id || event['parent_call_id'] === id,
  });
  if (problem) return <ProblemNote problem={problem} onRetry={again} />;
  if (plan === undefined) return <p class="quiet">…</p>;
  const { node: chosen } = place.value.query;
  const node = plan.nodes.find((one) => one.id === chosen);
  return (
    <article class="stack">
      <Head plan={plan} onChanged={again} />
      <DecideNodes plan={plan} onDecided={again} />
      {node && <NodePage plan={id} node={node} />}
      <section class="panel">
        <h3>{words.graph}</h3>
        {plan.nodes.length > mostDrawn ? (
          <p class="quiet">{words.tooMany(plan.nodes.length)}</p>
        ) : (
          <Graph
            label={words.graph}
            nodes={plan.nodes.map((one) => ({
              id: one.id,
              title: one.id,
              subtitle: one.tool,
              state: wordFor(words.nodeStates, one.state),
              tone: planTones[one.state] ?? 'none',
              href: linkToNode(id, one.id),
              current: one.id === chosen,
              after: one.depends_on,
            }))}
          />
        )}
        <details open={plan.nodes.length > mostDrawn}>
          <summary>{texts.value.parts.asTable}</summary>
          <Table
            label={words.graph}
            heads={[words.node, words.tool, words.state, words.waitsFor, words.attempts, words.took]}
            numbers={[4, 5]}
            rows={plan.nodes.slice(0, mostListed).map((one) => [
              <a href={linkToNode(id, one.id)}>
                <Given text={one.id} most={100} />
              </a>,
              <Given text={one.tool} most={100} />,
              <Badge tone={planTones[one.state] ?? 'none'} word={wordFor(words.nodeStates, one.state)} />,
              <Given text={one.depends_on.join(', ')} most={300} />,
              String(one.attempts),
              tookOf(one),
            ])}
          />
          {plan.nodes.length > mostListed && (
            <p class="quiet">{texts.value.statistics.more(plan.nodes.length - mostListed)}</p>
          )}
        </details>
      </section>
    </article>
  );
}

function linkToNode(plan: string, node: string): string {
  return linkTo({ screen: 'plans', item: plan, query: { ...place.value.query, node } });
}

function tookOf({ started_at: start, ended_at: end }: PlanNode): string {
  return start === undefined || end === undefined ? '' : formatDuration(Date.parse(end) - Date.parse(start));
}

function Head({ plan, onChanged }: { readonly plan: Plan; readonly onChanged: () => void }): JSX.Element {
  const words = texts.value.plans;
  const { plan_id: id, failure } = plan;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  const act = async (name: 'cancel_plan' | 'resume_plan'): Promise<void> => {
    await ask(name, { plan_id: id });
    onChanged();
  };
  return (
    <div class="panel">
      <div class="head">
        <h2 tabIndex={-1} ref={heading}>
          <Given text={plan.name} most={200} />
        </h2>
        <Badge tone={planTones[plan.state] ?? 'none'} word={wordFor(words.states, plan.state)} />
        <a class="end" href={linkTo({ screen: 'plans', query: { ...place.value.query, node: '' } })}>
          {texts.value.parts.back}
        </a>
      </div>
      {plan.description !== undefined && <Given text={plan.description} lines most={2000} />}
      <dl class="facts">
        <dt>{words.id}</dt>
        <dd>
          <a class="mono" href={linkTo({ screen: 'history', query: { parent: id } })}>
            <Given text={id} most={200} />
          </a>
        </dd>
        {plan.task !== undefined && (
          <>
            <dt>{words.task}</dt>
            <dd>
              <Given text={plan.task} lines most={2000} />
            </dd>
          </>
        )}
        <dt>{words.submitted}</dt>
        <dd>
          <When time={plan.submitted_at} />
        </dd>
      </dl>
      {failure !== undefined && (
        <p class="note bad">
          <Given text={failureText(failure)} lines most={3000} />
        </p>
      )}
      <div class="bar">
        {plan.state === 'running' ? (
          <Deed class="stop" onDo={() => act('cancel_plan')}>
            {words.cancel}
          </Deed>
        ) : (
          plan.state !== 'succeeded' &&
          plan.state !== 'parked' && <Deed onDo={() => act('resume_plan')}>{words.resume}</Deed>
        )}
      </div>
    </div>
  );
}
