import { visible } from '@toolcrib/core';

/** Rows under their names, in columns as wide as what stands in them; figures to the right. Everything hidden is shown. */
export function toTable(
  rows: readonly (readonly string[])[],
  { figures = [] }: { readonly figures?: readonly number[] } = {},
): string[] {
  const shown = rows.map((row) => row.map(visible));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => widthOf(row[column] ?? ''))),
  );
  return shown.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return figures.includes(column) ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Cells of a terminal: what East Asia writes takes two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
