import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { Badge } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Given } from '../../parts/given.tsx';
import type { FormValue } from '../../parts/schema-form.tsx';
import { go } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

type Planned = Output<'make_plan'>;
type PlanProblem = Output<'check_plan'>['problems'][number];

/** A plan of one's own: made of words or written down, checked, and begun. */
export function MakePlan(): JSX.Element {
  const words = texts.value.plans;
  const [task, setTask] = useState('');
  const [written, setWritten] = useState('');
  const [planned, setPlanned] = useState<Planned>();
  const [problems, setProblems] = useState<readonly PlanProblem[]>();
  const make = async (): Promise<void> => {
    const made = await ask('make_plan', { task: task.trim() });
    setPlanned(made);
    setProblems(undefined);
    if (made.plan !== null) setWritten(JSON.stringify(made.plan, null, 2));
  };
  const read = (): FormValue => {
    try {
      return JSON.parse(written) as FormValue;
    } catch {
      throw new Error(words.notJson);
    }
  };
  const check = async (): Promise<void> => setProblems((await ask('check_plan', { plan: read() })).problems);
  const run = async (): Promise<void> => {
    const begun = await ask('submit_plan', {
      plan: read(),
      ...(planned !== undefined && task.trim() !== '' && { task: task.trim() }),
    });
    go({ screen: 'plans', item: begun.plan_id });
  };
  return (
    <section class="panel" aria-label={words.make}>
      <h2>{words.make}</h2>
      <p class="quiet">{words.choose}</p>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <label class="field wide">
          <span>{words.inWords}</span>
          <input
            type="search"
            value={task}
            maxLength={4000}
            placeholder={words.inWordsHint}
            onInput={({ currentTarget }) => setTask(currentTarget.value)}
          />
        </label>
        <Deed disabled={task.trim() === ''} onDo={make}>
          {words.makeDo}
        </Deed>
      </form>
      {planned && <Steps planned={planned} />}
      <label class="field">
        <span>{words.written}</span>
        <textarea
          class="growing mono"
          rows={4}
          spellcheck={false}
          value={written}
          onInput={({ currentTarget }) => {
            setWritten(currentTarget.value);
            setProblems(undefined);
          }}
        />
      </label>
      <div class="bar">
        <Deed disabled={written.trim() === ''} onDo={check}>
          {words.check}
        </Deed>
        <Deed class="main" disabled={written.trim() === ''} onDo={run}>
          {words.run}
        </Deed>
      </div>
      {problems && <Problems problems={problems} />}
    </section>
  );
}

/** What became of the words, step by step, and what they do not say. */
function Steps({ planned }: { readonly planned: Planned }): JSX.Element {
  const words = texts.value.plans;
  const steps = planned.steps as unknown as readonly {
    readonly step: string;
    readonly tool: string | null;
    readonly reasons: readonly { readonly text: string }[];
  }[];
  const missing = planned.missing as unknown as readonly { readonly question: string }[];
  return (
    <div class="stack" role="group" aria-label={words.steps}>
      <ol>
        {steps.map(({ step, tool, reasons }) => (
          <li>
            <Given text={step} most={400} /> →{' '}
            <b>{tool === null ? words.noTool : <Given text={tool} most={100} />}</b>{' '}
            <span class="quiet">
              <Given text={reasons.map(({ text }) => text).join('; ')} most={400} />
            </span>
          </li>
        ))}
      </ol>
      {missing.map(({ question }) => (
        <p class="note warn">
          <Given text={question} most={600} />
        </p>
      ))}
    </div>
  );
}

function Problems({ problems }: { readonly problems: readonly PlanProblem[] }): JSX.Element {
  const words = texts.value.plans;
  if (problems.length === 0) return <p role="status">{words.noProblems}</p>;
  return (
    <ul class="plain stack" role="status">
      {problems.slice(0, 100).map(({ severity, place, message }) => (
        <li>
          <Badge tone={severity === 'error' ? 'bad' : 'warn'} word={severity} />{' '}
          <code>
            <Given text={place} most={200} />
          </code>{' '}
          <Given text={message} most={1000} />
        </li>
      ))}
    </ul>
  );
}
