/** A set of code points: ranges, plus Unicode properties by name. */
export interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly CharacterRange[];
  readonly properties: readonly CharacterProperty[];
}

export type CharacterRange = readonly [first: number, last: number];

export interface CharacterProperty {
  readonly name: string;
  readonly negated: boolean;
}

const lastCodePoint = 0x10ffff;

export function classOf(...ranges: CharacterRange[]): CharacterClass {
  return { negated: false, ranges, properties: [] };
}

/** Everything that the given ranges leave out. */
function complementOf(ranges: readonly CharacterRange[]): CharacterRange[] {
  const sorted = ranges.toSorted((left, right) => left[0] - right[0]);
  const complement: CharacterRange[] = [];
  let next = 0;
  for (const [first, last] of sorted) {
    if (first > next) complement.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= lastCodePoint) complement.push([next, lastCodePoint]);
  return complement;
}

/** Whether no character is in both; unsure (false) when Unicode properties take part. */
export function areDisjoint(left: CharacterClass, right: CharacterClass): boolean {
  if (left.properties.length > 0 || right.properties.length > 0) return false;
  const leftRanges = left.negated ? complementOf(left.ranges) : left.ranges;
  const rightRanges = right.negated ? complementOf(right.ranges) : right.ranges;
  return leftRanges.every((one) => rightRanges.every((other) => one[1] < other[0] || other[1] < one[0]));
}

/** The class in the bracket syntax that RE2 (`\x{41}`) or ECMAScript (`\u{41}`) reads. */
export function printClass(characters: CharacterClass, escape: 'x' | 'u'): string {
  const point = (code: number): string => `\\${escape}{${code.toString(16)}}`;
  const { ranges, properties, negated } = characters;
  if (ranges.length === 0 && properties.length === 0) {
    return `[${negated ? '' : '^'}${point(0)}-${point(lastCodePoint)}]`;
  }
  const parts = ranges.map(([first, last]) =>
    first === last ? point(first) : `${point(first)}-${point(last)}`,
  );
  for (const property of properties) parts.push(`\\${property.negated ? 'P' : 'p'}{${property.name}}`);
  return `[${negated ? '^' : ''}${parts.join('')}]`;
}

const digits: readonly CharacterRange[] = [[0x30, 0x39]];
const wordCharacters: readonly CharacterRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const lineEnds: readonly CharacterRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const spaces: readonly CharacterRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const anyCharacterButLineEnds: CharacterClass = classOf(...complementOf(lineEnds));

/** `\d`, `\w`, `\s` and their opposites, as ECMAScript (not RE2) defines them. */
export const classEscapes: ReadonlyMap<string, readonly CharacterRange[]> = new Map([
  ['d', digits],
  ['D', complementOf(digits)],
  ['w', wordCharacters],
  ['W', complementOf(wordCharacters)],
  ['s', spaces],
  ['S', complementOf(spaces)],
]);

/** The RE2 name of a Unicode property, whichever way ECMAScript spells it; undefined if RE2 lacks it. */
export function propertyName(spelling: string): string | undefined {
  const name = spelling.replace(/^(?:General_Category|gc|Script|sc|Script_Extensions|scx)=/, '');
  const short = shortNames.get(name) ?? name;
  return knownProperties.has(short) ? short : undefined;
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['Letter', 'L'],
  ['Lowercase_Letter', 'Ll'],
  ['Uppercase_Letter', 'Lu'],
  ['Mark', 'M'],
  ['Number', 'N'],
  ['Decimal_Number', 'Nd'],
  ['Punctuation', 'P'],
  ['Symbol', 'S'],
  ['Separator', 'Z'],
  ['Space_Separator', 'Zs'],
]);

// Scripts are printed as \p{Greek}: RE2 reads that, ECMAScript does not, see isScript.
const scripts =
  'Arabic Armenian Bengali Cyrillic Devanagari Georgian Greek Han Hangul Hebrew Hiragana Katakana Latin Thai';
const categories =
  'L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs C Cc Cf Co';
const knownProperties: ReadonlySet<string> = new Set(`${scripts} ${categories}`.split(' '));

/** Whether a property is a script, whose bare name only RE2 understands. */
export function isScript(property: CharacterProperty): boolean {
  return property.name.length > 2;
}
