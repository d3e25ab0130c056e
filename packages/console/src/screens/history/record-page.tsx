import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { onEvent } from '../../live/events.ts';
import { toProblem, type Problem } from '../../live/problem.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Risk, Status } from '../../parts/badge.tsx';
import { CallResult, Feedback } from '../../parts/call-result.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Given } from '../../parts/given.tsx';
import { Arguments, Block, Json } from '../../parts/json.tsx';
import { formatDuration } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { When } from '../../parts/when.tsx';
import { go, linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { Candidates } from './candidates.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

type CallRecord = Output<'get_record'>;

/** One recorded call. */
export function RecordPage({ id }: { readonly id: string }): JSX.Element {
  const words = texts.value.history;
  const {
    data: record,
    problem,
    again,
  } = useAnswer((signal) => ask('get_record', { call_id: id }, signal), [id]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [record?.call_id]);
  // A call that still runs has no record; it comes.
  useEffect(
    () =>
      onEvent((event) => {
        const isThis = event['call_id'] === id || event['given_id'] === id;
        if (event.type === 'record' && isThis) again();
      }),
    [id],
  );
  if (problem?.candidates !== undefined) return <Candidates candidates={problem.candidates} />;
  if (problem)
    return problem.code === 'record_not_found' ? (
      <div class="panel">
        <p>{words.notYet}</p>
        <p>
          <button type="button" onClick={again}>
            {texts.value.parts.retry}
          </button>
        </p>
      </div>
    ) : (
      <ProblemNote problem={problem} onRetry={again} />
    );
  if (record === undefined) return <p class="quiet">…</p>;
  return (
    <article class="stack">
      <div class="panel">
        <div class="head">
          <h2 tabIndex={-1} ref={heading}>
            <Given text={record.tool} most={200} />
          </h2>
          <Status status={record.status} />
          {record.risk !== undefined && <Risk risk={record.risk} />}
          <a class="end" href={linkTo({ screen: 'history', query: place.value.query })}>
            {texts.value.parts.back}
          </a>
        </div>
        <Facts record={record} />
        <Actions record={record} />
      </div>
      <section class="panel">
        <h3>{words.arguments}</h3>
        <Arguments value={record.arguments} />
      </section>
      <section class="panel">
        {record.status === 'success' ? (
          <>
            <h3>{words.output}</h3>
            {typeof record.output === 'string' ? (
              <Block text={record.output} />
            ) : (
              <Json value={record.output} />
            )}
          </>
        ) : (
          <>
            <h3>{words.error}</h3>
            <Given text={record.error ?? ''} lines most={10_000} />
          </>
        )}
      </section>
      <details class="panel">
        <summary>{words.whole}</summary>
        <Json value={record} label={words.whole} />
        <p>
          <Copy text={JSON.stringify(record, null, 2)} />
        </p>
      </details>
    </article>
  );
}

function Facts({ record }: { readonly record: CallRecord }): JSX.Element {
  const words = texts.value.history.facts;
  const facts: readonly (readonly [string, JSX.Element | string | undefined])[] = [
    [words.time, <When time={record.time} />],
    [words.took, formatDuration(record.execution_time_ms)],
    [
      words.id,
      <code>
        <Given text={record.call_id} most={200} />
      </code>,
    ],
    [words.givenId, record.given_id],
    [words.agent, record.agent],
    [words.imported, record.imported === true ? words.importedYes : undefined],
    [words.version, record.version],
    [words.task, record.task],
    [words.code, record.error_code],
    [words.station, record.station],
    [words.rule, record.rule],
    [words.approvedBy, record.approved_by],
    [words.grant, record.grant_id],
    [words.sandbox, record.sandbox],
    [
      words.replayOf,
      record.replay_of && (
        <a href={linkTo({ screen: 'history', item: record.replay_of })}>
          <Given text={record.replay_of} most={200} />
        </a>
      ),
    ],
    [
      words.parent,
      record.parent_call_id && (
        <a href={linkTo({ screen: 'history', item: record.parent_call_id })}>
          <Given text={record.parent_call_id} most={200} />
        </a>
      ),
    ],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== '' && [
            <dt>{name}</dt>,
            <dd>{typeof value === 'string' ? <Given text={value} most={2000} /> : value}</dd>,
          ],
      )}
    </dl>
  );
}

function Actions({ record }: { readonly record: CallRecord }): JSX.Element {
  const words = texts.value.history;
  const { call_id: id, hash } = record;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [result, setResult] = useState<Output<'replay_call'>>();
  const [asked, setAsked] = useState<'recorded' | 'latest'>();
  const replay = async (latest: boolean, as: string | undefined): Promise<void> => {
    setAsked(undefined);
    setBusy(true);
    setProblem(undefined);
    try {
      setResult(await ask('replay_call', { call_id: id, hash, as, latest }));
    } catch (thrown) {
      setProblem(toProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="bar">
        <button type="button" disabled={busy} onClick={() => setAsked('recorded')}>
          {words.replay}
        </button>
        <button type="button" disabled={busy} onClick={() => setAsked('latest')}>
          {words.replayLatest}
        </button>
        <button
          type="button"
          onClick={() => go({ screen: 'history', query: { ...place.value.query, mark: id, with: '' } })}
        >
          {words.compare}
        </button>
        <a class="button" href={linkTo({ screen: 'history', query: { parent: id } })}>
          {words.parts}
        </a>
        <a class="button" href={linkTo({ screen: 'tools', item: record.tool })}>
          {words.toTool}
        </a>
      </div>
      {asked && (
        <ReplayDialog
          record={record}
          latest={asked === 'latest'}
          onAccept={(as) => void replay(asked === 'latest', as)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {problem && <ProblemNote problem={problem} />}
      {result ? <CallResult result={result} /> : record.status !== 'blocked' && <Feedback id={id} />}
    </>
  );
}
