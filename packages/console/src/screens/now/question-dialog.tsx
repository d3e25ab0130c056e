import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { toProblem, type Problem } from '../../live/problem.ts';
import { answer, aside, putAside, questions, type Question, type Word } from '../../live/questions.ts';
import { Risk } from '../../parts/badge.tsx';
import { Given, visible } from '../../parts/given.tsx';
import { Arguments } from '../../parts/json.tsx';
import { Modal } from '../../parts/modal.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SchemaForm, type FormValue } from '../../parts/schema-form.tsx';
import { texts } from '../../texts/texts.ts';
import { Effects } from '../../parts/effects.tsx';
import { Remaining } from './remaining.tsx';

/** Comes up wherever somebody is, with one question at a time. */
export function QuestionDialog(): JSX.Element | null {
  const waiting = questions.value.filter(({ id, may_allow }) => may_allow && !aside.value.has(id));
  const [question] = waiting;
  return question === undefined ? null : (
    <Asked key={question.id} question={question} more={waiting.length - 1} />
  );
}

/** Milliseconds for which a dialog that has just come up takes no answer: nobody has read it, and a click may be meant for another. */
const readingTime = { low: 500, medium: 1000, high: 1500 } as const;

function Asked({ question, more }: { readonly question: Question; readonly more: number }): JSX.Element {
  const words = texts.value.question;
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [note, setNote] = useState('');
  const [always, setAlways] = useState<'once' | 'session' | 'always'>('once');
  const content = useRef<FormValue>(question.arguments);
  const { id, form, risk, shown_digest } = question;
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), readingTime[risk]);
    return () => clearTimeout(timer);
  }, []);

  const say = async (word: Omit<Word, 'id' | 'shown_digest'>): Promise<void> => {
    setBusy(true);
    try {
      await answer({ id, shown_digest, ...word, ...(note.trim() !== '' && { note: note.trim() }) });
    } catch (thrown) {
      setProblem(toProblem(thrown));
      setBusy(false);
    }
  };
  const allow = (): void => {
    void say({
      decision: always === 'once' ? 'allow_once' : 'allow_always',
      ...(always === 'session' && { scope: 'session' }),
      ...(form !== undefined && { content: content.current }),
    });
  };
  const stopped = !ready || busy;
  const title = form === undefined ? words.title(visible(question.tool)) : words.asks(visible(question.tool));
  return (
    <Modal
      label={title}
      class={`question risk-${question.risk}`}
      onClose={() => putAside(id)}
      // Where the risk is high, two keys are too few.
      onAccept={stopped || risk === 'high' ? undefined : allow}
    >
      <header>
        <h2 tabIndex={-1}>{title}</h2>
        <Risk risk={question.risk} />
        {more > 0 && <span class="badge">{words.more(more)}</span>}
        <Remaining until={question.expires_at} />
      </header>
      <form
        class="body"
        id="question"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        {problem && <ProblemNote problem={problem} />}
        {commandsOf(question).map((command) => (
          <p key={command}>
            <code>
              <Given text={command} lines />
            </code>
          </p>
        ))}
        <p class={question.risk === 'high' ? 'note bad' : 'note warn'}>
          <Given text={question.warning} lines />
        </p>
        <p class="quiet">
          <Given text={question.description} lines />
        </p>
        <dl class="facts">
          <dt>{words.whoAsks}</dt>
          <dd>
            <Given text={question.agent ?? words.application} />
          </dd>
          {question.requested_by !== null && (
            <>
              <dt>{words.requestedBy}</dt>
              <dd>
                <Given text={question.requested_by} />
              </dd>
            </>
          )}
          <dt>{words.version}</dt>
          <dd>
            <code>
              <Given text={question.version} />
            </code>
          </dd>
          {form === undefined && (
            <>
              <dt>{words.reasons}</dt>
              <dd>
                <Given text={question.reasons.join(', ')} />
              </dd>
            </>
          )}
        </dl>
        {form === undefined && (
          <>
            <h3>{words.arguments}</h3>
            <Arguments value={question.arguments} whole />
          </>
        )}
        <Effects effects={question.effects} warned whole />
        {form !== undefined && (
          <fieldset>
            <legend>{words.fillIn}</legend>
            <SchemaForm
              schema={form}
              initial={question.arguments}
              onChange={(value) => (content.current = value)}
            />
          </fieldset>
        )}
        {question.always !== null && form === undefined && (
          <fieldset>
            <legend>{words.howLong}</legend>
            <div class="choices">
              {(['once', 'session', 'always'] as const).map((one) => (
                <label key={one}>
                  <input
                    type="radio"
                    name="always"
                    checked={always === one}
                    onChange={() => setAlways(one)}
                  />{' '}
                  {one === 'always'
                    ? question.always === 'agent'
                      ? words.forAgent
                      : words.forCall
                    : words.lengths[one]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <label class="field">
          <span>{words.note}</span>
          <input
            value={note}
            maxLength={2000}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </label>
      </form>
      <footer>
        {!ready && (
          <span class="quiet" role="status">
            {words.readFirst}
          </span>
        )}
        <button
          type="button"
          class="main"
          disabled={stopped}
          onClick={allow}
          {...(risk !== 'high' && { title: 'Ctrl+Enter' })}
        >
          {form !== undefined ? words.send : always === 'once' ? words.allow : words.allowAlways}
        </button>
        <button
          type="button"
          class="stop"
          disabled={stopped}
          onClick={() => void say({ decision: 'reject_once' })}
        >
          {words.reject}
        </button>
        <button type="button" onClick={() => putAside(id)} title="Esc">
          {words.later}
        </button>
      </footer>
    </Modal>
  );
}

/** What would run: the first thing to look at. */
function commandsOf({ effects }: Question): string[] {
  return effects.flatMap((effect) =>
    'command' in effect && typeof effect.command === 'string' ? [effect.command] : [],
  );
}
