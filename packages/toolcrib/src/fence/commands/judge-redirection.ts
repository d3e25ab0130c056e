import type { RedirectOperator } from 'unbash';
import type { Judging } from './judging.ts';
import { valueOf, type ShellWord } from './shell/shell-word.ts';

/** Judges where a command reads from or writes to. */
export function judgeRedirection(
  operator: RedirectOperator,
  [target, ...more]: readonly ShellWord[],
  { judging, text }: { readonly judging: Judging; readonly text: string },
): void {
  const value = valueOf(target);
  if (target === undefined || value === undefined || more.length > 0) {
    judging.report('unknown_value', text);
    return;
  }
  // Another of its own streams, or none.
  if ((operator === '>&' || operator === '<&') && /^(?:\d|-)$/u.test(value)) return;
  if (operator === '<&') judging.report('unusual_syntax', text);
  judging.touch(operator === '<' ? 'read' : 'write', target);
}
