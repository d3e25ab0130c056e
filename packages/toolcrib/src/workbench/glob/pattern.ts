/** A pattern of paths. Matching takes time in proportion to the lengths, whatever the pattern: it comes from a model. */
export interface PathPattern {
  matches(path: string): boolean;
  /** How the names of all that match end, such as `.ts` or `.tsx`; an empty one when they may end as they like. */
  readonly endings: readonly string[];
}

/** One character of a pattern: itself, any (`?`), any number of any (`*`), or one of a set (`[a-z]`). */
type Unit =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'many' }
  | {
      readonly kind: 'set';
      readonly inverted: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

type Segment = '**' | readonly Unit[];

/** Braces may multiply a pattern only so far. */
const maxAlternatives = 100;

/** Undefined when the pattern cannot be read: a brace or a bracket that does not close, or too many alternatives. */
export function parsePattern(pattern: string): PathPattern | undefined {
  const alternatives = expandBraces(pattern);
  if (alternatives === undefined) return undefined;
  const wanted: Alternative[] = [];
  for (const alternative of alternatives) {
    const segments = parseAlternative(alternative);
    if (segments === undefined) return undefined;
    const ending = literalEnding(segments.at(-1));
    wanted.push({ segments, ending, endingIsAll: isAnyNameWith(ending, segments) });
  }
  return {
    matches: (path) => wanted.some((alternative) => matchesAlternative(alternative, path)),
    endings: wanted.map(({ ending }) => ending),
  };
}

interface Alternative {
  readonly segments: readonly Segment[];
  /** How every path that matches ends, such as `.ts`: most paths need no closer look. */
  readonly ending: string;
  /** Nothing else is asked of a path, as by `*.ts`. */
  readonly endingIsAll: boolean;
}

function matchesAlternative({ segments, ending, endingIsAll }: Alternative, path: string): boolean {
  return path.endsWith(ending) && (endingIsAll || matchesPath(segments, path.split('/')));
}

function isAnyNameWith(ending: string, [first, name, more]: readonly Segment[]): boolean {
  if (first !== '**' || name === undefined || name === '**' || more !== undefined) return false;
  return name[0]?.kind === 'many' && name.length === Array.from(ending).length + 1;
}

function literalEnding(segment: Segment | undefined): string {
  let ending = '';
  for (const unit of segment === undefined || segment === '**' ? [] : segment.toReversed()) {
    if (unit.kind !== 'character') break;
    ending = unit.character + ending;
  }
  return ending;
}

/** `a{b,c}` is `ab` or `ac`; braces may stand in braces. */
function expandBraces(pattern: string): string[] | undefined {
  const open = find(pattern, '{', 0);
  if (open < 0) return find(pattern, '}', 0) < 0 ? [pattern] : undefined;
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let index = open; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) {
      parts.push(pattern.slice(start, index));
      start = index + 1;
    } else if (character === '}' && --depth === 0) {
      parts.push(pattern.slice(start, index));
      const [before, after] = [pattern.slice(0, open), pattern.slice(index + 1)];
      const expanded: string[] = [];
      for (const part of parts) {
        const alternatives = expandBraces(before + part + after);
        if (alternatives === undefined) return undefined;
        expanded.push(...alternatives);
        if (expanded.length > maxAlternatives) return undefined;
      }
      return expanded;
    }
  }
  return undefined;
}

function find(pattern: string, wanted: string, from: number): number {
  for (let index = from; index < pattern.length; index++) {
    if (pattern[index] === '\\') index++;
    else if (pattern[index] === wanted) return index;
  }
  return -1;
}

/** Without a slash in it, a pattern is about names at any depth. */
function parseAlternative(pattern: string): Segment[] | undefined {
  const plain = pattern.replace(/^(\.?\/)+/u, '');
  const anchored = plain !== pattern || plain.includes('/');
  const segments: Segment[] = anchored ? [] : ['**'];
  for (const name of plain.split('/')) {
    const segment = name === '**' ? name : parseName(name);
    if (segment === undefined) return undefined;
    if (segment !== '**' || segments.at(-1) !== '**') segments.push(segment);
  }
  return segments;
}

function parseName(name: string): Unit[] | undefined {
  const units: Unit[] = [];
  const characters = Array.from(name);
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] as string;
    if (character === '*') {
      if (units.at(-1)?.kind !== 'many') units.push({ kind: 'many' });
    } else if (character === '?') units.push({ kind: 'any' });
    else if (character === '[') {
      const close = characters.indexOf(']', index + 2);
      if (close < 0) return undefined;
      units.push(parseSet(characters.slice(index + 1, close)));
      index = close;
    } else {
      const escaped = character === '\\' ? characters[++index] : character;
      if (escaped === undefined) return undefined;
      units.push({ kind: 'character', character: escaped });
    }
  }
  return units;
}

function parseSet(characters: readonly string[]): Unit {
  const inverted = characters[0] === '!' || characters[0] === '^';
  const members = inverted ? characters.slice(1) : characters;
  const ranges: [string, string][] = [];
  for (let index = 0; index < members.length; index++) {
    const low = members[index] as string;
    const isRange = members[index + 1] === '-' && index + 2 < members.length;
    ranges.push([low, isRange ? (members[index + 2] as string) : low]);
    if (isRange) index += 2;
  }
  return { kind: 'set', inverted, ranges };
}

/** A `**` takes as few names as it can, and one more each time the rest does not fit. */
function matchesPath(segments: readonly Segment[], names: readonly string[]): boolean {
  return matchesWithStars(
    segments,
    names,
    (segment) => segment === '**',
    (segment, name) => segment !== '**' && matchesName(segment, Array.from(name)),
  );
}

function matchesName(units: readonly Unit[], characters: readonly string[]): boolean {
  return matchesWithStars(units, characters, ({ kind }) => kind === 'many', matchesCharacter);
}

function matchesCharacter(unit: Unit, character: string): boolean {
  switch (unit.kind) {
    case 'character':
      return unit.character === character;
    case 'set':
      return unit.ranges.some(([low, high]) => low <= character && character <= high) !== unit.inverted;
    default:
      return true;
  }
}

/** Only the last star ever has to give way: one that came before it has matched as much as it needs. */
function matchesWithStars<Part, Item>(
  parts: readonly Part[],
  items: readonly Item[],
  isStar: (part: Part) => boolean,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  let star = -1;
  let taken = 0;
  while (item < items.length) {
    const wanted = parts[part];
    if (wanted !== undefined && isStar(wanted)) {
      star = part++;
      taken = item;
    } else if (wanted !== undefined && fits(wanted, items[item] as Item)) {
      part++;
      item++;
    } else if (star >= 0) {
      part = star + 1;
      item = ++taken;
    } else return false;
  }
  while (part < parts.length && isStar(parts[part] as Part)) part++;
  return part === parts.length;
}
