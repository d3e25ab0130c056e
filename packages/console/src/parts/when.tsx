import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { language } from '../state/settings.ts';

/** The time, told once a second while somebody looks. */
export const clock = signal(Date.now());

setInterval(() => {
  if (!document.hidden) clock.value = Date.now();
}, 1000);

/** Changes once a day, so that a page full of times is not drawn anew every second. */
const today = computed(() => new Date(clock.value).toDateString());

/** A moment: the time of day when it was today, with everything else to be read on it. */
export function When({ time }: { readonly time: string | number }): JSX.Element {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return <span>{String(time)}</span>;
  const shown = new Intl.DateTimeFormat(language.value, {
    ...(moment.toDateString() === today.value ? {} : { year: 'numeric', month: '2-digit', day: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(moment);
  return (
    <time dateTime={moment.toISOString()} title={moment.toISOString()}>
      {shown}
    </time>
  );
}
