import type { JSX } from 'preact';
import type { Output } from '../live/ask.ts';
import { Effects } from './effects.tsx';
import { texts } from '../texts/texts.ts';
import { Badge, Risk, wordFor, type Tone } from './badge.tsx';
import { Given } from './given.tsx';

const outcomeTones: Readonly<Record<string, Tone>> = {
  run: 'good',
  ask: 'warn',
  blocked: 'bad',
  error: 'bad',
};
const decisionTones: Readonly<Record<string, Tone>> = { pass: 'good', ask: 'warn', refuse: 'bad' };

/** What every station would say to a call. */
export function Explanation({ explanation }: { readonly explanation: Output<'explain_call'> }): JSX.Element {
  const words = texts.value.explanation;
  const { outcome, stations, risk, effects } = explanation;
  const remedy = stations.find((station) => station.remedy !== undefined)?.remedy;
  return (
    <div class="stack" role="group" aria-label={words.title}>
      <p>
        <Badge tone={outcomeTones[outcome] ?? 'none'} word={wordFor(words.outcomes, outcome)} />{' '}
        {risk !== undefined && <Risk risk={risk} />}
      </p>
      <div class="table" tabIndex={0} role="group" aria-label={words.stations}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.station}</th>
              <th scope="col">{words.decision}</th>
              <th scope="col">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {stations.map(({ station, decision, rule, reason }) => (
              <tr>
                <th scope="row">{wordFor(words.names, station)}</th>
                <td>
                  <Badge tone={decisionTones[decision] ?? 'none'} word={wordFor(words.decisions, decision)} />
                </td>
                <td>
                  <Given text={[rule, reason].filter(Boolean).join(' · ')} most={1000} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {remedy !== undefined && (
        <p class="note warn">
          <Given text={remedy} lines most={1000} />
        </p>
      )}
      <Effects effects={effects} />
    </div>
  );
}
