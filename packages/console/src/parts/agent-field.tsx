import type { JSX } from 'preact';
import { agents } from '../live/agents.ts';
import { texts } from '../texts/texts.ts';
import { visible } from './given.tsx';

/** As whom a call is made. */
export function AgentField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (agent: string) => void;
}): JSX.Element {
  const words = texts.value.parts;
  return (
    <label class="field">
      <span>{words.agent}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{words.noAgent}</option>
        {agents.value.map((id) => (
          <option value={id}>{visible(id).slice(0, 100)}</option>
        ))}
      </select>
    </label>
  );
}
