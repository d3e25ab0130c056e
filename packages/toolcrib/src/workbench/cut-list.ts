import type { Bench } from './bench.ts';
import { outputLimits } from './outputs.ts';
import { workbenchNotes } from './notes.ts';

/** A list for a model: no longer than it asked for and can bear, with how to get the rest. */
export async function cutList(
  name: string,
  entries: readonly string[],
  limit: number,
  { outputs, locale }: Pick<Bench, 'outputs' | 'locale'>,
): Promise<{ readonly [name: string]: string | number | string[] }> {
  const shown: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += Buffer.byteLength(entry) + 1;
    if (shown.length === limit || bytes > outputLimits.bytes) break;
    shown.push(entry);
  }
  if (shown.length === entries.length) return { [name]: shown, total: entries.length };
  const handle = await outputs.keep(entries.join('\n'));
  const rest = workbenchNotes(locale).rest(entries.length - shown.length, handle);
  return { [name]: shown, total: entries.length, rest };
}
