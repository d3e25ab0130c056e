import type { JSX } from 'preact';
import { calls, type LiveCall } from '../../live/calls.ts';
import { areOthers, questions, takeUp, type Question } from '../../live/questions.ts';
import { status } from '../../live/status.ts';
import { Risk, Status } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Given } from '../../parts/given.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { Rows } from '../../parts/rows.tsx';
import { When } from '../../parts/when.tsx';
import { linkTo } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { Remaining } from './remaining.tsx';

/** What waits for a person, and the calls as they happen. */
export function Now(): JSX.Element {
  const words = texts.value.now;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <section class="panel" aria-label={words.waiting}>
        <h2>{words.waiting}</h2>
        {questions.value.length === 0 ? (
          <p class="quiet">{words.nothingWaits}</p>
        ) : (
          <ul class="plain stack">
            {questions.value.map((question) => (
              <Waiting key={question.id} question={question} />
            ))}
          </ul>
        )}
        {areOthers.value && <p class="quiet">{words.othersWait}</p>}
      </section>
      <Dangers />
      <Restricted />
      <Problems />
      <h2>{words.calls}</h2>
      {calls.value.length === 0 ? (
        <Empty title={words.noCalls} command='toolcrib call calculator "expression=0.1 + 0.2"'>
          {words.firstStep}
        </Empty>
      ) : (
        <Rows
          label={words.calls}
          count={calls.value.length}
          row={(index) => {
            const call = calls.value[index];
            return call && <CallRow call={call} />;
          }}
        />
      )}
    </>
  );
}

/** What makes the service easier to attack. The service tells operators only. */
function Dangers(): JSX.Element | null {
  const { dangers = [] } = status.value ?? {};
  return dangers.length === 0 ? null : (
    <div class="note bad" role="status">
      <ul class="dots">
        {dangers.map(({ code, message, remedy }) => (
          <li key={code}>
            <Given text={`${message} ${remedy}`} most={1000} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The project runs restricted until somebody accepts its configuration at the machine. */
function Restricted(): JSX.Element | null {
  const { restricted = null } = status.value ?? {};
  return restricted === null ? null : (
    <p class="note warn" role="status">
      <Given text={restricted} most={1000} />
    </p>
  );
}

/** What of the configuration could not be used: it is left out or closed, and somebody should know. */
function Problems(): JSX.Element | null {
  const { problems = [] } = status.value ?? {};
  const words = texts.value.now;
  if (problems.length === 0) return null;
  return (
    <details class="note warn" open={problems.length < 4}>
      <summary>{words.problems(problems.length)}</summary>
      <ul class="dots">
        {problems.slice(0, 50).map(({ file = '', line, path, message, remedy }) => (
          <li>
            <Given
              text={`${file}${line === undefined ? '' : `:${line}`} ${path} ${message} ${remedy}`}
              most={1000}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Waiting({ question }: { readonly question: Question }): JSX.Element {
  const words = texts.value.question;
  return (
    <li class="line">
      <Risk risk={question.risk} />
      <b>
        <Given text={question.tool} most={100} />
      </b>
      <span class="quiet">
        <Given text={question.agent ?? words.application} most={60} />
      </span>
      <Remaining until={question.expires_at} />
      {question.may_allow && (
        <button type="button" class="end" onClick={() => takeUp(question.id)}>
          {words.look}
        </button>
      )}
    </li>
  );
}

function CallRow({ call }: { readonly call: LiveCall }): JSX.Element {
  return (
    <a class="row" href={linkTo({ screen: 'history', item: call.id })}>
      <span class="first">
        <span class={call.status === 'running' ? 'running' : ''}>
          <Status status={call.status} />
        </span>
        <b>
          <Given text={call.tool} most={100} />
        </b>
        {call.agent !== undefined && (
          <span class="quiet">
            <Given text={call.agent} most={60} />
          </span>
        )}
        <span class="end quiet">
          {call.ms !== undefined && <>{formatDuration(call.ms)} · </>}
          <When time={call.time} />
        </span>
      </span>
      <span class="second">
        <Given text={call.error ?? call.progress ?? call.id} most={300} />
      </span>
    </a>
  );
}
