import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { onEvent } from '../../live/events.ts';
import * as live from '../../live/status.ts';
import { usePages } from '../../live/use-pages.ts';
import { Status } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Given } from '../../parts/given.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Rows } from '../../parts/rows.tsx';
import { useDelayed } from '../../parts/use-delayed.ts';
import { When } from '../../parts/when.tsx';
import { useKeys } from '../../state/keys.ts';
import { go, linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { Compare } from './compare.tsx';
import { Filters, historyFilter } from './filters.tsx';
import { RecordPage } from './record-page.tsx';

type CallRecord = Output<'get_record'>;
type RunningCall = Output<'list_history'>['running'][number];

/** What a row shows. Of a million records only that is kept: arguments and outputs may be large. */
interface Line extends Pick<CallRecord, 'call_id' | 'tool' | 'time'> {
  readonly status: CallRecord['status'] | 'running';
  /** Undefined while it runs. */
  readonly execution_time_ms: number | undefined;
  readonly agent: string | undefined;
  readonly text: string;
}

function toLine({
  call_id,
  status,
  tool,
  agent,
  time,
  execution_time_ms,
  error,
  arguments: given,
}: CallRecord): Line {
  const text = (error ?? JSON.stringify(given) ?? '').slice(0, 300);
  return { call_id, status, tool, agent, time, execution_time_ms, text };
}

function toRunningLine({ call_id, status, tool, agent, time, arguments: given }: RunningCall): Line {
  const text = (JSON.stringify(given) ?? '').slice(0, 300);
  return { call_id, status, tool, agent, time, execution_time_ms: undefined, text };
}

/** The recorded calls: found, looked at, compared, made again and taken along. */
export function History(): JSX.Element {
  const words = texts.value.history;
  const { item, query } = place.value;
  const { with: other } = query;
  useKeys({ Escape: () => item !== undefined && go({ screen: 'history', query: { ...query, with: '' } }) });
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <div class={item === undefined ? 'split' : 'split has-item'}>
        <div class="column">
          <Filters />
          <Missing />
          <Found />
        </div>
        <div class="detail">
          {item === undefined ? (
            <Empty title={words.choose} />
          ) : other === undefined || other === '' || other === item ? (
            <RecordPage key={item} id={item} />
          ) : (
            <Compare key={`${other} ${item}`} before={other} after={item} />
          )}
        </div>
      </div>
    </>
  );
}

/** Calls that were made and that nothing here tells of. */
function Missing(): JSX.Element | null {
  const { waiting = 0, lost = 0 } = live.status.value?.history ?? {};
  return waiting + lost === 0 ? null : (
    <p class="note warn" role="status">
      {texts.value.history.unrecorded(lost, waiting)}
    </p>
  );
}

function Found(): JSX.Element {
  const words = texts.value.history;
  const asked = useDelayed(JSON.stringify(historyFilter()));
  const [news, setNews] = useState(0);
  const pages = usePages(
    async (cursor, signal) => {
      if (cursor === undefined) setNews(0);
      const { items, running, next } = await ask(
        'list_history',
        { limit: 100, ...(JSON.parse(asked) as object), ...(cursor !== undefined && { cursor }) },
        signal,
      );
      return { items: [...running.map(toRunningLine), ...items.map(toLine)], next };
    },
    [asked],
  );
  useEffect(() => onEvent(({ type }) => type === 'record' && setNews((count) => count + 1)), []);
  if (pages.problem) return <ProblemNote problem={pages.problem} onRetry={pages.again} />;
  if (pages.loaded && pages.items.length === 0)
    return asked === '{}' ? (
      <Empty title={words.none} command='toolcrib call calculator "expression=6 * 7"'>
        {words.firstStep}
      </Empty>
    ) : (
      <Empty title={words.noMatch} />
    );
  return (
    <>
      <p class="quiet" role="status">
        {place.value.query['mark'] && words.chooseOther}{' '}
        {news > 0 && (
          <button type="button" class="plain" onClick={pages.again}>
            {words.news(news)}
          </button>
        )}
      </p>
      <Rows
        label={words.title}
        count={pages.items.length}
        complete={pages.complete}
        onSeen={(_, last) => pages.want(last + 50)}
        row={(index) => {
          const record = pages.items[index];
          return record && <RecordRow record={record} />;
        }}
      />
    </>
  );
}

function RecordRow({ record }: { readonly record: Line }): JSX.Element {
  const { item, query } = place.value;
  const { mark = '', ...rest } = query;
  return (
    <a
      class="row"
      href={linkTo({ screen: 'history', item: record.call_id, query: { ...rest, with: mark } })}
      aria-current={item === record.call_id ? 'true' : undefined}
    >
      <span class="first">
        <Status status={record.status} />
        <b>
          <Given text={record.tool} most={100} />
        </b>
        {record.agent !== undefined && (
          <span class="quiet">
            <Given text={record.agent} most={60} />
          </span>
        )}
        <span class="end quiet">
          {record.execution_time_ms !== undefined && <>{formatDuration(record.execution_time_ms)} · </>}
          <When time={record.time} />
        </span>
      </span>
      <span class="second">
        <Given text={record.text} most={300} />
      </span>
    </a>
  );
}
