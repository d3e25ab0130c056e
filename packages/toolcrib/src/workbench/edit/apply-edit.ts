import type { ToolExecutionError } from '@toolcrib/core';
import type { WorkbenchFacts, WorkbenchReason } from '../texts.ts';
import { findText } from './find-text.ts';
import { nearestLine } from './nearest-line.ts';

export interface Replacement {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

export interface EditedText {
  readonly text: string;
  readonly replacements: number;
}

export interface EditSurroundings {
  /** As it is shown. */
  readonly path: string;
  /** The place in the list of edits, counted from 1; undefined when there is only one. */
  readonly edit: number | undefined;
  /** Whether a line of the text may be told. */
  readonly tellsText: boolean;
  readonly fail: <R extends WorkbenchReason>(reason: R, facts: WorkbenchFacts[R]) => ToolExecutionError;
}

/** The largest text that is edited, and how often something is replaced in it. */
export const editLimits = { bytes: 10_000_000, replacements: 1_000_000 } as const;

/** Places that are counted, and those that are named, when there is more than one. */
const maxCounted = 1000;
const maxNamed = 10;

/** Makes one edit, or throws what stands in its way. */
export function applyEdit(
  text: string,
  edit: Replacement,
  { path, edit: place, tellsText, fail }: EditSurroundings,
): EditedText {
  if (edit.old_string === '') throw fail('old_string_empty', { edit: place });
  const { old, fresh } = withLineEndingsOf(text, edit);
  if (old === fresh) throw fail('old_string_unchanged', { edit: place });
  const all = edit.replace_all === true;
  const found = findText(text, old, {
    limit: all ? editLimits.replacements + 1 : maxCounted,
    overlapping: !all,
  });
  if (found.length === 0) {
    const nearest = tellsText ? nearestLine(text, old) : undefined;
    throw fail('old_string_not_found', { path, edit: place, nearest });
  }
  if (found.length > 1 && !all) {
    const lines = linesOf(text, found.slice(0, maxNamed));
    throw fail('old_string_not_unique', { path, edit: place, count: found.length, lines });
  }
  const length = text.length + found.length * (fresh.length - old.length);
  if (length > editLimits.bytes || found.length > editLimits.replacements) {
    throw fail('too_large', { path, limit: editLimits.bytes });
  }
  return { text: replaceAt(text, found, { length: old.length, fresh }), replacements: found.length };
}

/** Models write newlines as `\n`: in a file that ends its lines with `\r\n` that is what they mean. */
function withLineEndingsOf(
  text: string,
  { old_string: old, new_string: fresh }: Replacement,
): { old: string; fresh: string } {
  const asCrlf = { old: toCrlf(old), fresh: toCrlf(fresh) };
  if (!text.includes('\r\n')) return { old, fresh };
  if (!/(?<!\r)\n/u.test(text)) return asCrlf;
  const has = (wanted: string): boolean => findText(text, wanted, { limit: 1, overlapping: true }).length > 0;
  return !has(old) && has(asCrlf.old) ? asCrlf : { old, fresh };
}

function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/gu, '\r\n');
}

function replaceAt(
  text: string,
  places: readonly number[],
  { length, fresh }: { readonly length: number; readonly fresh: string },
): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    parts.push(text.slice(at, place), fresh);
    at = place + length;
  }
  return parts.join('') + text.slice(at);
}

/** The numbers of the lines in which these places are, each once. */
function linesOf(text: string, places: readonly number[]): number[] {
  const lines = new Set<number>();
  let line = 1;
  let at = 0;
  for (const place of places) {
    for (let next = text.indexOf('\n', at); next >= 0 && next < place; next = text.indexOf('\n', at)) {
      line++;
      at = next + 1;
    }
    lines.add(line);
  }
  return [...lines];
}
