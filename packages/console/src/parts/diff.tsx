import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { visibleParts } from './given.tsx';

/** As many lines as are drawn; the rest is counted. */
const maxLines = 2000;

interface DiffProps {
  readonly text: string;
  readonly label?: string;
  /** All lines. */
  readonly whole?: boolean;
}

/** A unified diff: signs say what colours say. */
export function Diff({ text, label, whole = false }: DiffProps): JSX.Element {
  const lines = text.replace(/\n$/u, '').split('\n');
  const most = whole ? lines.length : maxLines;
  const words = texts.value.parts;
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label={label ?? words.difference}>
      {lines.slice(0, most).map((line) => (
        <span class={kindOf(line)}>{line === '' ? ' ' : visibleParts(line, true)}</span>
      ))}
      {lines.length > most && <span class="place">{words.moreLines(lines.length - most)}</span>}
    </pre>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('@@') || line.startsWith('+++') || line.startsWith('---')) return 'place';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return 'same';
}
