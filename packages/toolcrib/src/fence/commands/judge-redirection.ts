import type { RedirectOperator } from 'unbash';
import type { Judging } from './judging.ts';
import { literal, valueOf, type ShellWord } from './shell/shell-word.ts';

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
  if (operator === '>&' || operator === '<&') {
    // Another of its own streams, or none. Behind a hyphen the shell begins a new word, even with empty quotes.
    if (/^(?:\d|-)$/u.test(target.text)) return;
    // The name of a file loses its backslashes twice here.
    judging.report('unusual_syntax', text);
  }
  // To the shell a hyphen is a name like any other.
  const content = /^(?:>>|&>>|<>)$/u.test(operator) ? 'keep' : 'overwrite';
  judging.touch(operator === '<' ? 'read' : 'write', value === '-' ? literal('./-') : target, content);
}
