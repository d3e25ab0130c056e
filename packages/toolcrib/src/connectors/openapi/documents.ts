import { isObject, member } from '../json-object.ts';
import { OperationError } from './operation-error.ts';

/** A part of a document, and the file that it stands in: references in it are relative to that. */
export interface Located {
  readonly value: unknown;
  readonly file: string;
}

/** A part that a reference led to. */
export interface Target extends Located {
  /** One and the same for every spelling of the reference. */
  readonly key: string;
  /** The last part of where it stands. */
  readonly name: string;
}

/** A file of the document, or why it was not read. */
export type ReadFile = { readonly value: unknown } | { readonly refused: 'outside' | 'unreadable' };

/** A document with the files that it refers to, by their addresses. References are followed in here and nowhere else. */
export class Documents {
  readonly root: Located;
  readonly #files: ReadonlyMap<string, ReadFile>;

  constructor(root: string, files: ReadonlyMap<string, ReadFile>) {
    this.#files = files;
    const main = files.get(root);
    this.root = { value: main !== undefined && 'value' in main ? main.value : undefined, file: root };
  }

  /** What a part stands for: itself, or what its `$ref` leads to, however many times. */
  follow(part: Located): Located {
    const reference = referenceIn(part.value);
    return reference === undefined ? part : this.end(reference, part.file);
  }

  /** Where a reference leads in the end. `isEnd` may stop earlier, at a reference that says more than that. */
  end(reference: string, from: string, isEnd: (value: unknown) => boolean = () => false): Target {
    const passed = new Set<string>();
    let target = this.at(reference, from);
    for (let next = referenceIn(target.value); next !== undefined; next = referenceIn(target.value)) {
      if (isEnd(target.value)) return target;
      if (passed.has(target.key)) throw new OperationError({ kind: 'reference', reference, why: 'circle' });
      passed.add(target.key);
      target = this.at(next, target.file);
    }
    return target;
  }

  at(reference: string, from: string): Target {
    const problem = (why: 'missing' | 'outside' | 'unreadable'): OperationError =>
      new OperationError({ kind: 'reference', reference, why });
    const { file, pointer } = addressOf(reference, from);
    const read = this.#files.get(file);
    if (read === undefined) throw problem('missing');
    if ('refused' in read) throw problem(read.refused);
    const steps = stepsOf(pointer);
    const value = steps && valueAt(read.value, steps);
    if (value === undefined) throw problem('missing');
    return { value, file, key: `${file}#${JSON.stringify(steps)}`, name: steps?.at(-1) ?? file };
  }
}

export function referenceIn(value: unknown): string | undefined {
  const reference = isObject(value) ? member(value, '$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** The file and the place in it; nothing that can be read when it is no address at all. */
export function addressOf(
  reference: string,
  from: string,
): { readonly file: string; readonly pointer: string } {
  if (reference.startsWith('#')) return { file: from, pointer: reference.slice(1) };
  const url = URL.parse(reference, from);
  if (url === null) return { file: reference, pointer: '' };
  const pointer = url.hash.slice(1);
  url.hash = '';
  return { file: url.href, pointer };
}

/** Undefined when it is no pointer, such as the name of an anchor. */
function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  return pointer.startsWith('/') ? pointer.slice(1).split('/').map(decoded) : undefined;
}

function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value: unknown = root;
  for (const step of steps) {
    value = member(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

/** RFC 6901, in a fragment. */
function decoded(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
