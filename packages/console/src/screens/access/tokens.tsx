import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Copy } from '../../parts/copy.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import { Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { notify } from '../../state/notify.ts';
import { texts } from '../../texts/texts.ts';

const scopes = ['read', 'call', 'approve', 'admin'] as const;

/** What opens the service: made here, told once, ended here. */
export function Tokens(): JSX.Element {
  const words = texts.value.access;
  const answer = useAnswer((signal) => ask('list_tokens', {}, signal), []);
  const [name, setName] = useState('');
  const [agent, setAgent] = useState('');
  const [chosen, setChosen] = useState<readonly (typeof scopes)[number][]>(['read', 'call']);
  const [made, setMade] = useState<string>();
  const create = async (): Promise<void> => {
    const { token } = await ask('create_token', {
      name: name.trim(),
      scopes: [...chosen],
      ...(agent.trim() !== '' && { agent: agent.trim() }),
    });
    setMade(token);
    setName('');
    answer.again();
  };
  const revoke = async (id: string): Promise<void> => {
    await ask('revoke_token', { id });
    notify(words.revoked);
    answer.again();
  };
  return (
    <Section title={words.tokens} answer={answer}>
      {({ items }) => (
        <>
          <Table
            label={words.tokens}
            heads={[words.name, words.agent, words.goodFor, words.approves, words.created, words.expires, '']}
            rows={items
              .filter(({ revoked_at: revoked }) => revoked === null)
              .map((token) => [
                <Given text={token.name} most={100} />,
                <Given text={token.agent ?? words.person} most={100} />,
                token.scopes.join(', '),
                <Given text={whatIsApproved(token)} />,
                <When time={token.created_at} />,
                token.expires_at === null ? words.never : <When time={token.expires_at} />,
                <Deed class="stop" onDo={() => revoke(token.id)}>
                  {words.revoke}
                </Deed>,
              ])}
          />
          <div class="bar">
            <label class="field">
              <span>{words.name}</span>
              <input
                value={name}
                maxLength={100}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </label>
            <label class="field">
              <span>{words.forAgent}</span>
              <input value={agent} onInput={({ currentTarget }) => setAgent(currentTarget.value)} />
            </label>
            <fieldset class="choices">
              <legend>{words.goodFor}</legend>
              {scopes.map((scope) => (
                <label key={scope}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(scope)}
                    onChange={({ currentTarget }) =>
                      setChosen(
                        scopes.filter((one) =>
                          one === scope ? currentTarget.checked : chosen.includes(one),
                        ),
                      )
                    }
                  />{' '}
                  {scope}
                </label>
              ))}
            </fieldset>
            <Deed disabled={name.trim() === '' || chosen.length === 0} onDo={create}>
              {words.create}
            </Deed>
          </div>
          {made !== undefined && (
            <p class="note">
              {words.toldOnce} <code>{made}</code> <Copy text={made} />
            </p>
          )}
        </>
      )}
    </Section>
  );
}

type Token = Output<'list_tokens'>['items'][number];

/** What the holder of a token may approve. */
function whatIsApproved({ scopes: goodFor, approver, approves }: Token): string {
  const words = texts.value.access;
  if (!goodFor.includes('approve')) return approver ? words.ownByForm : '–';
  const { agents = null, tools = null, max_risk: risk = null } = approves ?? {};
  const limits = [
    ...(agents === null ? [] : [`${words.agent}: ${agents.join(', ')}`]),
    ...(tools === null ? [] : [`${words.tool}: ${tools.join(', ')}`]),
    ...(risk === null ? [] : [`≤ ${texts.value.parts.risks[risk]}`]),
  ];
  return [limits.join('; ') || words.everything, ...(approver ? [words.own] : [])].join('; ');
}
