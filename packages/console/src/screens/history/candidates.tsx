import type { JSX } from 'preact';
import type { Problem } from '../../live/problem.ts';
import { Status } from '../../parts/badge.tsx';
import { Given } from '../../parts/given.tsx';
import { When } from '../../parts/when.tsx';
import { linkTo } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

/** Several callers gave this id to a call: whose each is, and the way to it. */
export function Candidates({
  candidates,
}: {
  readonly candidates: NonNullable<Problem['candidates']>;
}): JSX.Element {
  const words = texts.value.history;
  return (
    <section class="panel" aria-label={words.candidates}>
      <p>{words.candidates}</p>
      <ul class="plain stack">
        {candidates.map((one) => (
          <li>
            <Status status={one.status} />{' '}
            <a class="mono" href={linkTo({ screen: 'history', item: one.call_id })}>
              <Given text={one.call_id} most={200} />
            </a>{' '}
            <Given text={`${one.tool} · ${one.agent ?? words.application}`} most={300} /> ·{' '}
            <When time={one.time} />
          </li>
        ))}
      </ul>
    </section>
  );
}
