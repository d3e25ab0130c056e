import { UsageError } from './command-line.ts';
import type { Session } from './session.ts';

/** The task in words, whether or not a shell has taken them apart. */
export function readTask({ line, texts }: Session): string {
  const task = line.operands.join(' ').trim();
  if (task === '') throw new UsageError(texts.needsArgument(String(line.command), 'TASK'));
  return task;
}
