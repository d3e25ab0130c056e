import { addAbortSignal, type Readable } from 'node:stream';

export interface NumberedLine {
  readonly number: number;
  /** Undefined when the line was longer than the limit. */
  readonly text: string | undefined;
}

export interface ReadLinesOptions {
  /** Characters of a line that are kept at most. */
  readonly limit: number;
  /** Ends the reading, also while it waits for a line that never comes. */
  readonly signal: AbortSignal;
}

/** The lines of a stream, one at a time. A line without end is dropped as it comes: it never fills the memory. */
export async function* readLines(
  input: Readable,
  { limit, signal }: ReadLinesOptions,
): AsyncGenerator<NumberedLine> {
  let number = 0;
  let held = '';
  let tooLong = false;
  const take = (): NumberedLine => {
    const text = tooLong ? undefined : held.replace(/\r$/u, '');
    held = '';
    tooLong = false;
    return { number: ++number, text };
  };
  for await (const chunk of chunksOf(input, signal)) {
    let rest = chunk;
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

/** Text as it comes, without the byte order mark that some shells put in front. */
async function* chunksOf(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  let first = true;
  try {
    for await (const chunk of addAbortSignal(signal, input.setEncoding('utf8'))) {
      const text = String(chunk);
      yield first ? text.replace(/^\uFEFF/u, '') : text;
      first = false;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
