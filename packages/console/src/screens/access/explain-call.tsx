import { useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { AgentField } from '../../parts/agent-field.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Explanation } from '../../parts/explanation.tsx';
import { SchemaForm, type FormValue } from '../../parts/schema-form.tsx';
import { texts } from '../../texts/texts.ts';
import { useDescriptor } from './use-descriptor.ts';

/** Why any call would run, ask or be refused. */
export function ExplainCall(): JSX.Element {
  const words = texts.value.access;
  const [tool, setTool] = useState('');
  const [agent, setAgent] = useState('');
  const [explanation, setExplanation] = useState<Output<'explain_call'>>();
  const given = useRef<FormValue>({});
  const descriptor = useDescriptor(tool);
  const explain = async (): Promise<void> =>
    setExplanation(
      await ask('explain_call', {
        tool_name: tool.trim(),
        arguments: given.current,
        ...(agent !== '' && { agent }),
      }),
    );
  return (
    <section class="panel" aria-label={words.explain}>
      <h2>{words.explain}</h2>
      <p class="quiet">{words.explainWhat}</p>
      <div class="bar">
        <label class="field wide">
          <span>{words.tool}</span>
          <input type="search" value={tool} onInput={({ currentTarget }) => setTool(currentTarget.value)} />
        </label>
        <AgentField value={agent} onChange={setAgent} />
        <Deed class="main" disabled={tool.trim() === ''} onDo={explain}>
          {words.explainDo}
        </Deed>
      </div>
      {descriptor && (
        <SchemaForm
          key={descriptor.id}
          schema={descriptor.parameters}
          initial={{}}
          onChange={(value) => (given.current = value)}
        />
      )}
      {explanation && <Explanation explanation={explanation} />}
    </section>
  );
}
