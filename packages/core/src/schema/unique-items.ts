import { listKeys } from './object-keys.ts';
import { isObject } from './json-type.ts';
import { maxValueDepth, type Run, RunEnded, spend } from './validation-run.ts';

/** Whether two items are equal; not quadratic, also for items chosen to collide in a hash table. */
export function hasRepeatedItem(items: readonly unknown[], run: Run): boolean {
  const numbers: number[] = [];
  const texts = new TextSet();
  const others = new Set<unknown>();
  for (let index = 0; index < items.length; index += 1) {
    spend(run, 3);
    const item = items[index];
    if (typeof item === 'number') numbers.push(item);
    else if (typeof item === 'string') {
      if (!texts.add(`"${item}`, run)) return true;
    } else if (typeof item === 'object' && item !== null) {
      if (!texts.add(canonicalText(item, run, 0), run)) return true;
    } else if (others.has(item)) return true;
    else others.add(item);
  }
  return hasRepeatedNumber(numbers);
}

// Sorted, as engines hash numbers without a secret: a sender could make them all collide.
function hasRepeatedNumber(numbers: readonly number[]): boolean {
  const sorted = Float64Array.from(numbers).toSorted();
  for (let index = 1; index < sorted.length; index += 1) {
    if (sorted[index] === sorted[index - 1]) return true;
  }
  return false;
}

const maxHashedLength = 16_000;

/** A set of texts. Engines take the length for the hash of a long text, so those are hashed here. */
class TextSet {
  readonly #short = new Set<string>();
  readonly #long = new Map<number, string[]>();

  /** False when the text was there already. */
  add(text: string, run: Run): boolean {
    spend(run, 4 + (text.length >> 3));
    if (text.length <= maxHashedLength) {
      const size = this.#short.size;
      return this.#short.add(text).size > size;
    }
    const hash = hashOf(text, run);
    const bucket = this.#long.get(hash) ?? [];
    for (const other of bucket) {
      spend(run, 1 + (text.length >> 5));
      if (other === text) return false;
    }
    bucket.push(text);
    this.#long.set(hash, bucket);
    return true;
  }
}

function hashOf(text: string, run: Run): number {
  spend(run, text.length >> 2);
  let hash = text.length;
  for (let index = 0; index < text.length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

/** A text that two values share exactly when they are equal JSON. */
function canonicalText(value: unknown, run: Run, depth: number): string {
  spend(run, 15);
  if (typeof value === 'string') {
    spend(run, value.length >> 2);
    return JSON.stringify(value);
  }
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'symbol' ? 'symbol' : String(value);
  if (depth > maxValueDepth) throw new RunEnded('depth');
  if (Array.isArray(value)) {
    const texts: string[] = [];
    for (const item of value) texts.push(canonicalText(item, run, depth + 1));
    return `[${texts.join(',')}]`;
  }
  if (!isObject(value)) return '';
  const keys = listKeys(value, run);
  spend(run, keys.length * (4 + Math.ceil(Math.log2(keys.length + 1))));
  const texts: string[] = [];
  for (const key of keys.toSorted()) {
    spend(run, key.length >> 2);
    texts.push(`${JSON.stringify(key)}:${canonicalText(value[key], run, depth + 1)}`);
  }
  return `{${texts.join(',')}}`;
}
