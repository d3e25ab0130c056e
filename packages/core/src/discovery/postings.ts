import { grown } from './grown.ts';

/**
 * Lists of numbers by the number of a term, each in rising order: all in a few pieces of memory, because most lists are short
 * and an array of its own for each would weigh more than what is in it. An entry is a document and a small value.
 */
export class Postings {
  /** By the high bits of a place. One that is full stays as it is: to copy all when there is more would take long. */
  readonly #pieces: Uint32Array[] = [new Uint32Array(1024)];
  /** The piece that is being filled, and how much of it is used. */
  #filling = 0;
  #used = 0;
  /** Numbers of pieces that were given up. */
  readonly #gone: number[] = [];
  /** For each list: the place where it begins, how many there are, which of `rooms` it has, and a value that none exceeds. */
  #starts = new Uint32Array(256);
  #lengths = new Uint32Array(256);
  #rooms = new Uint8Array(256);
  #highest = new Uint8Array(256);
  #lists = 0;
  /** Places that lists have grown out of, by their room. */
  readonly #free: number[][] = rooms.map(() => []);

  /** Lists as `pack` gives them. */
  static from({ lengths, entries }: PackedPostings): Postings {
    const postings = new Postings();
    let from = 0;
    for (const [list, length] of lengths.entries()) {
      postings.create();
      if (length === 0) continue;
      const own = entries.subarray(from, from + length);
      from += length;
      const room = rooms.findIndex((one) => one >= length);
      postings.#starts[list] = postings.#take(room);
      postings.#lengths[list] = length;
      postings.#rooms[list] = room;
      postings.entries(list).set(own);
      let highest = 0;
      for (let at = 0; at < length; at++) highest = Math.max(highest, valueOf(own[at] as number));
      postings.#highest[list] = highest;
    }
    return postings;
  }

