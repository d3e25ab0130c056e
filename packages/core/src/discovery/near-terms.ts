/** Letters from which on a word may be misspelt: shorter ones are too near to each other. */
const shortest = 6;

/** Finds the known word that a misspelt one was meant to be: one letter wrong, too many, missing, or two swapped. */
export class NearTerms {
  /** By first letter and length. */
  readonly #shelves = new Map<string, string[]>();

  /** Each is given once. */
  add(term: string): void {
    if (term.length < shortest - 1 || !/^[a-z]+$/u.test(term)) return;
    const shelf = `${term[0]}${term.length}`;
    const others = this.#shelves.get(shelf);
    if (others === undefined) this.#shelves.set(shelf, [term]);
    else others.push(term);
  }

  /** The term in use that is one slip away; undefined when there is none, or the first letter is another. */
  find(term: string, isUsed: (term: string) => boolean): string | undefined {
    if (term.length < shortest || !/^[a-z]+$/u.test(term)) return undefined;
    for (const length of [term.length, term.length - 1, term.length + 1]) {
      const shelf = this.#shelves.get(`${term[0]}${length}`);
      const found = shelf?.find((one) => isOneSlip(term, one) && isUsed(one));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Whether one is the other with a single slip of the pen. */
function isOneSlip(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  )
    end++;
  const [left, right] = [one.length - start - end, other.length - start - end];
  if (left + right === 1) return true;
  if (left === 1 && right === 1) return true;
  return left === 2 && right === 2 && one[start] === other[start + 1] && one[start + 1] === other[start];
}
