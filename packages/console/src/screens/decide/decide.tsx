import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { toProblem, type Problem } from '../../live/problem.ts';
import { AgentField } from '../../parts/agent-field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { place, refine } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { Steps, type Decision } from './steps.tsx';

/** Which tool serves a task, step by step and why. Calls nothing. */
export function Decide(): JSX.Element {
  const words = texts.value.decide;
  const [agent, setAgent] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [decision, setDecision] = useState<Output<'decide_tool'>>();
  const { task = '' } = place.value.query;
  const decide = async (): Promise<void> => {
    if (task.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      setDecision(await ask('decide_tool', { task, ...(agent !== '' && { agent }) }));
    } catch (thrown) {
      setProblem(toProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void decide();
        }}
      >
        <div class="bar">
          <label class="field wide">
            <span>{words.task}</span>
            <input
              type="search"
              value={task}
              maxLength={10_000}
              placeholder={words.hint}
              onInput={({ currentTarget }) => refine({ task: currentTarget.value })}
            />
          </label>
          <AgentField value={agent} onChange={setAgent} />
          <button type="submit" class="main" disabled={busy || task.trim() === ''}>
            {words.decide}
          </button>
        </div>
        <p class="quiet">{words.what}</p>
      </form>
      {problem && <ProblemNote problem={problem} />}
      {decision && <Steps decision={decision as unknown as Decision} />}
    </>
  );
}
