/** Reads CSV as RFC 4180 describes it, and nothing more: what it cannot read is a mistake of the writer. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at);
      row.push(cell);
      at = end;
      if (text[at] !== ',') break;
      at++;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no end of line at ${at}`);
    at += 2;
    rows.push(row);
  }
  const [header = []] = rows;
  if (rows.some((row) => row.length !== header.length)) throw new Error('rows of different lengths');
  return rows;
}

function quoted(text: string, start: number): [cell: string, end: number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') cell += text[at++];
    else return [cell, at + 1];
  }
  throw new Error('a quote without an end');
}

function plain(text: string, start: number): [cell: string, end: number] {
  const [cell = ''] = /^[^,\r\n]*/u.exec(text.slice(start, start + 100_000)) ?? [];
  if (cell.includes('"')) throw new Error(`a quote in the middle of a cell at ${start}`);
  return [cell, start + cell.length];
}
