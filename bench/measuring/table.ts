export type Row = readonly (string | number)[];

/** A Markdown table; columns with numbers are aligned to the right. */
export function table(head: Row, rows: readonly Row[]): string {
  const rule = head.map((_, column) =>
    rows.some((row) => typeof row[column] === 'number') ? '---:' : '---',
  );
  return [head, rule, ...rows].map((row) => `| ${row.map(toCell).join(' | ')} |`).join('\n');
}

function toCell(value: string | number): string {
  return typeof value === 'number' ? toDigits(value) : value.replaceAll('|', '\\|');
}

/** Three digits that count; more would be noise. */
export function toDigits(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const rounded = Number(value.toPrecision(3));
  return Math.abs(rounded) >= 1000 ? Math.round(rounded).toLocaleString('en') : String(rounded);
}
