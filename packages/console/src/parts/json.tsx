import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { visible, visibleParts } from './given.tsx';
import { formatBytes } from './numbers.ts';

/** How much is shown at once. A page with megabytes of text in it is no longer quick. */
const most = 20_000;

/** A value as JSON, indented. */
export function Json({
  value,
  ...rest
}: { readonly value: unknown } & Omit<BlockProps, 'text'>): JSX.Element {
  return <Block text={JSON.stringify(value, null, 2) ?? 'undefined'} {...rest} />;
}

interface BlockProps {
  readonly text: string;
  readonly label?: string;
  /** All of it at once, however long: somebody decides about it. */
  readonly whole?: boolean;
}

/** Text with its lines, in a frame of its own. The frame scrolls, so it can be reached by keys. */
export function Block({ text, label, whole = false }: BlockProps): JSX.Element {
  const [all, setAll] = useState(whole);
  const words = texts.value.parts;
  const tooLong = text.length > most;
  return (
    <>
      <pre tabIndex={0} role="group" aria-label={label ?? words.content}>
        {tooLong ? visibleLines(all ? text : text.slice(0, most)) : visibleParts(text, true)}
      </pre>
      {tooLong && !all && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          {words.showAll(formatBytes(text.length))}
        </button>
      )}
    </>
  );
}

/** An element for each odd character is too much where there may be a million of them. */
function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

interface ArgumentsProps extends Pick<BlockProps, 'whole'> {
  readonly value: unknown;
}

/** Arguments one by one: texts as they read, everything else as JSON. */
export function Arguments({ value, whole = false }: ArgumentsProps): JSX.Element {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return <Json value={value} whole={whole} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <p class="quiet">{texts.value.parts.noArguments}</p>;
  return (
    <dl class="facts">
      {entries.map(([name, one]) => [
        <dt class="mono">{visibleParts(name)}</dt>,
        <dd>
          {isShort(one) ? (
            <code class="given">{visibleParts(asText(one))}</code>
          ) : (
            <Long value={one} name={name} whole={whole} />
          )}
        </dd>,
      ])}
    </dl>
  );
}

function Long({ value, name, whole }: LongProps): JSX.Element {
  const label = visible(name);
  return typeof value === 'string' ? (
    <Block text={value} label={label} whole={whole} />
  ) : (
    <Json value={value} label={label} whole={whole} />
  );
}

interface LongProps {
  readonly value: unknown;
  readonly name: string;
  readonly whole: boolean;
}

function isShort(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value).length < 60;
  const text = asText(value);
  return text.length < 200 && !text.includes('\n');
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
