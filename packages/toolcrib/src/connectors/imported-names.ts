import { createHash } from 'node:crypto';

/** What every provider and the Model Context Protocol take for a name. */
const longest = 64;

/**
 * Outward names for the tools of a source: `server__tool`, of letters, digits, `_` and `-`. Two tools whose names would
 * become the same keep apart, whatever the order in which they come: all but the one that needed no change carry a mark.
 */
export function importedNames(source: string, names: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const outward = clean(`${source}__${name}`);
    wanted.set(outward, [...(wanted.get(outward) ?? []), name]);
  }
  const given = new Map<string, string>();
  for (const [outward, rivals] of wanted) {
    for (const name of rivals) {
      const asItIs = outward === `${source}__${name}` && outward.length <= longest;
      const alone = rivals.length === 1 && outward.length <= longest;
      given.set(name, asItIs || alone ? outward : marked(outward, name));
    }
  }
  return given;
}

function clean(name: string): string {
  return name.replaceAll(/[^\w-]/gu, '_');
}

function marked(outward: string, name: string): string {
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${outward.slice(0, longest - mark.length - 1)}_${mark}`;
}
