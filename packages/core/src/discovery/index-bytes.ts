import { createError } from '../tool/errors.ts';
import { lexicon } from './lexicon.ts';
import { fieldsOf, type IndexedTool } from './tool-text.ts';

/** All that an index is made of, but for the tools themselves. */
export interface IndexParts {
  /** By the number of their lists. */
  readonly terms: readonly string[];
  /** By the number of the tools. */
  readonly names: readonly string[];
  /** Of the texts that a tool was indexed by; see `markOf`. */
  readonly marks: Uint32Array;
  /** How long the lists are, and the entries of all of them. */
  readonly lengths: Uint32Array;
  readonly entries: Uint32Array;
  /** Where the words of each name end, and the lists of all of them. */
  readonly nameEnds: Uint32Array;
  readonly nameLists: Uint32Array;
}

/** "TCIX" on machines that write the low byte first; on others it is something else, and so are all numbers. */
const magic = 0x58494354;
/** Another one whenever an index of the same tools would not be the same: what is written, words, stems and weights. */
const format = 1;
/** Magic, format, lexicon, checksum, then five lengths. */
const headerWords = 9;

export function packIndex({
  terms,
  names,
  marks,
  lengths,
  entries,
  nameEnds,
  nameLists,
}: IndexParts): Uint8Array {
  const texts = new TextEncoder().encode(JSON.stringify([terms, names]));
  const parts = [marks, lengths, entries, nameEnds, nameLists];
  const numbers = parts.reduce((sum, part) => sum + part.length, headerWords);
  const words = new Uint32Array(numbers + Math.ceil(texts.length / 4));
  const sizes = [names.length, terms.length, entries.length, nameLists.length, texts.length];
  words.set([magic, format, lexiconMark(), 0, ...sizes]);
  let at = headerWords;
  for (const part of parts) {
    words.set(part, at);
    at += part.length;
  }
  const bytes = new Uint8Array(words.buffer);
  bytes.set(texts, at * 4);
  words[3] = checksum(words);
  return bytes;
}

/** Throws when the bytes were written by another version, or are not what was written. */
export function unpackIndex(given: Uint8Array): IndexParts {
  // Numbers can only be read where four bytes begin.
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  if (words.length < headerWords || words[0] !== magic)
    throw createError('unusable_index', { fault: 'damaged' });
  if (words[1] !== format || words[2] !== lexiconMark())
    throw createError('unusable_index', { fault: 'other_version' });
  const [tools = 0, terms = 0, entries = 0, nameLists = 0, texts = 0] = words.subarray(4, headerWords);
  const numbers = headerWords + 2 * tools + terms + entries + tools + nameLists;
  if (bytes.length !== (numbers + Math.ceil(texts / 4)) * 4 || words[3] !== checksum(words))
    throw createError('unusable_index', { fault: 'damaged' });
  let at = headerWords;
  const next = (length: number): Uint32Array => words.subarray(at, (at += length));
  const read = {
    marks: next(2 * tools),
    lengths: next(terms),
    entries: next(entries),
    nameEnds: next(tools),
    nameLists: next(nameLists),
  };
  const [known, names] = parseTexts(bytes.subarray(numbers * 4, numbers * 4 + texts));
  return { ...read, terms: known, names };
}

function parseTexts(bytes: Uint8Array): [terms: string[], names: string[]] {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as [string[], string[]];
  } catch (cause) {
    throw createError('unusable_index', { fault: 'damaged' }, { cause });
  }
}

/** Two numbers that tell whether the texts of a tool are still the same. */
export function markOf(tool: IndexedTool): readonly [number, number] {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (const { text } of fieldsOf(tool)) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x85ebca6b);
    }
    // Between two texts, so that no word passes from one to the other.
    one = Math.imul(one ^ 0x10000, 0x01000193);
    other = Math.imul(other ^ 0x10000, 0x85ebca6b);
  }
  return [one >>> 0, other >>> 0];
}

/** Meanings are known by the number of their line. */
function lexiconMark(): number {
  return (lexiconRead ??= hashOf(
    Uint32Array.from(lexicon, (sign) => sign.codePointAt(0) ?? 0),
    0,
  ));
}

let lexiconRead: number | undefined;

function checksum(words: Uint32Array): number {
  return hashOf(words, 4);
}

function hashOf(words: Uint32Array, from: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < words.length; at++) {
    hash = Math.imul(hash ^ (words[at] as number), 0x01000193);
    // What is high in a word must not stay high, where it would soon be lost.
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
