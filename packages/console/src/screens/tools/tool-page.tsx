import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { ask, type Output } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Given } from '../../parts/given.tsx';
import { Block, Json } from '../../parts/json.tsx';
import { formatCount, formatDuration, formatShare } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { linkTo, place } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { Formats } from './formats.tsx';
import { TryIt } from './try-it.tsx';

type Tool = Output<'get_tool_descriptor'>;

/** Everything about one tool. */
export function ToolPage({ name }: { readonly name: string }): JSX.Element {
  const {
    data: tool,
    problem,
    again,
  } = useAnswer((signal) => ask('get_tool_descriptor', { name }, signal), [name]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [tool?.id]);
  const words = texts.value.tools;
  if (problem) return <ProblemNote problem={problem} onRetry={again} />;
  if (tool === undefined) return <p class="quiet">…</p>;
  return (
    <article class="stack">
      <div class="panel">
        <div class="head">
          <h2 tabIndex={-1} ref={heading}>
            <Given text={tool.name} most={200} />
          </h2>
          <span class="mono quiet">
            <Given text={tool.version} most={60} />
          </span>
          <a class="end" href={linkTo({ screen: 'tools', query: place.value.query })}>
            {texts.value.parts.back}
          </a>
        </div>
        {tool.deprecated !== undefined && (
          <p class="note warn">
            {words.deprecated} <Given text={tool.deprecated} most={600} />
          </p>
        )}
        <Given text={tool.description} lines most={5000} />
        {tool.when_to_use !== undefined && (
          <p class="quiet">
            <Given text={tool.when_to_use} lines most={2000} />
          </p>
        )}
        <p>
          <Badge word={tool.category} /> <Badge word={tool.type} /> <Badge word={tool.permission} />{' '}
          <Badge
            tone={tool.approval === 'safe' ? 'good' : tool.approval === 'dangerous' ? 'bad' : 'warn'}
            word={tool.approval}
          />{' '}
          {Object.entries(tool.annotations)
            .filter(([, holds]) => holds)
            .map(([fact]) => (
              <>
                <Badge key={fact} word={fact} />{' '}
              </>
            ))}
        </p>
        {tool.cautions.length > 0 && (
          <ul class="dots">
            {tool.cautions.map((caution) => (
              <li>
                <Given text={caution} lines most={1000} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Parameters tool={tool} />
      <TryIt key={tool.id} tool={tool} />
      <Examples tool={tool} />
      <Versions tool={tool} />
      <Figures tool={tool} />
      <Formats name={tool.name} />
      <details class="panel">
        <summary>{words.schema}</summary>
        <Json value={tool.parameters} label={words.schema} />
        {tool.returns !== undefined && <Json value={tool.returns} label={words.returns} />}
      </details>
    </article>
  );
}

function Parameters({ tool }: { readonly tool: Tool }): JSX.Element {
  const words = texts.value.tools;
  return (
    <section class="panel">
      <h3>{words.parameters}</h3>
      {tool.parameter_list.length === 0 ? (
        <p class="quiet">{words.noParameters}</p>
      ) : (
        <div class="table" tabIndex={0} role="group" aria-label={words.parameters}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.columns.name}</th>
                <th scope="col">{words.columns.type}</th>
                <th scope="col">{words.columns.required}</th>
                <th scope="col">{words.columns.default}</th>
                <th scope="col">{words.columns.meaning}</th>
              </tr>
            </thead>
            <tbody>
              {tool.parameter_list.map((parameter) => (
                <tr>
                  <th scope="row" class="mono">
                    <Given text={parameter.name} most={100} />
                  </th>
                  <td class="mono">
                    <Given text={parameter.type} most={300} />
                  </td>
                  <td>{parameter.required ? words.yes : ''}</td>
                  <td class="mono">
                    {parameter.default !== undefined && (
                      <Given text={JSON.stringify(parameter.default)} most={200} />
                    )}
                  </td>
                  <td>
                    <Given text={parameter.description ?? ''} lines most={1000} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Examples({ tool }: { readonly tool: Tool }): JSX.Element | null {
  const words = texts.value.tools;
  if (tool.examples.length === 0) return null;
  return (
    <section class="panel">
      <h3>{words.examples}</h3>
      {tool.examples.map((example) => {
        const { description = '', arguments: given, output } = example as Readonly<Record<string, unknown>>;
        return (
          <div class="stack">
            <p>
              <Given text={String(description)} lines most={1000} />
            </p>
            <Json value={given} label={words.columns.name} />
            {output !== undefined && (
              <>
                <p class="quiet">{words.gives}</p>
                {typeof output === 'string' ? <Block text={output} /> : <Json value={output} />}
              </>
            )}
          </div>
        );
      })}
    </section>
  );
}

function Versions({ tool }: { readonly tool: Tool }): JSX.Element | null {
  const { name, id } = tool;
  const { data } = useAnswer((signal) => ask('list_tool_versions', { name }, signal), [name]);
  const words = texts.value.tools;
  if (data === undefined) return null;
  return (
    <section class="panel">
      <h3>{words.versions}</h3>
      <ul class="plain">
        {data.items.map((version) => (
          <li>
            <code>
              <Given text={version.version} most={60} />
            </code>{' '}
            {version.is_default && <Badge tone="good" word={words.isDefault} />}{' '}
            {version.id === id && <Badge word={words.shown} />}{' '}
            {version.deprecated !== null && (
              <span class="quiet">
                {words.deprecated} <Given text={version.deprecated} most={300} />
              </span>
            )}{' '}
            <code class="quiet given">{version.digest}</code>
          </li>
        ))}
      </ul>
      {foreignKinds.has(tool.type) && <Origin id={id} />}
    </section>
  );
}

/** The kinds of tools that come from somewhere else. */
const foreignKinds: ReadonlySet<string> = new Set(['mcp', 'rest', 'wasm']);

/** Where the tool comes from, and that somebody has accepted it as it is. */
function Origin({ id }: { readonly id: string }): JSX.Element | null {
  const { data } = useAnswer((signal) => ask('list_sources', {}, signal), []);
  const source = data?.items.find(({ tools }) => tools.includes(id));
  const words = texts.value.tools;
  if (source === undefined) return null;
  return (
    <p>
      <a href={linkTo({ screen: 'servers' })}>
        <Given text={source.source} most={100} />
      </a>{' '}
      <Badge tone="good" word={words.locked} />
    </p>
  );
}

function Figures({ tool: { name } }: { readonly tool: Tool }): JSX.Element | null {
  const { data } = useAnswer((signal) => ask('get_statistics', { tool: name }, signal), [name]);
  const words = texts.value.statistics;
  const row = data?.items[0];
  if (data === undefined) return null;
  return (
    <section class="panel">
      <h3>{words.lastDays}</h3>
      {row === undefined || row.calls === 0 ? (
        <p class="quiet">{words.notCalled}</p>
      ) : (
        <dl class="facts">
          <dt>{words.columns.calls}</dt>
          <dd>{formatCount(row.calls)}</dd>
          <dt>{words.columns.success}</dt>
          <dd>{row.success_rate === null ? '–' : formatShare(row.success_rate)}</dd>
          <dt>p50 / p95 / p99</dt>
          <dd>
            {[row.p50_ms, row.p95_ms, row.p99_ms]
              .map((ms) => (ms === null ? '–' : formatDuration(ms)))
              .join(' / ')}
          </dd>
        </dl>
      )}
    </section>
  );
}
