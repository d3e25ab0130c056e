import { useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { agents } from '../../live/agents.ts';
import { ask } from '../../live/ask.ts';
import { Deed } from '../../parts/deed.tsx';
import { visible } from '../../parts/given.tsx';
import { SchemaForm, type FormValue } from '../../parts/schema-form.tsx';
import { notify } from '../../state/notify.ts';
import { texts } from '../../texts/texts.ts';
import { useDescriptor } from './use-descriptor.ts';

/** Says yes to an agent before it asks: to a tool, or to one call of it. */
export function GiveGrant({ onGiven }: { readonly onGiven: () => void }): JSX.Element {
  const words = texts.value.access;
  const [tool, setTool] = useState('');
  const [agent, setAgent] = useState('');
  const [exact, setExact] = useState(false);
  const [dangerous, setDangerous] = useState(false);
  const [expires, setExpires] = useState('');
  const given = useRef<FormValue>({});
  const descriptor = useDescriptor(tool);
  const give = async (): Promise<void> => {
    await ask('give_grant', {
      tool: tool.trim(),
      agent,
      ...(exact && { arguments: given.current }),
      ...(dangerous && { dangerous }),
      ...(expires !== '' && { expires_at: new Date(expires).toISOString() }),
    });
    notify(words.given);
    setTool('');
    setExact(false);
    setDangerous(false);
    onGiven();
  };
  return (
    <div class="stack" role="group" aria-label={words.give}>
      <h3>{words.give}</h3>
      <div class="bar">
        <label class="field wide">
          <span>{words.tool}</span>
          <input type="search" value={tool} onInput={({ currentTarget }) => setTool(currentTarget.value)} />
        </label>
        <label class="field">
          <span>{words.agent}</span>
          <select value={agent} onChange={({ currentTarget }) => setAgent(currentTarget.value)}>
            <option value="">–</option>
            {agents.value.map((id) => (
              <option value={id}>{visible(id).slice(0, 100)}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.expiresOptional}</span>
          <input
            type="datetime-local"
            value={expires}
            onInput={({ currentTarget }) => setExpires(currentTarget.value)}
          />
        </label>
        <Deed class="main" disabled={tool.trim() === '' || agent === ''} onDo={give}>
          {words.giveDo}
        </Deed>
      </div>
      {descriptor && (
        <fieldset class="choices">
          <legend>{words.scope}</legend>
          <Check value={exact} label={words.exact} onChange={setExact} />
          {descriptor.approval === 'dangerous' && (
            <Check value={dangerous} label={words.evenDangerous} onChange={setDangerous} />
          )}
        </fieldset>
      )}
      {descriptor && exact && (
        <SchemaForm
          key={descriptor.id}
          schema={descriptor.parameters}
          initial={{}}
          onChange={(value) => (given.current = value)}
        />
      )}
    </div>
  );
}

function Check({
  value,
  label,
  onChange,
}: {
  readonly value: boolean;
  readonly label: string;
  readonly onChange: (value: boolean) => void;
}): JSX.Element {
  return (
    <label>
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      {label}
    </label>
  );
}
