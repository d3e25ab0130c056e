import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { Badge, wordFor } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import { Block, Json } from '../../parts/json.tsx';
import { formatBytes } from '../../parts/numbers.ts';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { failureText } from './failure-text.ts';
import { planTones } from './plan-tones.ts';

type PlanNode = Output<'get_plan'>['nodes'][number];

/** One node of a plan: how it stands, its call, and what it gave. */
export function NodePage({ plan, node }: { readonly plan: string; readonly node: PlanNode }): JSX.Element {
  const words = texts.value.plans;
  const { call_id: call, failure } = node;
  const { items, decided } = node;
  return (
    <section class="panel" aria-label={words.node}>
      <div class="head">
        <h3>
          <Given text={node.id} most={200} />
        </h3>
        <Badge tone={planTones[node.state] ?? 'none'} word={wordFor(words.nodeStates, node.state)} />
        {node.skipped !== undefined && <span class="quiet">{wordFor(words.skipReasons, node.skipped)}</span>}
        {node.replaced && <Badge tone="warn" word={words.replaced} />}
        <a
          class="end"
          href={linkTo({ screen: 'plans', item: plan, query: { ...place.value.query, node: '' } })}
        >
          {texts.value.shell.close}
        </a>
      </div>
      <p>
        <a href={linkTo({ screen: 'tools', item: node.tool })}>
          <Given text={node.tool} most={100} />
        </a>{' '}
        {call !== undefined && (
          <a class="mono" href={linkTo({ screen: 'history', item: call })}>
            <Given text={call} most={200} />
          </a>
        )}
      </p>
      {items !== undefined && <p>{words.items(items.succeeded, items.failed, items.skipped, items.total)}</p>}
      {decided !== undefined && (
        <p>
          {words.decided[decided.decision]} <Given text={decided.by ?? ''} most={100} />
        </p>
      )}
      {failure !== undefined && (
        <p class="note bad">
          <Given text={failureText(failure)} lines most={3000} />
        </p>
      )}
      <NodeOutput key={node.id} plan={plan} node={node} />
    </section>
  );
}

/** What the node gave. A large output comes when somebody wants it. */
function NodeOutput({ plan, node }: { readonly plan: string; readonly node: PlanNode }): JSX.Element | null {
  const [whole, setWhole] = useState<unknown>();
  const { output = whole, output_ref: large } = node;
  if (output !== undefined)
    return typeof output === 'string' ? <Block text={output} /> : <Json value={output} />;
  if (large === undefined) return null;
  const load = async (): Promise<void> => {
    const { output: loaded } = await ask('get_plan_output', { plan_id: plan, node: node.id });
    setWhole(loaded);
  };
  return (
    <p>
      <Deed onDo={load}>{texts.value.parts.showAll(formatBytes(large.bytes))}</Deed>
    </p>
  );
}
