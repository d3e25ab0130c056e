import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { Badge, wordFor, type Tone } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Given, visible } from '../../parts/given.tsx';
import { lineDiff } from '../../parts/line-diff.ts';
import { notify } from '../../state/notify.ts';
import { texts } from '../../texts/texts.ts';

type Review = Output<'review_source'>;
type Change = Review['changes'][number];

const tones: Readonly<Record<string, Tone>> = { new: 'good', changed: 'warn', gone: 'bad' };

/** Asks what a source has now. Only what is shown here can be accepted. */
export function ReviewSource({
  name,
  onAccepted,
}: {
  readonly name: string;
  readonly onAccepted: () => void;
}): JSX.Element {
  const words = texts.value.servers;
  const [review, setReview] = useState<Review>();
  const [believed, setBelieved] = useState<readonly string[]>([]);
  const look = async (): Promise<void> => {
    const found = await ask('review_source', { name });
    setBelieved(found.believed_read_only);
    setReview(found);
  };
  const accept = async (id: string): Promise<void> => {
    const { tools } = await ask('accept_source', { name, review_id: id, believe: [...believed] });
    notify(words.taken(tools.length));
    setReview(undefined);
    onAccepted();
  };
  if (review === undefined)
    return (
      <p>
        <Deed onDo={look}>{words.review}</Deed>
      </p>
    );
  const claimed = review.claimed_read_only;
  return (
    <div class="stack" role="group" aria-label={words.differences}>
      <h3>{words.differences}</h3>
      {review.changes.length === 0 && <p class="quiet">{words.noDifferences}</p>}
      {review.changes.map((change) => (
        <OneChange key={change.tool} change={change} />
      ))}
      {review.unusable.length > 0 && (
        <>
          <h3>{words.unusable}</h3>
          <ul class="dots">
            {review.unusable.map(({ tool, message }) => (
              <li>
                <Given text={`${tool}: ${message}`} most={600} />
              </li>
            ))}
          </ul>
        </>
      )}
      {claimed.length > 0 && (
        <fieldset class="choices">
          <legend>{words.claims(claimed.length)}</legend>
          <div class="bar">
            <button type="button" onClick={() => setBelieved(claimed)}>
              {words.believeAll}
            </button>
            <button type="button" onClick={() => setBelieved([])}>
              {words.believeNone}
            </button>
          </div>
          {claimed.map((tool) => (
            <label key={tool}>
              <input
                type="checkbox"
                checked={believed.includes(tool)}
                onChange={({ currentTarget }) =>
                  setBelieved(
                    claimed.filter((one) => (one === tool ? currentTarget.checked : believed.includes(one))),
                  )
                }
              />{' '}
              <Given text={tool} most={200} />
            </label>
          ))}
        </fieldset>
      )}
      <div class="bar">
        <Deed class="main" onDo={() => accept(review.review_id)}>
          {words.accept}
        </Deed>
        <button type="button" onClick={() => setReview(undefined)}>
          {texts.value.shell.close}
        </button>
      </div>
    </div>
  );
}

function OneChange({ change }: { readonly change: Change }): JSX.Element {
  const words = texts.value.servers;
  const { tool, change: kind, before, after, differences = [], suspicions = [] } = change;
  return (
    <div class="stack">
      <p>
        <Badge tone={tones[kind] ?? 'none'} word={words.changes[kind]} />{' '}
        <b>
          <Given text={tool} most={200} />
        </b>{' '}
        <span class="mono quiet">
          {before ?? ''} {before !== null && after !== null && '→'} {after ?? ''}
        </span>
      </p>
      {(suspicions as readonly Readonly<Record<string, string>>[]).map(
        ({ kind: suspicion = '', path = '', words: said = '' }) => (
          <p class="note bad">
            <b>{wordFor(words.suspicions, suspicion)}</b>{' '}
            <code>
              <Given text={path} most={300} />
            </code>
            : <Given text={said} most={600} />
          </p>
        ),
      )}
      {(differences as readonly Readonly<Record<string, unknown>>[]).map(
        ({ path, before: old, after: young }) => (
          <div>
            <code>
              <Given text={String(path)} most={300} />
            </code>
            <Diff text={lineDiff(asText(old), asText(young))} label={visible(String(path))} />
          </div>
        ),
      )}
    </div>
  );
}

function asText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
