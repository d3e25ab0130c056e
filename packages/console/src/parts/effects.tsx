import type { JSX } from 'preact';
import { Risk, wordFor } from './badge.tsx';
import { Diff } from './diff.tsx';
import { Given } from './given.tsx';
import { texts } from '../texts/texts.ts';

interface EffectsProps {
  readonly effects: readonly object[];
  /** The warnings are shown elsewhere. @default false */
  readonly warned?: boolean;
  /** Everything at once, however long: somebody decides about it. */
  readonly whole?: boolean;
}

/** What a call will touch. */
export function Effects({ effects, warned = false, whole = false }: EffectsProps): JSX.Element | null {
  if (effects.length === 0) return null;
  const words = texts.value.question;
  return (
    <>
      <h3>{words.effects}</h3>
      <ul class="plain stack">
        {effects.map((one) => {
          const { kind, path, command, host, risk, warning, preview } = one as Readonly<
            Record<string, string | undefined>
          >;
          return (
            <li>
              {wordFor(words.kinds, kind ?? '')}{' '}
              <code>
                <Given text={path ?? command ?? host ?? ''} />
              </code>{' '}
              {risk !== undefined && <Risk risk={risk} />}
              {warning !== undefined && !warned && (
                <>
                  {' '}
                  <Given text={warning} />
                </>
              )}
              {preview !== undefined && <Diff text={preview} label={words.preview} whole={whole} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
