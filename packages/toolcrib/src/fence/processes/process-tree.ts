import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The name under which every process of a tree carries the tree's mark, however far it has wandered off. */
export const markName = 'TOOLCRIB_PROCESS';

/** What a tree is known by: its mark, and its first process while that has not been waited for. */
export interface TreeSign {
  readonly pid?: number | undefined;
  readonly mark: string;
}

/** Kills what can be found of a tree, without waiting for it to be dead. */
export function killTree(sign: TreeSign): void {
  for (const target of sign.pid === undefined ? [] : [-sign.pid, sign.pid]) send(target, 'SIGKILL');
  // What is born while we look is found in the next round.
  for (let round = 0; round < 5; round++) {
    const members = findTree(sign);
    for (const member of members) send(member, 'SIGKILL');
    if (members.length === 0) return;
  }
}

/** Milliseconds after which a killed process is one that the system itself cannot end. */
const lostAfter = 5000;

/** Tells a tree to end, kills what does not within its time, and waits until nothing is left. */
export async function endTree(sign: TreeSign, patience = 0): Promise<void> {
  const startedAt = performance.now();
  if (patience === 0) killTree(sign);
  else for (const member of findTree(sign)) send(member, 'SIGTERM');
  while (findTree(sign).length > 0) {
    const waited = performance.now() - startedAt - patience;
    if (waited > lostAfter) return;
    if (waited >= 0) killTree(sign);
    await pause(10);
  }
}

/** The living members of a tree: descendants of its first process, members of its session, bearers of its mark. */
function findTree({ pid, mark }: TreeSign): number[] {
  const table = processTable();
  const members = new Set<number | undefined>([pid]);
  for (let size = -1; size !== members.size; ) {
    size = members.size;
    for (const { id, parent, session } of table) {
      if (members.has(parent) || session === pid) members.add(id);
    }
  }
  const marked = `${markName}=${mark}\0`;
  return table
    .filter(
      ({ id, state }) => state !== 'Z' && (members.has(id) || textOf(`/proc/${id}/environ`).includes(marked)),
    )
    .map(({ id }) => id);
}

interface TableEntry {
  readonly id: number;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
}

/** Empty where there is neither `/proc` nor macOS's `ps`. */
function processTable(): TableEntry[] {
  if (process.platform === 'darwin')
    return parseTable(String(spawnSync('/bin/ps', ['-axo', 'pid=,stat=,ppid=,pgid='], { env: {} }).stdout));
  return entriesOf('/proc').flatMap((name) => {
    const stat = /^\d+$/u.test(name) ? textOf(`/proc/${name}/stat`) : '';
    // The name of the program stands in parentheses and may hold anything, parentheses too.
    const [state = '', parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === ''
      ? []
      : [{ id: Number(name), state, parent: Number(parent), session: Number(session) }];
  });
}

/** What `ps` of macOS tells. It knows no sessions: what has left its group and its parent is not found. */
export function parseTable(said: string): TableEntry[] {
  return said.split('\n').flatMap((line) => {
    const [, id, state = '', parent, group] = /^\s*(\d+)\s+(\S)\S*\s+(\d+)\s+(\d+)\s*$/u.exec(line) ?? [];
    return id === undefined
      ? []
      : [{ id: Number(id), state, parent: Number(parent), session: Number(group) }];
  });
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

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // Gone already.
  }
}
