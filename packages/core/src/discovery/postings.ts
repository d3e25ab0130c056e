/**
 * Lists of numbers by the number of a term, each in rising order: all in one piece of memory, because most lists are short
 * and an array of its own for each would weigh more than what is in it. An entry is a document and a small value.
 */
export class Postings {
  #memory = new Uint32Array(1024);
  #used = 0;
  /** For each list: where it begins, how many there are, and the power of two that it has room for. */
  #starts = new Uint32Array(256);
  #lengths = new Uint32Array(256);
  #rooms = new Uint8Array(256);
  #lists = 0;
  /** Places that lists have grown out of, by their room. */
  readonly #free: number[][] = Array.from({ length: 32 }, () => []);

  /** Makes an empty list and gives its number. */
  create(): number {
    if (this.#lists === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#lengths = grown(this.#lengths);
      this.#rooms = grownBytes(this.#rooms);
    }
    return this.#lists++;
  }

  lengthOf(list: number): number {
    return this.#lengths[list] as number;
  }

  /** The entries of a list, to be read at once: the next change may move them. */
  entries(list: number): Uint32Array {
    const start = this.#starts[list] as number;
    return this.#memory.subarray(start, start + this.lengthOf(list));
  }

  /** Adds an entry whose document is later than all in the list. */
  push(list: number, document: number, value: number): void {
    const length = this.lengthOf(list);
    if (length === 0 || length === 1 << (this.#rooms[list] as number)) this.#move(list, length);
    this.#memory[(this.#starts[list] as number) + length] = toEntry(document, value);
    this.#lengths[list] = length + 1;
  }

  remove(list: number, document: number): void {
    const start = this.#starts[list] as number;
    const length = this.lengthOf(list);
    const at = find(this.entries(list), document);
    if (at < 0) return;
    this.#memory.copyWithin(start + at, start + at + 1, start + length);
    this.#lengths[list] = length - 1;
    if (length === 1) this.#free[this.#rooms[list] as number]?.push(start);
  }

  get bytes(): number {
    return this.#memory.byteLength + this.#starts.byteLength * 2 + this.#rooms.byteLength;
  }

  /** To where there is room for twice as many. */
  #move(list: number, length: number): void {
    const room = length === 0 ? 0 : (this.#rooms[list] as number) + 1;
    const from = this.#starts[list] as number;
    const place = this.#free[room]?.pop() ?? this.#take(1 << room);
    this.#memory.copyWithin(place, from, from + length);
    if (length > 0) this.#free[room - 1]?.push(from);
    this.#starts[list] = place;
    this.#rooms[list] = room;
  }

  #take(room: number): number {
    while (this.#used + room > this.#memory.length) this.#memory = grown(this.#memory);
    this.#used += room;
    return this.#used - room;
  }
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
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const there = documentOf(entries[middle] as number);
    if (there === document) return middle;
    if (there < document) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function grownBytes(array: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(array.length * 2);
  larger.set(array);
  return larger;
}
