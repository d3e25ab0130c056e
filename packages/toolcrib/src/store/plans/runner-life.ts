import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { PlanRunnersTable } from '../databases/tables.ts';
import { isGone, startOf } from '../process-life.ts';

/** How this process is found again by others. */
export function ownLife(runner: string): PlanRunnersTable {
  return { runner, machine: machineName(), pid: process.pid, started: startOf(process.pid) ?? '', beat: 0 };
}

/**
 * Whether runners live. Of a process of this machine the machine knows; any other is dead when its beat has stood still for a
 * while, as long as we have looked: clocks differ, and a machine that slept has missed everybody's beats.
 */
export class RunnerWatch {
  readonly #patience: number;
  readonly #machine = machineName();
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number }>();

  constructor(patience: number) {
    this.#patience = patience;
  }

  isDead(row: PlanRunnersTable | undefined): boolean {
    if (row === undefined) return true;
    const known = row.machine === this.#machine ? isGone(row) : undefined;
    return known ?? this.#standsStill(row);
  }

  livesHere(row: PlanRunnersTable): boolean {
    return row.machine === this.#machine && isGone(row) === false;
  }

  #standsStill({ runner, beat }: PlanRunnersTable): boolean {
    const seen = this.#seen.get(runner);
    if (seen?.beat === beat) return performance.now() - seen.since > this.#patience;
    this.#seen.set(runner, { beat, since: performance.now() });
    return false;
  }
}

/** Containers may share a name, and have numbers of processes of their own. */
function machineName(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return hostname();
  }
}
