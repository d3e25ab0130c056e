import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Copy } from '../../parts/copy.tsx';
import { Json } from '../../parts/json.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { texts } from '../../texts/texts.ts';

const providers = ['openai', 'openai-responses', 'anthropic', 'gemini', 'ollama', 'mcp'];

/** The tool as providers of models want it, to copy. */
export function Formats({ name }: { readonly name: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  const words = texts.value.tools;
  return (
    <details class="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.formats}</summary>
      {open && <Format name={name} />}
    </details>
  );
}

function Format({ name }: { readonly name: string }): JSX.Element {
  const [provider, setProvider] = useState(providers[0] ?? '');
  const { data, problem, again } = useAnswer(
    (signal) => ask('format_tools', { provider, tools: [name] }, signal),
    [provider, name],
  );
  const words = texts.value.tools;
  return (
    <div class="stack">
      <div class="bar">
        <label class="field">
          <span>{words.provider}</span>
          <select value={provider} onChange={({ currentTarget }) => setProvider(currentTarget.value)}>
            {providers.map((one) => (
              <option value={one}>{one}</option>
            ))}
          </select>
        </label>
        {data && <Copy text={JSON.stringify(data.tools, null, 2)} />}
      </div>
      {problem && <ProblemNote problem={problem} onRetry={again} />}
      {data && <Json value={data.tools} label={words.formats} />}
      {data && data.changes.length > 0 && (
        <>
          <p class="quiet">{words.changed}</p>
          <Json value={data.changes} label={words.changed} />
        </>
      )}
    </div>
  );
}
