import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Chart } from '../../parts/chart.tsx';
import { Given, visible } from '../../parts/given.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

type Step = Output<'get_statistics_series'>['items'][number];

/** How the calls of one tool ended and how long they took, step by step of the period. */
export function ToolOverTime({
  tool,
  length,
}: {
  readonly tool: string;
  readonly length: number;
}): JSX.Element {
  const words = texts.value.statistics;
  const { data, problem, again } = useAnswer(
    (signal) =>
      ask('get_statistics_series', { tool, since: new Date(Date.now() - length).toISOString() }, signal),
    [tool, length],
  );
  const times = data?.items.map(({ time }) => Date.parse(time)) ?? [];
  const values = <Value,>(pick: (step: Step) => Value): Value[] => data?.items.map(pick) ?? [];
  return (
    <section class="panel" aria-label={visible(tool)}>
      <div class="head">
        <h2>
          <Given text={tool} most={200} />
        </h2>
        <a class="end" href={linkTo({ screen: 'statistics', query: place.value.query })}>
          {texts.value.shell.close}
        </a>
      </div>
      {problem && <ProblemNote problem={problem} onRetry={again} />}
      {data && (
        <>
          <Chart
            title={words.outcomes}
            times={times}
            lines={[
              { name: words.columns.success, tone: 'good', values: values((step) => step.successes) },
              { name: words.columns.errors, tone: 'bad', values: values((step) => step.errors) },
              { name: words.columns.blocked, tone: 'warn', values: values((step) => step.blocked) },
            ]}
          />
          <Chart
            title={words.latency}
            times={times}
            format={formatDuration}
            lines={[
              { name: 'p50', tone: 'good', values: values((step) => step.p50_ms) },
              { name: 'p95', tone: 'warn', values: values((step) => step.p95_ms) },
              { name: 'p99', tone: 'bad', values: values((step) => step.p99_ms) },
            ]}
          />
        </>
      )}
    </section>
  );
}
