import type { Bench } from './bench.ts';
import { outputLimits } from './outputs.ts';
import { workbenchNotes } from './notes.ts';

/** A list for a model under its name: no longer than it asked for and can bear, with how to get the rest. */
export async function cutList<Entry extends string | object>(
  name: string,
  entries: readonly Entry[],
  limit: number,
  { outputs, locale }: Pick<Bench, 'outputs' | 'locale'>,
): Promise<{ readonly [name: string]: string | number | Entry[] }> {
  const shown: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += Buffer.byteLength(toLine(entry)) + 1;
    if (shown.length === limit || bytes > outputLimits.bytes) break;
    shown.push(entry);
  }
  if (shown.length === entries.length) return { [name]: shown, total: entries.length };
  const handle = await outputs.keep(entries.map(toLine).join('\n'));
  const rest = workbenchNotes(locale).rest(entries.length - shown.length, handle);
  return { [name]: shown, total: entries.length, rest };
}

function toLine(entry: string | object): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}
