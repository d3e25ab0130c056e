import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly text: string;
}

export const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Says something in passing: read out, and gone after a while. */
export function notify(text: string): void {
  const id = ++last;
  notices.value = [...notices.value.slice(-3), { id, text }];
  setTimeout(() => {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }, 6000);
}
