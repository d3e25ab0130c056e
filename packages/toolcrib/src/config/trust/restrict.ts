import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../config-place.ts';
import type { LocatedDocument } from '../locate.ts';
import { noHostSettings, type HostSettings } from './host-settings.ts';
import type { Difference, Notes } from './setting.ts';
import { treatConfiguration } from './treatments.ts';

export interface Restricted {
  /** What takes effect, with the places that its values have in the file. */
  readonly document: LocatedDocument;
  /** What does not, because nobody on this machine has accepted it. */
  readonly withheld: readonly Difference[];
}

/**
 * Takes out of a configuration what goes beyond the accepted one. Without an accepted one everything goes that does
 * more than restrict.
 */
export function restrict(
  document: LocatedDocument,
  accepted: unknown,
  host: HostSettings = noHostSettings,
): Restricted {
  // Parsers give objects without a prototype, which compare as different.
  const current: unknown = structuredClone(document.value);
  if (isDeepStrictEqual(current, accepted)) return { document, withheld: [] };
  const withheld: Difference[] = [];
  const lists = new Map<string, readonly (number | undefined)[]>();
  const notes: Notes = {
    withhold: (setting, change) => void withheld.push({ ...setting, change }),
    keptIndices: (path, indices) => void lists.set(JSON.stringify(path), indices),
  };
  const treat = treatConfiguration({ host, isKnown: accepted !== undefined });
  const value = treat({ path: [], current, accepted }, notes);
  const inFile = (path: Path): Path => pathInFile(path, lists);
  const placeOf: LocatedDocument['placeOf'] = (path) => document.placeOf(inFile(path));
  return { document: { value, placeOf, pathInFile: inFile }, withheld };
}

/** Entries of a filtered list have moved; one that is not in the file has the place of its list. */
function pathInFile(path: Path, lists: ReadonlyMap<string, readonly (number | undefined)[]>): Path {
  const found: (string | number)[] = [];
  for (const [depth, step] of path.entries()) {
    const indices = lists.get(JSON.stringify(path.slice(0, depth)));
    const index = indices === undefined || typeof step === 'string' ? step : indices[step];
    if (index === undefined) break;
    found.push(index);
  }
  return found;
}
