import { RE2JS } from 're2js';
import { printClass } from './character-class.ts';
import { type PatternNode, parsePattern } from './pattern-syntax.ts';
import { toPlainPattern } from './plain-pattern.ts';

/** A pattern that is known to run in linear time; it is compiled when first matched. */
export interface Pattern {
  readonly matches: (text: string) => boolean;
  /** Steps to charge before a match against a text of this length. */
  readonly cost: (length: number) => number;
}

/** The pattern of this source, or why it cannot be run safely. Both are remembered. */
export function readPattern(source: string): Pattern | { readonly fault: string } {
  const remembered = patterns.get(source);
  if (remembered !== undefined) return remembered;
  const pattern = makePattern(source);
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(source, pattern);
  return pattern;
}

const patterns = new Map<string, Pattern | { readonly fault: string }>();
const maxPatterns = 2_000;
const maxSourceLength = 5_000;

function makePattern(source: string): Pattern | { readonly fault: string } {
  if (source.length > maxSourceLength) return { fault: `it is longer than ${maxSourceLength} characters` };
  const node = parsePattern(source);
  if ('fault' in node) return node;
  const plain = toPlainPattern(node);
  if (plain !== undefined) return plainPattern(plain.source, plain.looks);
  const size = measure(node);
  if (size.instructions > maxInstructions || size.repeats > maxRepeats || size.ranges > maxRanges) {
    return { fault: 'its repeats multiply into too large a program; use maxLength or smaller repeats' };
  }
  return linearPattern(printNode(node), size);
}

function plainPattern(source: string, looks: number): Pattern {
  let expression: RegExp | undefined;
  return {
    matches: (text) => (expression ??= new RegExp(source, 'u')).test(text),
    cost: (length) => 8 + Math.ceil((length * looks) / 32),
  };
}

// Measured on a cold engine: 0.1 µs for each instruction and character, 10 µs to compile an instruction.
function linearPattern(source: string, size: ProgramSize): Pattern {
  let expression: RE2JS | undefined;
  return {
    matches: (text) => (expression ??= RE2JS.compile(source)).test(text),
    cost: (length) => {
      const compiling = expression === undefined ? 5_000 + 200 * size.instructions + 20 * size.ranges : 0;
      return compiling + 10 + 3 * length * size.instructions;
    },
  };
}

interface ProgramSize {
  readonly instructions: number;
  readonly ranges: number;
  /** The product of nested counted repeats, which RE2 caps. */
  readonly repeats: number;
}

const maxInstructions = 1_000;
const maxRepeats = 1_000;
const maxRanges = 10_000;
const rangesOfProperty = 300;

function measure(node: PatternNode): ProgramSize {
  switch (node.kind) {
    case 'class':
      return {
        instructions: 1,
        ranges: node.characters.ranges.length + rangesOfProperty * node.characters.properties.length,
        repeats: 1,
      };
    case 'sequence':
      return sum(node.items, 0);
    case 'choice':
      return sum(node.options, 1);
    case 'repeat': {
      const inner = measure(node.item);
      const times = Math.max(1, node.maximum === Infinity ? node.minimum + 1 : node.maximum);
      const counted = node.maximum === Infinity ? Math.max(1, node.minimum) : times;
      return {
        instructions: (inner.instructions + 1) * times,
        ranges: inner.ranges * times,
        repeats: inner.repeats * counted,
      };
    }
    default:
      return { instructions: 1, ranges: 0, repeats: 1 };
  }
}

function sum(nodes: readonly PatternNode[], extra: number): ProgramSize {
  let instructions = 1;
  let ranges = 0;
  let repeats = 1;
  for (const node of nodes) {
    const size = measure(node);
    instructions += size.instructions + extra;
    ranges += size.ranges;
    repeats = Math.max(repeats, size.repeats);
  }
  return { instructions, ranges, repeats };
}

function printNode(node: PatternNode): string {
  switch (node.kind) {
    case 'class':
      return printClass(node.characters, 'x');
    case 'sequence':
      return node.items.map(printNode).join('');
    case 'choice':
      return `(?:${node.options.map(printNode).join('|')})`;
    case 'repeat': {
      const maximum = node.maximum === Infinity ? '' : node.maximum;
      return `(?:${printNode(node.item)}){${node.minimum},${maximum}}`;
    }
    default:
      return positions[node.kind];
  }
}

const positions = { start: '\\A', end: '\\z', boundary: '\\b', inside: '\\B' } as const;
