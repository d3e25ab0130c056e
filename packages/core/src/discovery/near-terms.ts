/** Letters from which on a word may be misspelt: shorter ones are too near to each other. */
const shortest = 6;

/** Finds the known word that a misspelt one was meant to be: one letter wrong, too many, missing, or two swapped. */
export class NearTerms {
  /** By first letter and length; made anew when words have come. */
  #shelves = new Map<string, string[]>();
  #count = 0;

  /** The term that is one slip away; undefined when there is none, or the first letter is another. */
  find(term: string, known: ReadonlyMap<string, unknown>): string | undefined {
    if (term.length < shortest || !/^[a-z]+$/u.test(term)) return undefined;
    if (this.#count !== known.size) this.#sort(known);
    for (const length of [term.length, term.length - 1, term.length + 1]) {
      const found = this.#shelves.get(`${term[0]}${length}`)?.find((one) => isOneSlip(term, one));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #sort(known: ReadonlyMap<string, unknown>): void {
    this.#shelves = new Map();
    this.#count = known.size;
    for (const term of known.keys()) {
      if (term.length < shortest - 1 || !/^[a-z]+$/u.test(term)) continue;
      const shelf = `${term[0]}${term.length}`;
      const others = this.#shelves.get(shelf);
      if (others === undefined) this.#shelves.set(shelf, [term]);
      else others.push(term);
    }
  }
}

/** Whether one is the other with a single slip of the pen. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length + right.length === 1) return true;
  if (left.length === 1 && right.length === 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
