import type { JsonValue } from '../schema/json-schema.ts';
import { keysOf, referencesIn } from '../tool/variables.ts';

/** One reference in a plan, and where it stands. */
export interface Reference {
  /** As it stands between the braces. */
  readonly text: string;
  readonly root: 'node' | 'input' | 'item' | 'index' | 'none';
  /** Of a node, its id; of the input, the name. */
  readonly name: string;
  /** What follows: the way into the output, the input or the item. */
  readonly path: readonly string[];
  readonly place: string;
}

/** Every reference in a piece of JSON, in texts at any depth; keys are not looked at. */
export function referencesOf(value: JsonValue | undefined, place: string): Reference[] {
  const found: Reference[] = [];
  collect(value, place, found);
  return found;
}

function collect(value: JsonValue | undefined, place: string, found: Reference[]): void {
  if (typeof value === 'string') {
    if (!value.includes('{{')) return;
    for (const text of referencesIn(value)) found.push(toReference(text, place));
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries())
      collect(item, `${place}/${index}`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, held] of Object.entries(value)) collect(held, `${place}/${pointerKey(key)}`, found);
  }
}

/** A key as a JSON pointer writes it. */
export function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function toReference(text: string, place: string): Reference {
  const [root, name = '', third, ...rest] = keysOf(text);
  const reference = { text, name, place };
  switch (root) {
    case 'nodes':
      if (name === '' || third !== 'output') break;
      return { ...reference, root: 'node', path: rest };
    case 'input':
      if (name === '') break;
      return { ...reference, root: 'input', path: third === undefined ? [] : [third, ...rest] };
    case 'item':
      return { ...reference, root: 'item', path: keysOf(text).slice(1) };
    case 'index':
      if (name !== '') break;
      return { ...reference, root: 'index', path: [] };
    default:
  }
  return { ...reference, root: 'none', path: [] };
}
