import type { ChangeWord, FormatChange } from './format.ts';

/** Collects what the conversion of one tool changed. */
export interface ChangeLog {
  readonly tool: string;
  readonly changes: readonly FormatChange[];
  /** The model still knows everything it has to. */
  readonly kept: Note;
  /** The model knows less than before. */
  readonly lost: Note;
  absorb(other: ChangeLog): void;
}

type Note = (path: string, change: ChangeWord, detail: string) => void;

export function createChangeLog(tool: string): ChangeLog {
  const changes: FormatChange[] = [];
  return {
    tool,
    changes,
    kept: (path, change, detail) => void changes.push({ tool, path, change, detail, lossy: false }),
    lost: (path, change, detail) => void changes.push({ tool, path, change, detail, lossy: true }),
    absorb(other) {
      for (const change of other.changes) changes.push(change);
    },
  };
}

/** One step further in a JSON pointer (RFC 6901). */
export function pointer(path: string, ...keys: readonly (string | number)[]): string {
  return keys.reduce<string>(
    (place, key) => `${place}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    path,
  );
}
