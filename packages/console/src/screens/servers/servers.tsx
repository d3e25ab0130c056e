import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Deed } from '../../parts/deed.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Given, visible } from '../../parts/given.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { notify } from '../../state/notify.ts';
import { texts } from '../../texts/texts.ts';
import { ReviewSource } from './review-source.tsx';

type Source = Output<'list_sources'>['items'][number];

/** Where tools of other people come from: how they stand, and what waits for a person. */
export function Servers(): JSX.Element {
  const words = texts.value.servers;
  const { data, problem, again } = useAnswer((signal) => ask('list_sources', {}, signal), []);
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
        <span class="quiet">{words.what}</span>
      </div>
      {problem && <ProblemNote problem={problem} onRetry={again} />}
      {data?.items.length === 0 && (
        <Empty
          title={words.none}
          command="toolcrib mcp add files npx -y @modelcontextprotocol/server-filesystem ."
        >
          {words.firstStep}
        </Empty>
      )}
      {data?.items.map((source) => (
        <One key={source.source} source={source} onChanged={again} />
      ))}
    </>
  );
}

function One({
  source,
  onChanged,
}: {
  readonly source: Source;
  readonly onChanged: () => void;
}): JSX.Element {
  const words = texts.value.servers;
  const { source: name, kind, accepted, tools, held_back: heldBack, origin } = source;
  const restart = async (): Promise<void> => {
    await ask('restart_source', { name });
    notify(words.restarting(name));
  };
  return (
    <section class="panel" aria-label={visible(name)}>
      <div class="head">
        <h2>
          <Given text={name} most={100} />
        </h2>
        <Badge word={words.kinds[kind]} />
        <Badge tone={accepted ? 'good' : 'warn'} word={accepted ? words.accepted : words.notAccepted} />
        {heldBack.length > 0 && <Badge tone="warn" word={words.heldBack(heldBack.length)} />}
        {kind === 'mcp' && (
          <span class="end">
            <Deed onDo={restart}>{words.restart}</Deed>
          </span>
        )}
      </div>
      <p class="quiet mono">
        <Given text={JSON.stringify(origin)} most={600} />
      </p>
      <details>
        <summary>{words.tools(tools.length)}</summary>
        <Given text={tools.slice(0, 500).join(', ')} most={20_000} />
      </details>
      {heldBack.length > 0 && (
        <ul class="dots">
          {heldBack.slice(0, 100).map((held) => (
            <li>
              <Given text={`${held.name}: ${held.reason}`} most={400} />
            </li>
          ))}
        </ul>
      )}
      <ReviewSource name={name} onAccepted={onChanged} />
    </section>
  );
}
