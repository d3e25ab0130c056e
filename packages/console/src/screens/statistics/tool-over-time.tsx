import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Chart } from '../../parts/chart.tsx';
import { Given } from '../../parts/given.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

type Row = Output<'get_statistics'>['items'][number];

/** So many pieces of the period are asked for, a few at a time. */
const pieces = 24;
const atOnce = 4;

/** How the calls of one tool ended and how long they took, piece by piece of the period. */
export function ToolOverTime({
  tool,
  length,
}: {
  readonly tool: string;
  readonly length: number;
}): JSX.Element {
  const words = texts.value.statistics;
  const { data, problem, again } = useAnswer((signal) => rowsOverTime(tool, length, signal), [tool, length]);
  const times = data?.map(({ time }) => time) ?? [];
  const values = (pick: (row: Row) => number | null): (number | null)[] =>
    data?.map(({ row }) => (row === undefined ? null : pick(row))) ?? [];
  const counts = (pick: (row: Row) => number): number[] => values(pick).map((count) => count ?? 0);
  return (
    <section class="panel" aria-label={tool}>
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
              { name: words.columns.success, tone: 'good', values: counts((row) => row.successes) },
              { name: words.columns.errors, tone: 'bad', values: counts((row) => row.errors) },
              { name: words.columns.blocked, tone: 'warn', values: counts((row) => row.blocked) },
            ]}
          />
          <Chart
            title={words.latency}
            times={times}
            format={formatDuration}
            lines={[
              { name: 'p50', tone: 'good', values: values((row) => row.p50_ms) },
              { name: 'p95', tone: 'warn', values: values((row) => row.p95_ms) },
              { name: 'p99', tone: 'bad', values: values((row) => row.p99_ms) },
            ]}
          />
        </>
      )}
    </section>
  );
}

async function rowsOverTime(
  tool: string,
  length: number,
  signal: AbortSignal,
): Promise<{ readonly time: number; readonly row: Row | undefined }[]> {
  const step = length / pieces;
  const start = Date.now() - length;
  const found: { time: number; row: Row | undefined }[] = [];
  const work = async (from: number): Promise<void> => {
    for (let index = from; index < pieces; index += atOnce) {
      const time = start + index * step;
      const { items } = await ask(
        'get_statistics',
        { tool, since: new Date(time).toISOString(), until: new Date(time + step).toISOString() },
        signal,
      );
      found[index] = { time, row: items[0] };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, from) => work(from)));
  return found;
}
