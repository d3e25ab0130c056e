import {
  anyCharacterButLineEnds,
  type CharacterClass,
  type CharacterProperty,
  type CharacterRange,
  classEscapes,
  classOf,
  propertyName,
} from './character-class.ts';

export type PatternNode =
  | { readonly kind: 'class'; readonly characters: CharacterClass }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly item: PatternNode;
      readonly minimum: number;
      readonly maximum: number;
    }
  | { readonly kind: 'start' | 'end' | 'boundary' | 'inside' };

/** Reads an ECMAScript pattern in time linear in its length, or says what stands in the way. */
export function parsePattern(source: string): PatternNode | { readonly fault: string } {
  try {
    const parser = new PatternParser(source);
    return parser.parse();
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message };
    throw error;
  }
}

class PatternFault extends Error {}

const maxGroupDepth = 50;

// Groups capture nothing and laziness is dropped: a schema only asks whether there is a match.
class PatternParser {
  readonly #source: string;
  #position = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#position < this.#source.length) throw new PatternFault('a ")" closes no group');
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#position < this.#source.length) {
      const next = this.#source[this.#position];
      if (next === '|' || next === ')') break;
      items.push(this.#quantified(this.#atom()));
    }
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };
  }

  #atom(): PatternNode {
    const code = this.#source.codePointAt(this.#position) ?? 0;
    const character = String.fromCodePoint(code);
    this.#position += character.length;
    switch (character) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '.':
        return { kind: 'class', characters: anyCharacterButLineEnds };
      case '(':
        return this.#group();
      case '[':
        return { kind: 'class', characters: this.#brackets() };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new PatternFault(`"${character}" repeats nothing`);
      default:
        return { kind: 'class', characters: classOf([code, code]) };
    }
  }

  #group(): PatternNode {
    if (this.#take('?')) {
      if (/^<?[=!]/.test(this.#source.slice(this.#position, this.#position + 2))) {
        throw new PatternFault(
          'look-around cannot run in linear time; state the condition as another keyword',
        );
      }
      if (!this.#take(':')) this.#groupName();
    }
    if (++this.#depth > maxGroupDepth) throw new PatternFault(`groups nest deeper than ${maxGroupDepth}`);
    const inner = this.#choice();
    this.#depth -= 1;
    if (!this.#take(')')) throw new PatternFault('a group is not closed');
    return inner;
  }

  #groupName(): void {
    const end = this.#source.indexOf('>', this.#position);
    const name = this.#source.slice(this.#position, end + 1);
    if (end < 0 || end - this.#position > 100 || !/^<[\p{L}$_][\p{L}\p{N}$_]*>$/u.test(name)) {
      throw new PatternFault('"(?" starts no group that ECMAScript knows');
    }
    this.#position = end + 1;
  }

  #quantified(item: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (bounds === undefined) return item;
    this.#take('?');
    const [minimum, maximum] = bounds;
    if (minimum > maximum) throw new PatternFault('a repeat has its bounds the wrong way round');
    if (
      item.kind !== 'class' &&
      item.kind !== 'sequence' &&
      item.kind !== 'choice' &&
      item.kind !== 'repeat'
    ) {
      throw new PatternFault('a position such as ^ or \\b cannot be repeated');
    }
    if (this.#bounds() !== undefined) throw new PatternFault('a repeat cannot be repeated');
    return { kind: 'repeat', item, minimum, maximum };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#source[this.#position] !== '{') return undefined;
    const counted = /^\{(\d{1,9})(?:(,)(\d{1,9})?)?\}/.exec(
      this.#source.slice(this.#position, this.#position + 24),
    );
    if (counted === null) return undefined;
    this.#position += counted[0].length;
    const minimum = Number(counted[1]);
    if (counted[2] === undefined) return [minimum, minimum];
    return [minimum, counted[3] === undefined ? Infinity : Number(counted[3])];
  }

  #escape(): PatternNode {
    const letter = this.#source[this.#position] ?? '';
    if (letter === 'b' || letter === 'B') {
      this.#position += 1;
      return { kind: letter === 'b' ? 'boundary' : 'inside' };
    }
    if (/[1-9]/.test(letter) || (letter === 'k' && this.#source[this.#position + 1] === '<')) {
      throw new PatternFault('back-references cannot run in linear time; list the choices instead');
    }
    const set = this.#setEscape();
    if (set !== undefined) return { kind: 'class', characters: { negated: false, ...set } };
    const code = this.#characterEscape();
    return { kind: 'class', characters: classOf([code, code]) };
  }

  #brackets(): CharacterClass {
    const negated = this.#take('^');
    const ranges: CharacterRange[] = [];
    const properties: CharacterProperty[] = [];
    while (!this.#take(']')) {
      const first = this.#member(ranges, properties);
      if (this.#source[this.#position] !== '-' || this.#source[this.#position + 1] === ']') {
        if (first !== undefined) ranges.push([first, first]);
        continue;
      }
      this.#position += 1;
      const last = this.#member(ranges, properties);
      // `[\w-x]`: a set cannot end a range, so the hyphen stands for itself.
      if (first === undefined || last === undefined) {
        for (const code of [first, 0x2d, last]) if (code !== undefined) ranges.push([code, code]);
      } else if (first > last) throw new PatternFault('a range has its ends the wrong way round');
      else ranges.push([first, last]);
    }
    return { negated, ranges, properties };
  }

  /** One character inside brackets; a set such as \d is added whole and gives undefined. */
  #member(ranges: CharacterRange[], properties: CharacterProperty[]): number | undefined {
    const code = this.#source.codePointAt(this.#position);
    if (code === undefined) throw new PatternFault('a "[" is not closed');
    this.#position += code > 0xffff ? 2 : 1;
    if (code !== 0x5c) return code;
    const set = this.#setEscape();
    if (set === undefined) return this.#take('b') ? 0x08 : this.#characterEscape();
    ranges.push(...set.ranges);
    properties.push(...set.properties);
    return undefined;
  }

  #setEscape(): Pick<CharacterClass, 'ranges' | 'properties'> | undefined {
    const letter = this.#source[this.#position] ?? '';
    const ranges = classEscapes.get(letter);
    if (ranges !== undefined) {
      this.#position += 1;
      return { ranges, properties: [] };
    }
    if ((letter !== 'p' && letter !== 'P') || this.#source[this.#position + 1] !== '{') return undefined;
    const end = this.#source.indexOf('}', this.#position);
    const spelling = this.#source.slice(this.#position + 2, end < 0 ? undefined : end).slice(0, 60);
    const name = propertyName(spelling);
    if (end < 0 || name === undefined) {
      throw new PatternFault(`the Unicode property "${spelling}" is not supported`);
    }
    this.#position = end + 1;
    return { ranges: [], properties: [{ name, negated: letter === 'P' }] };
  }

  #characterEscape(): number {
    const rest = this.#source.slice(this.#position, this.#position + 12);
    const pair = /^u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/.exec(rest);
    if (pair?.[1] !== undefined && pair[2] !== undefined) {
      this.#position += pair[0].length;
      return 0x10000 + ((parseInt(pair[1], 16) - 0xd800) << 10) + (parseInt(pair[2], 16) - 0xdc00);
    }
    const hexadecimal = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\})/.exec(rest);
    if (hexadecimal !== null) {
      this.#position += hexadecimal[0].length;
      const code = parseInt(hexadecimal[1] ?? hexadecimal[2] ?? hexadecimal[3] ?? '', 16);
      if (code > 0x10ffff) throw new PatternFault('a code point is beyond U+10FFFF');
      return code;
    }
    const control = /^c([A-Za-z])/.exec(rest);
    if (control?.[1] !== undefined) {
      this.#position += 2;
      return control[1].charCodeAt(0) % 32;
    }
    const code = this.#source.codePointAt(this.#position);
    if (code === undefined) throw new PatternFault('it ends in a lone backslash');
    const character = String.fromCodePoint(code);
    this.#position += character.length;
    const named = namedEscapes.get(character);
    if (named !== undefined) return named;
    if (/[0-9A-Za-z]/.test(character)) throw new PatternFault(`"\\${character}" is no escape`);
    return code;
  }

  #take(character: string): boolean {
    if (this.#source[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }
}

const namedEscapes: ReadonlyMap<string, number> = new Map([
  ['0', 0],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);
