import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Empty } from '../../parts/empty.tsx';
import { Given } from '../../parts/given.tsx';
import { formatBytes, formatCount, formatDuration, formatShare } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import { linkTo, place, refine } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { CallsChart } from './calls-chart.tsx';
import { ToolOverTime } from './tool-over-time.tsx';

type Row = Output<'get_statistics'>['items'][number];

/** The periods that can be chosen, in milliseconds. */
const periods = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
type Period = keyof typeof periods;

/** How often tools are called, how that ends and how long it takes, and what that suggests. */
export function Statistics(): JSX.Element {
  const words = texts.value.statistics;
  const { item, query } = place.value;
  const { period = 'week', by = 'tool' } = query;
  const length = periods[Object.hasOwn(periods, period) ? (period as Period) : 'week'];
  const answer = useAnswer(
    (signal) =>
      ask('get_statistics', { since: new Date(Date.now() - length).toISOString(), by: by as 'tool' }, signal),
    [length, by],
  );
  const { data } = answer;
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <div class="bar">
        <label class="field">
          <span>{words.period}</span>
          <select value={period} onChange={({ currentTarget }) => refine({ period: currentTarget.value })}>
            {(Object.keys(periods) as Period[]).map((one) => (
              <option value={one}>{words.periods[one]}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{words.by}</span>
          <select value={by} onChange={({ currentTarget }) => refine({ by: currentTarget.value })}>
            {(['tool', 'version', 'agent'] as const).map((one) => (
              <option value={one}>{words.groups[one]}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={answer.again}>
          {words.refresh}
        </button>
      </div>
      {answer.problem && <ProblemNote problem={answer.problem} onRetry={answer.again} />}
      {item !== undefined && <ToolOverTime key={`${item} ${length}`} tool={item} length={length} />}
      {data?.items.length === 0 && <Empty title={words.none}>{words.firstStep}</Empty>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <CallsChart items={data.items} />
          <Figures rows={data.items} by={by} />
        </>
      )}
      <AdviceList length={length} />
    </>
  );
}

/** As many rows as a table bears; they come with the most called first. */
const mostRows = 200;

function Figures({ rows, by }: { readonly rows: readonly Row[]; readonly by: string }): JSX.Element {
  const words = texts.value.statistics;
  const { columns } = words;
  const { query } = place.value;
  const ms = (value: number | null): string => (value === null ? '–' : formatDuration(value));
  return (
    <section class="panel">
      <Table
        label={words.figures}
        heads={[
          columns.tool,
          ...(by === 'version' ? [columns.version] : by === 'agent' ? [columns.agent] : []),
          columns.calls,
          columns.success,
          columns.errors,
          columns.blocked,
          columns.timeouts,
          columns.unknown,
          columns.mean,
          'p50',
          'p95',
          'p99',
          columns.output,
        ]}
        numbers={by === 'tool' ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
        rows={rows.slice(0, mostRows).map((row) => [
          <a href={linkTo({ screen: 'statistics', item: row.tool, query })}>
            <Given text={row.tool} most={80} />
          </a>,
          ...(by === 'version' || by === 'agent'
            ? [<Given text={(by === 'version' ? row.version : row.agent) ?? '–'} most={80} />]
            : []),
          formatCount(row.calls),
          row.success_rate === null ? '–' : formatShare(row.success_rate),
          formatCount(row.errors),
          formatCount(row.blocked),
          formatCount(row.timeouts),
          formatCount(row.outcomes_unknown),
          ms(row.mean_ms),
          ms(row.p50_ms),
          ms(row.p95_ms),
          ms(row.p99_ms),
          formatBytes(row.output_bytes),
        ])}
      />
      {rows.length > mostRows && <p class="quiet">{words.more(rows.length - mostRows)}</p>}
    </section>
  );
}

function AdviceList({ length }: { readonly length: number }): JSX.Element {
  const words = texts.value.statistics;
  const answer = useAnswer(
    (signal) => ask('get_advice', { since: new Date(Date.now() - length).toISOString() }, signal),
    [length],
  );
  return (
    <Section title={words.advice} answer={answer}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="quiet">{words.noAdvice}</p>
        ) : (
          <ul class="dots">
            {items.map(({ advice, reason, tool }) => (
              <li>
                <a href={linkTo({ screen: 'tools', item: tool })}>
                  <Given text={tool} most={80} />
                </a>
                : <Given text={advice} most={600} />{' '}
                <span class="quiet">
                  <Given text={reason} most={600} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  );
}
