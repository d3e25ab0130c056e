import { useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { toProblem, type Problem } from '../../live/problem.ts';
import { AgentField } from '../../parts/agent-field.tsx';
import { CallResult } from '../../parts/call-result.tsx';
import { Explanation } from '../../parts/explanation.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SchemaForm, isFormValue, type FormValue } from '../../parts/schema-form.tsx';
import { place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

/** Calls the tool through the corridor that every call takes; `explain` tells before what would happen. */
export function TryIt({ tool }: { readonly tool: Output<'get_tool_descriptor'> }): JSX.Element {
  const words = texts.value.tools;
  const [form, setForm] = useState({ turn: 0, initial: givenInAddress() });
  const given = useRef(form.initial);
  const [agent, setAgent] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [explanation, setExplanation] = useState<Output<'explain_call'>>();
  const [result, setResult] = useState<Output<'execute_tool'>>();

  const request = (): { tool_name: string; arguments: FormValue; agent?: string } => ({
    tool_name: tool.id,
    arguments: given.current,
    ...(agent !== '' && { agent }),
  });
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      setProblem(toProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  const run = (): void =>
    void attempt(async () => {
      setResult(undefined);
      setResult(await ask('execute_tool', request()));
    });
  const foresee = (): void => void attempt(async () => setExplanation(await ask('explain_call', request())));
  const fill = (initial: FormValue): void => {
    given.current = initial;
    setForm(({ turn }) => ({ turn: turn + 1, initial }));
  };
  const [example] = tool.examples as readonly Readonly<Record<string, unknown>>[];
  return (
    <section class="panel" aria-label={words.tryIt}>
      <div class="head">
        <h3>{words.tryIt}</h3>
        {isFormValue(example?.['arguments']) && (
          <button type="button" class="plain end" onClick={() => fill(example['arguments'] as FormValue)}>
            {words.fillExample}
          </button>
        )}
      </div>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
        }}
      >
        <SchemaForm
          key={form.turn}
          schema={tool.parameters}
          initial={form.initial}
          onChange={(value) => (given.current = value)}
        />
        <div class="bar">
          <AgentField value={agent} onChange={setAgent} />
          <button type="submit" class="main" disabled={busy} title="Ctrl+Enter">
            {busy ? words.running : words.run}
          </button>
          <button type="button" disabled={busy} onClick={foresee}>
            {words.explain}
          </button>
        </div>
      </form>
      {problem && <ProblemNote problem={problem} />}
      {explanation && <Explanation explanation={explanation} />}
      {result && <CallResult result={result} />}
    </section>
  );
}

/** The screen Decide hands over what it has found out. */
function givenInAddress(): FormValue {
  try {
    const value: unknown = JSON.parse(place.value.query['arguments'] ?? '{}');
    return isFormValue(value) ? value : {};
  } catch {
    return {};
  }
}
