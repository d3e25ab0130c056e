import type { JSX } from 'preact';
import { visibleParts } from '../parts/given.tsx';
import { notices } from '../state/notify.ts';

/** What was said in passing. */
export function Notices(): JSX.Element {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text }) => (
        <p key={id}>{visibleParts(text)}</p>
      ))}
    </div>
  );
}
