import { lookAt } from './look-at.ts';

/** Paths in the order of their last change. */
export interface NewestFirst {
  add(path: string): void;
  /** Equal ones by name. One that has gone is the oldest. */
  paths(): string[];
}

interface Dated {
  readonly path: string;
  readonly modified: number;
}

/** So many are put in order at a time: to join lists that are in order takes less than to sort all at the end. */
const runLength = 1000;

/** Looks at each path, from the directory, when it is added: while ripgrep still searches, that takes no time of its own. */
export function createNewestFirst(directory: string): NewestFirst {
  const runs: Dated[][] = [];
  let run: Dated[] = [];
  return {
    add(path) {
      run.push({ path, modified: lookAt(`${directory}/${path}`)?.mtimeMs ?? 0 });
      if (run.length < runLength) return;
      runs.push(run.toSorted(byDate));
      run = [];
    },
    paths: () =>
      [...runs, run]
        .flat()
        .toSorted(byDate)
        .map(({ path }) => path),
  };
}

function byDate(one: Dated, other: Dated): number {
  return other.modified - one.modified || (one.path < other.path ? -1 : 1);
}
