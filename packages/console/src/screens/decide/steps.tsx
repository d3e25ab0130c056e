import type { ComponentChildren, JSX } from 'preact';
import { Badge, wordFor } from '../../parts/badge.tsx';
import { Given } from '../../parts/given.tsx';
import { Json } from '../../parts/json.tsx';
import { formatShare } from '../../parts/numbers.ts';
import { linkTo } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';

/** A decision as the service tells it. */
export interface Decision {
  readonly scene: readonly Kind[];
  readonly intent: readonly Kind[];
  readonly candidates: readonly {
    readonly name: string;
    readonly score: number;
    readonly matched: readonly string[];
  }[];
  readonly evaluation: readonly Evaluation[];
  readonly left_out?: readonly { readonly name: string; readonly reason: { readonly text: string } }[];
  readonly choice: { readonly name: string; readonly version: string } | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly missing: readonly { readonly path: string }[];
}

interface Kind {
  readonly name: string;
  readonly share: number;
}

interface Evaluation {
  readonly name: string;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly suits: boolean;
  readonly reasons: readonly { readonly text: string }[];
}

/** The five steps, with their figures. */
export function Steps({ decision }: { readonly decision: Decision }): JSX.Element {
  const words = texts.value.decide;
  const {
    scene,
    intent,
    candidates,
    evaluation,
    left_out: leftOut = [],
    choice,
    parameters,
    missing,
  } = decision;
  const args = JSON.stringify(parameters);
  return (
    <ol class="plain stack" aria-label={words.title}>
      <Step number={1} title={words.steps.scene}>
        <Kinds kinds={scene} />
      </Step>
      <Step number={2} title={words.steps.intent}>
        <Kinds kinds={intent} />
      </Step>
      <Step number={3} title={words.steps.candidates}>
        {candidates.length === 0 && <p class="quiet">{words.noCandidates}</p>}
        <ul class="plain">
          {candidates.map(({ name, score, matched }) => (
            <li>
              <a href={linkTo({ screen: 'tools', item: name })}>
                <Given text={name} most={100} />
              </a>{' '}
              <span class="mono">{score.toFixed(2)}</span>{' '}
              <span class="quiet">
                <Given text={matched.join(', ')} most={300} />
              </span>
            </li>
          ))}
        </ul>
      </Step>
      <Step number={4} title={words.steps.evaluation}>
        {evaluation.map((one) => (
          <Evaluated key={one.name} evaluation={one} />
        ))}
        {leftOut.length > 0 && (
          <ul class="dots">
            {leftOut.map(({ name, reason }) => (
              <li>
                <Given text={`${name}: ${reason.text}`} most={400} />
              </li>
            ))}
          </ul>
        )}
      </Step>
      <Step number={5} title={words.steps.choice}>
        {choice === null ? (
          <p>{words.noChoice}</p>
        ) : (
          <>
            <p>
              <b>
                <Given text={choice.name} most={200} />
              </b>{' '}
              <a href={linkTo({ screen: 'tools', item: choice.name, query: { arguments: args } })}>
                {words.tryIt}
              </a>
            </p>
            <Json value={parameters} label={words.parameters} />
            {missing.length > 0 && (
              <p class="note warn">
                {words.missing} <Given text={missing.map(({ path }) => path).join(', ')} most={500} />
              </p>
            )}
          </>
        )}
      </Step>
    </ol>
  );
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <li class="panel">
      <h2>
        {number}. {title}
      </h2>
      {children}
    </li>
  );
}

function Kinds({ kinds }: { readonly kinds: readonly Kind[] }): JSX.Element {
  if (kinds.length === 0) return <p class="quiet">{texts.value.decide.nothingClear}</p>;
  return (
    <p>
      {kinds.map(({ name, share }) => (
        <>
          <Badge word={`${name} ${formatShare(share)}`} />{' '}
        </>
      ))}
    </p>
  );
}

function Evaluated({ evaluation }: { readonly evaluation: Evaluation }): JSX.Element {
  const words = texts.value.decide;
  const { name, score, parts, suits, reasons } = evaluation;
  return (
    <details>
      <summary>
        <b>
          <Given text={name} most={100} />
        </b>{' '}
        <span class="mono">{score.toFixed(2)}</span> {suits && <Badge tone="good" word={words.suits} />}{' '}
        <span class="quiet">
          <Given text={reasons.map(({ text }) => text).join('; ')} most={600} />
        </span>
      </summary>
      <table>
        <caption>{words.parts}</caption>
        <tbody>
          {Object.entries(parts).map(([part, value]) => (
            <tr>
              <th scope="row">{wordFor(words.partNames, part)}</th>
              <td>
                <meter min={0} max={1} value={value} aria-label={wordFor(words.partNames, part)} />
              </td>
              <td class="number">{value.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
