import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../live/ask.ts';
import { toProblem } from '../live/problem.ts';
import { notify } from '../state/notify.ts';
import { linkTo } from '../state/place.ts';
import { texts } from '../texts/texts.ts';
import { Status } from './badge.tsx';
import { Given } from './given.tsx';
import { Block, Json } from './json.tsx';
import { formatDuration } from './numbers.ts';

/** How a call ended. */
export function CallResult({ result }: { readonly result: Output<'execute_tool'> }): JSX.Element {
  const { status, call_id: id, output, error, error_code: code, remedy, metadata } = result;
  const { execution_time_ms: ms, record_id: record } = metadata as Readonly<Record<string, unknown>>;
  const key = typeof record === 'string' ? record : id;
  const words = texts.value.result;
  return (
    <div class="stack" role="group" aria-label={words.title} data-status={status}>
      <p>
        <Status status={status} />{' '}
        <a class="mono" href={linkTo({ screen: 'history', item: key })}>
          <Given text={id} most={100} />
        </a>{' '}
        {typeof ms === 'number' && <span class="quiet">{formatDuration(ms)}</span>}
      </p>
      {status === 'success' ? (
        typeof output === 'string' ? (
          <Block text={output} label={words.output} />
        ) : (
          <Json value={output} label={words.output} />
        )
      ) : (
        <div class={status === 'error' ? 'note bad stack' : 'note warn stack'}>
          <p>
            <Given text={error ?? ''} lines most={5000} />
          </p>
          {code !== undefined && <code class="quiet">{code}</code>}
          {remedy !== undefined && (
            <p>
              <Given text={remedy} lines most={2000} />
            </p>
          )}
        </div>
      )}
      {status !== 'blocked' && <Feedback id={key} />}
    </div>
  );
}

/** Whether it served, for the next choice. */
export function Feedback({ id }: { readonly id: string }): JSX.Element {
  const [said, setSaid] = useState(false);
  const words = texts.value.result;
  const say = (good: boolean): void => {
    setSaid(true);
    ask('give_feedback', { call_id: id, good }).then(
      () => notify(words.thanks),
      (thrown: unknown) => {
        setSaid(false);
        notify(toProblem(thrown).message);
      },
    );
  };
  return (
    <p class="line">
      <span class="quiet">{words.didItServe}</span>
      <button type="button" disabled={said} onClick={() => say(true)}>
        {words.yes}
      </button>
      <button type="button" disabled={said} onClick={() => say(false)}>
        {words.no}
      </button>
    </p>
  );
}
