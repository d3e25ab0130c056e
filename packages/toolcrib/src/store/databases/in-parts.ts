/** Bytes of rows that are in memory at a time. */
const partBytes = 1_000_000;

interface Sized {
  readonly bytes: number;
}

/** Rows, of which only the size is known, in parts that fit into memory; a row that is larger is a part of its own. */
export function* inParts<Row extends Sized>(rows: readonly Row[]): Iterable<readonly Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (part.length > 0 && bytes + row.bytes > partBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += row.bytes;
  }
  if (part.length > 0) yield part;
}

/** Those at the beginning that are no more than so many bytes together: at least one, so that every page gets on. */
export function fitting<Row extends Sized>(
  rows: readonly Row[],
  maxBytes: number | undefined,
): readonly Row[] {
  if (maxBytes === undefined) return rows;
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += row.bytes) > maxBytes);
  return end === -1 ? rows : rows.slice(0, Math.max(end, 1));
}
