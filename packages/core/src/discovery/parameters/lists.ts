import type { Span } from './span.ts';

const clauses = /，/u;

const separator =
  /^(?:\s?,\s?(?:and\s|or\s|和\s?|以及)?|\s(?:and|or|&|plus)\s|\s?[、，]\s?(?:和|以及|及)?\s?|\s?(?:和|与|以及|及|或|或者)\s?|\s?;\s?)(?:the\s|an?\s)?$/iu;

/** Rows of spans of one kind with commas, "and" or 、 between them. */
export function findLists(text: string, atoms: readonly Span[]): Span[] {
  return [
    ...rows(
      text,
      atoms.filter(({ kind }) => kind === 'number'),
    ),
    ...rows(
      text,
      atoms.filter(({ kind }) => kind === 'quoted'),
    ),
    ...rows(
      text,
      atoms.filter(({ kind }) => kind === 'date'),
    ),
    ...rows(
      text,
      atoms.filter(
        ({ kind }) =>
          kind === 'entity' || kind === 'code' || kind === 'path' || kind === 'email' || kind === 'url',
      ),
    ),
    ...rows(
      text,
      withoutInner(
        atoms.filter(
          ({ kind }) => kind !== 'date' && kind !== 'number' && kind !== 'quoted' && kind !== 'json',
        ),
      ),
      clauses,
    ),
  ];
}

function rows(text: string, spans: readonly Span[], apart?: RegExp): Span[] {
  const found: Span[] = [];
  const ordered = spans.toSorted((one, other) => one.start - other.start);
  let row: Span[] = [];
  const close = (): void => {
    const [first] = row;
    const last = row.at(-1);
    if (row.length > 1 && first !== undefined && last !== undefined) {
      found.push({
        start: first.start,
        end: last.end,
        kind: 'list',
        text: text.slice(first.start, last.end),
        items: row,
      });
    }
    row = [];
  };
  for (const span of ordered) {
    const last = row.at(-1);
    if (last !== undefined && span.start < last.end) continue;
    const gap = last === undefined ? '' : text.slice(last.end, Math.min(span.start, last.end + 20));
    if (last !== undefined && (!separator.test(gap) || apart?.test(gap) === true)) close();
    row.push(span);
  }
  close();
  return found;
}

/** Of spans that lie in each other, the outermost. */
function withoutInner(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
  }
  return kept;
}
