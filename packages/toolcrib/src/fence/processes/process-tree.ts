import { readdirSync, readFileSync } from 'node:fs';

/** The name under which every process of a tree carries the tree's mark, however far it has wandered off. */
export const markName = 'TOOLCRIB_PROCESS';

/** Kills a group and, where the system tells, everything that descends from it or carries its mark. */
export function killTree(pid: number, mark: string): void {
  kill(-pid);
  kill(pid);
  // What is born while we look is found in the next round.
  for (let round = 0; round < 20; round++) {
    const found = findTree(pid, mark);
    if (found.length === 0) return;
    for (const member of found) kill(member);
  }
}

/** The living members of a tree: descendants, members of its group or session, bearers of its mark. */
export function findTree(pid: number, mark: string): number[] {
  const table = processTable();
  const members = new Set([pid]);
  const marked = `${markName}=${mark}\0`;
  for (let size = -1; size !== members.size; ) {
    size = members.size;
    for (const { id, parent, group, session } of table) {
      if (members.has(parent) || group === pid || session === pid) members.add(id);
    }
  }
  return table
    .filter(({ id, state }) => state !== 'Z' && id !== process.pid && (members.has(id) || bears(id, marked)))
    .map(({ id }) => id);
}

interface TableEntry {
  readonly id: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Empty where there is no `/proc`. */
function processTable(): TableEntry[] {
  return entriesOf('/proc').flatMap((name) => {
    const stat = /^\d+$/u.test(name) ? textOf(`/proc/${name}/stat`) : '';
    // The name of the program stands in parentheses and may hold anything, parentheses too.
    const [state = '', parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === '') return [];
    return [
      { id: Number(name), state, parent: Number(parent), group: Number(group), session: Number(session) },
    ];
  });
}

function bears(id: number, marked: string): boolean {
  return textOf(`/proc/${id}/environ`).includes(marked);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty when the process is gone, or is not ours to look at. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
