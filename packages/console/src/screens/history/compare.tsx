import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Diff } from '../../parts/diff.tsx';
import { Given } from '../../parts/given.tsx';
import { lineDiff } from '../../parts/line-diff.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

type CallRecord = Output<'get_record'>;

/** Two recorded calls, and what differs. */
export function Compare({ before, after }: { readonly before: string; readonly after: string }): JSX.Element {
  const words = texts.value.history;
  const { data, problem, again } = useAnswer(
    (signal) =>
      Promise.all([
        ask('get_record', { call_id: before }, signal),
        ask('get_record', { call_id: after }, signal),
      ]),
    [before, after],
  );
  if (problem) return <ProblemNote problem={problem} onRetry={again} />;
  if (data === undefined) return <p class="quiet">…</p>;
  const [one, other] = data;
  const section = (title: string, pick: (record: CallRecord) => unknown): JSX.Element => (
    <section class="panel">
      <h3>{title}</h3>
      <Diff text={lineDiff(asText(pick(one)), asText(pick(other)))} label={title} />
    </section>
  );
  return (
    <article class="stack">
      <div class="panel">
        <div class="head">
          <h2>{words.comparison}</h2>
          <a
            class="end"
            href={linkTo({ screen: 'history', item: after, query: { ...place.value.query, with: '' } })}
          >
            {texts.value.parts.back}
          </a>
        </div>
        <p>
          − <Given text={`${one.tool} ${one.call_id}`} most={300} />
          <br />+ <Given text={`${other.tool} ${other.call_id}`} most={300} />
        </p>
      </div>
      {section(words.arguments, (record) => record.arguments)}
      {section(words.ending, (record) => (record.status === 'success' ? record.output : record.error))}
      {section(words.otherFacts, otherFacts)}
    </article>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

const shownAbove = new Set(['arguments', 'output', 'error']);

function otherFacts(record: CallRecord): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !shownAbove.has(name)));
}
