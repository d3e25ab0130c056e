import type { Locale } from '@toolcrib/core';
import type { Imports, SourceState } from '../../connectors/imports.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Find, Finding } from './finding.ts';

/** Milliseconds that a source gets to answer. */
const patience = 10_000;

interface SourceOptions {
  readonly locale: Locale;
  readonly signal: AbortSignal;
}

/** What waits for a person, and what does not answer. A source that nobody has accepted is not even started. */
export async function examineSources(
  imports: Imports,
  find: Find,
  options: SourceOptions,
): Promise<Finding[]> {
  const found = await Promise.all(
    imports.states().map((state) => examineSource(imports, state, find, options)),
  );
  return found.flat();
}

async function examineSource(
  imports: Imports,
  { source: { name: source }, accepted, changedFiles, heldBack }: SourceState,
  find: Find,
  { locale, signal }: SourceOptions,
): Promise<Finding[]> {
  if (changedFiles.length > 0)
    return [find('warning', 'program_changed', { source, files: changedFiles.map(({ path }) => path) })];
  if (!accepted) return [find('warning', 'source_waits', { source })];
  try {
    const review = await imports.review(source, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    const changed = review.tools.filter(({ change }) => change !== undefined);
    const count = Math.max(heldBack.length, changed.length + review.gone.length);
    return count === 0 ? [] : [find('warning', 'tools_held_back', { source, count })];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [find('error', 'source_unreachable', { source, detail: error.in(locale) })];
  }
}
