import type { JSX } from 'preact';
import { clock } from '../../parts/when.tsx';
import { texts } from '../../texts/texts.ts';

/** How long a question still waits. */
export function Remaining({ until }: { readonly until: string }): JSX.Element {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - clock.value) / 1000));
  const words = texts.value.question;
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span class="quiet">{seconds === 0 ? words.expired : words.remaining(shown)}</span>;
}