  /** All lists one after the other, with other numbers for the documents, which are in the same order. */
  pack(renumbered: Uint32Array): PackedPostings {
    const lengths = this.#lengths.slice(0, this.#lists);
    const entries = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (let list = 0; list < this.#lists; list++)
      for (const entry of this.entries(list))
        entries[at++] = toEntry(renumbered[documentOf(entry)] as number, valueOf(entry));
    return { lengths, entries };
  }

  /** Takes out all entries of some documents. */
  drop(isDropped: (document: number) => boolean): void {
    for (let list = 0; list < this.#lists; list++) {
      const entries = this.entries(list);
      const kept = entries.filter((entry) => !isDropped(documentOf(entry)));
      if (kept.length === entries.length) continue;
      entries.set(kept);
      this.#shorten(list, kept.length);
    }
  }

  /** Makes an empty list and gives its number. */
  create(): number {
    if (this.#lists === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#lengths = grown(this.#lengths);
      this.#rooms = grown(this.#rooms);
      this.#highest = grown(this.#highest);
    }
    return this.#lists++;
  }

  lengthOf(list: number): number {
    return this.#lengths[list] as number;
  }

  /** No value of the list is higher; after one was removed, all may be lower. */
  highestOf(list: number): number {
    return this.#highest[list] as number;
  }

  /** The entries of a list, to be read at once: the next change may move them. */
  entries(list: number): Uint32Array {
    const start = this.startOf(list);
    return this.pieceOf(list).subarray(start, start + this.lengthOf(list));
  }

  /** The memory that the entries of a list are in, and where they begin there: `entries` without a view of them. */
  pieceOf(list: number): Uint32Array {
    return this.#pieceAt(this.#starts[list] as number);
  }

  startOf(list: number): number {
    return offsetOf(this.#starts[list] as number);
  }

  /** Adds an entry whose document is later than all in the list. */
  push(list: number, document: number, value: number): void {
    const length = this.#lengths[list] as number;
    if (length === 0 || length === rooms[this.#rooms[list] as number]) this.#move(list, length);
    this.pieceOf(list)[this.startOf(list) + length] = toEntry(document, value);
    this.#lengths[list] = length + 1;
    if (value > (this.#highest[list] as number)) this.#highest[list] = value;
  }

  remove(list: number, document: number): void {
    const entries = this.entries(list);
    const at = find(entries, document);
    if (at < 0) return;
    entries.copyWithin(at, at + 1);
    this.#shorten(list, entries.length - 1);
  }

  #shorten(list: number, length: number): void {
    this.#lengths[list] = length;
    if (length > 0) return;
    this.#leave(this.#starts[list] as number, this.#rooms[list] as number);
    this.#highest[list] = 0;
  }

  /** To where there is room for more. */
  #move(list: number, length: number): void {
    const room = length === 0 ? 0 : (this.#rooms[list] as number) + 1;
    const before = this.#starts[list] as number;
    const place = this.#take(room);
    const [source, target] = [this.#pieceAt(before), this.#pieceAt(place)];
    const [from, to] = [offsetOf(before), offsetOf(place)];
    for (let at = 0; at < length; at++) target[to + at] = source[from + at] as number;
    if (length > 0) this.#leave(before, room - 1);
    this.#starts[list] = place;
    this.#rooms[list] = room;
  }

  #leave(place: number, room: number): void {
    if (room < ownPiece) this.#free[room]?.push(place);
    else {
      this.#pieces[place >>> pieceBits] = nothing;
      this.#gone.push(place >>> pieceBits);
    }
  }

  #take(room: number): number {
    const wanted = rooms[room] as number;
    if (room >= ownPiece) return this.#begin(wanted) * pieceSize;
    const free = this.#free[room]?.pop();
    if (free !== undefined) return free;
    if (this.#used + wanted > pieceSize) this.#fillNext();
    this.#used += wanted;
    // Only the first is made small.
    while (this.#filling === 0 && this.#used > (this.#pieces[0] as Uint32Array).length)
      this.#pieces[0] = grown(this.#pieces[0] as Uint32Array);
    return this.#filling * pieceSize + this.#used - wanted;
  }

  /** What is left of a piece is for shorter lists. */
  #fillNext(): void {
    while (this.#used < pieceSize) {
      const room = rooms.findLastIndex((one) => one <= pieceSize - this.#used);
      this.#free[room]?.push(this.#filling * pieceSize + this.#used);
      this.#used += rooms[room] as number;
    }
    this.#filling = this.#begin(pieceSize);
    this.#used = 0;
  }

  /** Makes a piece and gives its number. */
  #begin(size: number): number {
    const number = this.#gone.pop() ?? this.#pieces.length;
    this.#pieces[number] = new Uint32Array(size);
    return number;
  }

  #pieceAt(place: number): Uint32Array {
    return this.#pieces[place >>> pieceBits] as Uint32Array;
  }
}

const pieceBits = 16;
const pieceSize = 1 << pieceBits;
const nothing = new Uint32Array(0);

function offsetOf(place: number): number {
  return place & (pieceSize - 1);
}

/** How long lists can be before they move: each time half or a third more. */
const rooms: readonly number[] = [
  1,
  ...Array.from({ length: 24 }, (_, power) => [2 << power, 3 << power]).flat(),
];

/** A list from this room on has a piece for itself, which is given up when it moves. */
const ownPiece = rooms.findIndex((room) => room > pieceSize / 16);

/** How long the lists are, and their entries. */
export interface PackedPostings {
  readonly lengths: Uint32Array;
  readonly entries: Uint32Array;
}

const valueBits = 8;
/** The largest small value. */
export const mostValue: number = (1 << valueBits) - 1;
/** How many documents there can be in the lifetime of an index. */
export const mostDocuments: number = 2 ** (32 - valueBits);

function toEntry(document: number, value: number): number {
  return document * (mostValue + 1) + value;
}

export function documentOf(entry: number): number {
  return entry >>> valueBits;
}

export function valueOf(entry: number): number {
  return entry & mostValue;
}

/** Where the entry of a document is in a list; negative when it is not there. */
export function find(entries: Uint32Array, document: number): number {
  const at = atOrAfter(entries, document, 0, entries.length);
  return at < entries.length && documentOf(entries[at] as number) === document ? at : -1;
}

/** Where the first entry of a document or of a later one is, between two places: near the first it is found in few steps. */
export function atOrAfter(entries: Uint32Array, document: number, from: number, end: number): number {
  let low = from;
  let high = from;
  for (let step = 1; high < end && documentOf(entries[high] as number) < document; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documentOf(entries[middle] as number) < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
