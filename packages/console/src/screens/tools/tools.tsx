import type { JSX } from 'preact';
import { ask } from '../../live/ask.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { usePages } from '../../live/use-pages.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Given } from '../../parts/given.tsx';
import { MoreFilters } from '../../parts/more-filters.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Rows } from '../../parts/rows.tsx';
import { useDelayed } from '../../parts/use-delayed.ts';
import { useKeys } from '../../state/keys.ts';
import { go, linkTo, place, refine } from '../../state/place.ts';
import { texts } from '../../texts/texts.ts';
import { ToolPage } from './tool-page.tsx';

/** Every tool: found by what it is for, narrowed down, and each with its page. */
export function Tools(): JSX.Element {
  const words = texts.value.tools;
  const { item, query } = place.value;
  const { q = '', category = '', type = '', permission = '' } = query;
  const searches = q.trim() !== '';
  useKeys({ Escape: () => item !== undefined && go({ screen: 'tools', query }) });
  return (
    <>
      <div class="head">
        <h1>{words.title}</h1>
      </div>
      <div class={item === undefined ? 'split' : 'split has-item'}>
        <div class="column">
          <search class="bar">
            <label class="field wide">
              <span>{words.search}</span>
              <input
                type="search"
                value={q}
                placeholder={words.searchHint}
                onInput={({ currentTarget }) => refine({ q: currentTarget.value })}
              />
            </label>
            <MoreFilters used={category !== '' || type !== '' || permission !== ''}>
              <label class="field">
                <span>{words.category}</span>
                <input
                  list="categories"
                  size={12}
                  value={category}
                  onInput={({ currentTarget }) => refine({ category: currentTarget.value })}
                />
              </label>
              <Choice name="type" value={type} choices={kinds} label={words.kind} />
              <Choice name="permission" value={permission} choices={permissions} label={words.permission} />
            </MoreFilters>
          </search>
          {searches ? <FoundTools /> : <AllTools />}
        </div>
        <div class="detail">
          {item === undefined ? <Empty title={words.choose} /> : <ToolPage key={item} name={item} />}
        </div>
      </div>
    </>
  );
}

const kinds = ['builtin', 'native', 'rest', 'mcp', 'wasm', 'mock', 'internal'];
const permissions = ['read_only', 'read_write', 'execute', 'admin'];

function Choice({
  name,
  value,
  choices,
  label,
}: {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly label: string;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => refine({ [name]: currentTarget.value })}>
        <option value="">{texts.value.parts.any}</option>
        {choices.map((choice) => (
          <option value={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}

/** What is asked of the service: what is left empty does not matter. */
function filters(): { category?: string; type?: string; permission?: 'admin' } {
  const { category, type, permission } = place.value.query;
  return {
    ...(category && { category }),
    ...(type && { type }),
    ...(permission && { permission: permission as 'admin' }),
  };
}

function AllTools(): JSX.Element {
  const words = texts.value.tools;
  const asked = useDelayed(JSON.stringify(filters()));
  const pages = usePages(
    (cursor, signal) =>
      ask(
        'list_tools',
        { limit: 200, ...(JSON.parse(asked) as object), ...(cursor !== undefined && { cursor }) },
        signal,
      ),
    [asked],
  );
  if (pages.problem) return <ProblemNote problem={pages.problem} onRetry={pages.again} />;
  if (pages.loaded && pages.items.length === 0)
    return (
      <Empty title={words.none} command="toolcrib init">
        {words.firstStep}
      </Empty>
    );
  const categories = [...new Set(pages.items.map(({ category }) => category))];
  return (
    <>
      <p class="quiet" role="status">
        {words.count(formatCount(pages.total))}
      </p>
      <datalist id="categories">
        {categories.map((one) => (
          <option value={one} />
        ))}
      </datalist>
      <Rows
        label={words.title}
        count={pages.total}
        onSeen={(_, last) => pages.want(last)}
        row={(index) => {
          const tool = pages.items[index];
          return tool === undefined ? (
            <span class="row quiet">…</span>
          ) : (
            <ToolRow
              name={tool.name}
              text={tool.short_description}
              end={
                <>
                  {tool.approval !== 'safe' && (
                    <Badge tone={tool.approval === 'dangerous' ? 'bad' : 'warn'} word={tool.approval} />
                  )}{' '}
                  <Badge word={tool.category} />
                </>
              }
            />
          );
        }}
      />
    </>
  );
}

function FoundTools(): JSX.Element {
  const words = texts.value.tools;
  const { q = '' } = place.value.query;
  const asked = useDelayed(JSON.stringify({ q, ...filters() }));
  const { data, problem, again } = useAnswer(
    (signal) => ask('search_tools', { limit: 50, ...(JSON.parse(asked) as { q: string }) }, signal),
    [asked],
  );
  if (problem) return <ProblemNote problem={problem} onRetry={again} />;
  const items = data?.items ?? [];
  return (
    <>
      <p class="quiet" role="status">
        {data && words.found(items.length)}
      </p>
      {data && items.length === 0 ? (
        <Empty title={words.notFound}>{words.notFoundHint}</Empty>
      ) : (
        <Rows
          label={words.title}
          count={items.length}
          row={(index) => {
            const tool = items[index];
            return (
              tool && (
                <ToolRow
                  name={tool.name}
                  text={`${words.matched(tool.matched.join(', '))} ${tool.short_description}`}
                  end={<span class="quiet">{tool.score.toFixed(2)}</span>}
                />
              )
            );
          }}
        />
      )}
    </>
  );
}

function ToolRow({
  name,
  text,
  end,
}: {
  readonly name: string;
  readonly text: string;
  readonly end: JSX.Element;
}): JSX.Element {
  const { item, query } = place.value;
  return (
    <a
      class="row"
      href={linkTo({ screen: 'tools', item: name, query })}
      aria-current={item === name ? 'true' : undefined}
    >
      <span class="first">
        <b>
          <Given text={name} most={120} />
        </b>
        <span class="end">{end}</span>
      </span>
      <span class="second">
        <Given text={text} most={300} />
      </span>
    </a>
  );
}
