import { visible } from '@toolcrib/core';
import { diffLines, type Change } from './line-diff.ts';

/** Lines around a change that show where it is. */
const context = 3;

/** Texts longer than this together are not compared. */
const maxLength = 2_000_000;

/** What changes from one text to another, as `diff -u` writes it. Empty when nothing does, undefined when it is too much. */
export function unifiedDiff(path: string, before: string, after: string): string | undefined {
  if (before === after) return '';
  if (before.length + after.length > maxLength) return undefined;
  const old = splitLines(before);
  const fresh = splitLines(after);
  const hunks = groups(diffLines(old, fresh)).map((changes) => hunk(changes, old, fresh));
  return `--- a/${visible(path)}\n+++ b/${visible(path)}\n${hunks.join('')}`;
}

/** Lines with their ends; the last one may have none. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** Changes whose surroundings touch are shown together. */
function groups(changes: readonly Change[]): Change[][] {
  const grouped: Change[][] = [];
  for (const change of changes) {
    const last = grouped.at(-1);
    const near = last?.at(-1);
    if (near !== undefined && change.before.from - near.before.to <= 2 * context) last?.push(change);
    else grouped.push([change]);
  }
  return grouped;
}

function hunk(changes: readonly Change[], old: readonly string[], fresh: readonly string[]): string {
  const first = changes[0] as Change;
  const last = changes.at(-1) as Change;
  const lead = Math.min(context, first.before.from);
  const trail = Math.min(context, old.length - last.before.to);
  const before = { from: first.before.from - lead, to: last.before.to + trail };
  const after = { from: first.after.from - lead, to: last.after.to + trail };
  let text = `@@ -${range(before)} +${range(after)} @@\n`;
  let at = before.from;
  for (const change of changes) {
    text += marked(' ', old.slice(at, change.before.from));
    text += marked('-', old.slice(change.before.from, change.before.to));
    text += marked('+', fresh.slice(change.after.from, change.after.to));
    at = change.before.to;
  }
  return text + marked(' ', old.slice(at, before.to));
}

function marked(mark: string, lines: readonly string[]): string {
  const ended = (line: string): string =>
    line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`;
  return lines.map((line) => mark + ended(line)).join('');
}

/** Counted from 1; an empty one stands behind the line that it names. */
function range({ from, to }: { readonly from: number; readonly to: number }): string {
  return `${from === to ? from : from + 1},${to - from}`;
}
