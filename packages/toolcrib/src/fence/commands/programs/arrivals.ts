import { posix } from 'node:path';
import type { Content, Judging } from '../judging.ts';
import { literal, valueOf, type ShellWord } from '../shell/shell-word.ts';

/** The names that files get in the folder they are brought to. */
export function judgeArrivals(
  sources: readonly ShellWord[],
  into: string,
  judging: Judging,
  content: Content = 'overwrite',
): void {
  for (const source of sources) {
    const path = valueOf(source);
    if (path === undefined) judging.reportUnlessContained('unknown_value', source.text);
    else judging.touch('write', literal(`${into}/${posix.basename(path)}`, source.text), content);
  }
}

/** The same of files whose names are not written out. It comes before the command's own effects, which hide what made them. */
export function judgeUnnamed(sources: readonly ShellWord[], into: string, judging: Judging): void {
  for (const source of sources) if (valueOf(source) === undefined) judging.brings(source, into);
}
