import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The living processes of this machine whose command line holds a word. */
export function processesWith(word: string): number[] {
  const table = process.platform === 'linux' ? fromProc() : fromPs();
  return table.filter(({ line, id }) => id !== process.pid && line.includes(word)).map(({ id }) => id);
}

export function endProcesses(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

interface Entry {
  readonly id: number;
  readonly line: string;
}

function fromProc(): Entry[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/u.test(name)
        ? [{ id: Number(name), line: readFileSync(`/proc/${name}/cmdline`, 'latin1') }]
        : [];
    } catch {
      return [];
    }
  });
}

function fromPs(): Entry[] {
  const { stdout } = spawnSync('/bin/ps', ['-axww', '-o', 'pid=,args='], { env: {}, encoding: 'utf8' });
  return stdout.split('\n').flatMap((row) => {
    const [, id, line = ''] = /^\s*(\d+)\s(.*)$/u.exec(row) ?? [];
    return id === undefined ? [] : [{ id: Number(id), line }];
  });
}
