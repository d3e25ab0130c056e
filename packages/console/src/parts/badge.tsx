import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { visible } from './given.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'none';

/** A word with a colour. The word says it all; the colour helps to find it. */
export function Badge({ tone = 'none', word }: { readonly tone?: Tone; readonly word: string }): JSX.Element {
  return <span class={`badge ${tone}`}>{visible(word)}</span>;
}

const statusTones: Readonly<Record<string, Tone>> = {
  success: 'good',
  error: 'bad',
  blocked: 'warn',
  unknown: 'warn',
  running: 'none',
};

export function Status({ status }: { readonly status: string }): JSX.Element {
  const { statuses } = texts.value.parts;
  return <Badge tone={statusTones[status] ?? 'none'} word={wordFor(statuses, status)} />;
}

const riskTones: Readonly<Record<string, Tone>> = { low: 'good', medium: 'warn', high: 'bad' };

export function Risk({ risk }: { readonly risk: string }): JSX.Element {
  const { risks } = texts.value.parts;
  return <Badge tone={riskTones[risk] ?? 'none'} word={wordFor(risks, risk)} />;
}

/** The word of a stable name; one that is not known here stands for itself. */
export function wordFor(words: object, name: string): string {
  const found: unknown = Object.hasOwn(words, name) ? (words as Record<string, unknown>)[name] : undefined;
  return typeof found === 'string' ? found : name;
}
