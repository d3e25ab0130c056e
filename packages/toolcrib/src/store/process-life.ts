import { readFileSync } from 'node:fs';

/** What tells a process from a later one of the same number: the 22nd field of what Linux says of it. Undefined elsewhere. */
export function startOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold anything, brackets too.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether that very process is gone. Undefined when the machine cannot tell whether it is still the same. */
export function isGone({
  pid,
  started,
}: {
  readonly pid: number;
  readonly started: string;
}): boolean | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const now = startOf(pid);
  return now === undefined || started === '' ? undefined : now !== started;
}
