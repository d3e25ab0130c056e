import type { Mutant } from './mutants.ts';

/** A mutant with the number by which it is switched on. */
export interface NumberedMutant extends Mutant {
  readonly id: number;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Of those in one place, the least comes first. */
  readonly order: number;
}

/** The source with all of its mutants in it, each behind a switch that is read from the module `from`. */
export function instrument(source: string, mutants: readonly NumberedMutant[], from: string): string {
  const insertions = mutants.flatMap(({ id, text, start, end, place }): Insertion[] => {
    const size = end - start;
    if (place === 'prologue') return [{ at: start, text: `if (isMutant(${id})) ${text}`, order: 0 }];
    return [
      // The wider one begins before the narrower one, and ends after it.
      { at: start, text: `(isMutant(${id}) ? (${text}) : (`, order: 1 / (size + 1) },
      { at: end, text: '))', order: -1 / (size + 1) },
    ];
  });
  let changed = `import { isMutant } from ${JSON.stringify(from)};`;
  let position = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    changed += source.slice(position, at) + text;
    position = at;
  }
  return changed + source.slice(position);
}
