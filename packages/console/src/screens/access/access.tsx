import type { JSX } from 'preact';
import { ask } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { notify } from '../../state/notify.ts';
import { texts } from '../../texts/texts.ts';
import { ExplainCall } from './explain-call.tsx';
import { GiveGrant } from './give-grant.tsx';
import { Tokens } from './tokens.tsx';

/** Who may do what, who said yes to what, and why a call would or would not run. */
export function Access(): JSX.Element {
  const words = texts.value.access;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <ExplainCall />
      <Grants />
      <Agents />
      <Rules />
      <AllowLists />
      <Tokens />
    </>
  );
}

function Grants(): JSX.Element {
  const words = texts.value.access;
  const answer = useAnswer((signal) => ask('list_grants', {}, signal), []);
  const revoke = async (id: string): Promise<void> => {
    await ask('revoke_grant', { id });
    notify(words.revoked);
    answer.again();
  };
  return (
    <Section title={words.grants} answer={answer}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <p class="quiet">{words.noGrants}</p>
          ) : (
            <Table
              label={words.grants}
              heads={[words.tool, words.agent, words.scope, words.givenBy, words.expires, '']}
              rows={items.map((grant) => [
                <Given text={grant.tool} most={100} />,
                <Given text={grant.agent ?? texts.value.question.application} most={100} />,
                <Badge
                  word={grant.scope}
                  {...(grant.approval === 'dangerous' && { tone: 'bad' as const })}
                />,
                <>
                  <Given text={grant.granted_by} most={100} /> <When time={grant.granted_at} />
                </>,
                grant.expires_at === null ? words.never : <When time={grant.expires_at} />,
                <Deed class="stop" onDo={() => revoke(grant.id)}>
                  {words.revoke}
                </Deed>,
              ])}
            />
          )}
          <GiveGrant onGiven={answer.again} />
        </>
      )}
    </Section>
  );
}

function Agents(): JSX.Element {
  const words = texts.value.access;
  const answer = useAnswer((signal) => ask('list_agents', {}, signal), []);
  return (
    <Section title={words.agents} answer={answer}>
      {({ items }) => (
        <Table
          label={words.agents}
          heads={[words.agent, words.permission, words.allowList, words.mayCall]}
          rows={items.map((agent) => [
            <Given text={agent.id} most={100} />,
            <Badge word={agent.permission} />,
            <Given text={agent.allow_list ?? '–'} most={100} />,
            <details>
              <summary>{words.tools(formatCount(agent.tools.length))}</summary>
              <Given text={agent.tools.slice(0, 500).join(', ')} most={20_000} />
              {agent.tools.length > 500 && ' …'}
            </details>,
          ])}
        />
      )}
    </Section>
  );
}

const decisionTones: Readonly<Record<string, Tone>> = { allow: 'good', ask: 'warn', deny: 'bad' };

function Rules(): JSX.Element {
  const words = texts.value.access;
  const answer = useAnswer((signal) => ask('list_rules', {}, signal), []);
  return (
    <Section title={words.rules} answer={answer}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="quiet">{words.noRules}</p>
        ) : (
          <Table
            label={words.rules}
            heads={[words.decision, words.tool, words.agent, words.condition, words.reason, words.source]}
            rows={items.map((rule) => {
              const { arguments: given, effects } = rule as Readonly<Record<string, unknown>>;
              return [
                <Badge tone={decisionTones[rule.decision] ?? 'none'} word={words.decisions[rule.decision]} />,
                <Given text={rule.tool ?? '*'} most={200} />,
                <Given text={rule.agent ?? '*'} most={200} />,
                <code>
                  <Given text={conditionOf(given, effects)} most={400} />
                </code>,
                <Given text={rule.reason ?? ''} most={400} />,
                <Given text={rule.source ?? ''} most={200} />,
              ];
            })}
          />
        )
      }
    </Section>
  );
}

function conditionOf(...conditions: readonly unknown[]): string {
  return conditions
    .filter((one) => typeof one === 'object' && one !== null && Object.keys(one).length > 0)
    .map((one) => JSON.stringify(one))
    .join(' ');
}

function AllowLists(): JSX.Element {
  const words = texts.value.access;
  const answer = useAnswer((signal) => ask('list_allow_lists', {}, signal), []);
  return (
    <Section title={words.allowLists} answer={answer}>
      {({ items }) => (
        <Table
          label={words.allowLists}
          heads={[words.allowList, words.holds]}
          rows={items.map(({ name, ...rest }) => [
            <Given text={name} most={100} />,
            <Given text={partsOf(rest)} lines most={4000} />,
          ])}
        />
      )}
    </Section>
  );
}

/** What an allow-list is made of, one line for each part. */
function partsOf(list: object): string {
  return Object.entries(list)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : JSON.stringify(value)}`)
    .join('\n');
}
