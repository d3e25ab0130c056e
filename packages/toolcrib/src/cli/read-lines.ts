export interface NumberedLine {
  readonly number: number;
  /** Undefined when the line was longer than the limit. */
  readonly text: string | undefined;
}

/** The lines of a stream, one at a time. A line without end is dropped as it comes: it never fills the memory. */
export async function* readLines(input: NodeJS.ReadableStream, limit: number): AsyncGenerator<NumberedLine> {
  input.setEncoding('utf8');
  let number = 0;
  let held = '';
  let tooLong = false;
  const take = (): NumberedLine => {
    const text = tooLong ? undefined : held.replace(/\r$/u, '');
    held = '';
    tooLong = false;
    return { number: ++number, text };
  };
  for await (const chunk of input) {
    let rest = String(chunk);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      if (!tooLong) held += rest.slice(0, end);
      tooLong ||= held.length > limit;
      rest = rest.slice(end + 1);
      yield take();
    }
    if (!tooLong) held += rest;
    if (held.length > limit) {
      tooLong = true;
      held = '';
    }
  }
  if (held !== '' || tooLong) yield take();
}
