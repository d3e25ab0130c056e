import type { JSX } from 'preact';
import { download } from '../../live/download.ts';
import { toProblem } from '../../live/problem.ts';
import { MoreFilters } from '../../parts/more-filters.tsx';
import { notify } from '../../state/notify.ts';
import { place, refine } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

/** What the address asks for, as the service takes it; what is left empty does not matter. */
export function historyFilter(): Readonly<Record<string, string>> {
  const {
    text = '',
    tool = '',
    agent = '',
    status = '',
    since = '',
    until = '',
    parent = '',
  } = place.value.query;
  const wanted = {
    text,
    tool,
    agent,
    status,
    since: toIso(since),
    until: toIso(until),
    parent_call_id: parent,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
}

/** What the browser's field says is local time without a zone. */
function toIso(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

export function Filters(): JSX.Element {
  const words = texts.value.history;
  const {
    text = '',
    tool = '',
    agent = '',
    status = '',
    since = '',
    until = '',
    parent = '',
  } = place.value.query;
  const take =
    (name: string) =>
    ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
      refine({ [name]: currentTarget.value });
  return (
    <search class="bar">
      <label class="field wide">
        <span>{words.text}</span>
        <input type="search" value={text} placeholder={words.textHint} onInput={take('text')} />
      </label>
      <label class="field">
        <span>{words.status}</span>
        <select value={status} onChange={({ currentTarget }) => refine({ status: currentTarget.value })}>
          <option value="">{texts.value.parts.any}</option>
          {(['success', 'error', 'blocked', 'unknown'] as const).map((one) => (
            <option value={one}>{texts.value.parts.statuses[one]}</option>
          ))}
        </select>
      </label>
      {parent !== '' && (
        <button type="button" onClick={() => refine({ parent: '' })}>
          {words.onlyParts} ✕
        </button>
      )}
      <MoreFilters used={tool !== '' || agent !== '' || since !== '' || until !== ''}>
        <label class="field">
          <span>{words.tool}</span>
          <input size={10} value={tool} onInput={take('tool')} />
        </label>
        <label class="field">
          <span>{words.agent}</span>
          <input size={10} value={agent} onInput={take('agent')} />
        </label>
        <label class="field">
          <span>{words.since}</span>
          <input type="datetime-local" value={since} onInput={take('since')} />
        </label>
        <label class="field">
          <span>{words.until}</span>
          <input type="datetime-local" value={until} onInput={take('until')} />
        </label>
        <Export format="json" />
        <Export format="csv" />
      </MoreFilters>
    </search>
  );
}

function Export({ format }: { readonly format: 'json' | 'csv' }): JSX.Element {
  const save = (): void => {
    const query = new URLSearchParams({ ...historyFilter(), format });
    download(`/export?${query.toString()}`, `toolcrib-history.${format}`).catch((thrown: unknown) =>
      notify(toProblem(thrown).message),
    );
  };
  return (
    <button type="button" onClick={save}>
      {texts.value.history.export} {format.toUpperCase()}
    </button>
  );
}
