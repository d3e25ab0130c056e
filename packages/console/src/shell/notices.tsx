import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { visibleParts } from '../parts/given.tsx';

const notices = signal<readonly { readonly id: number; readonly text: string }[]>([]);
let last = 0;

/** Says something in passing: read out, and gone after a while. */
export function notify(text: string): void {
  const id = ++last;
  notices.value = [...notices.value.slice(-3), { id, text }];
  setTimeout(() => {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }, 6000);
}

export function Notices(): JSX.Element {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text }) => (
        <p key={id}>{visibleParts(text)}</p>
      ))}
    </div>
  );
}
