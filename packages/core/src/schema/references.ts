/** The schemas of one document by the names that references use. */
export class References {
  readonly #resources = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();

  addResource(uri: string, schema: unknown): void {
    if (!this.#resources.has(uri)) this.#resources.set(uri, schema);
  }

  addAnchor(base: string, name: string, schema: unknown): void {
    this.#anchors.set(`${base}#${name}`, schema);
  }

  /** What a reference leads to: nothing, a place outside the document, or a place and its base. */
  resolve(base: string, reference: string): Resolution {
    const uri = resolveUri(base, reference);
    const hash = uri.indexOf('#');
    const [document, fragment] = hash < 0 ? [uri, ''] : [uri.slice(0, hash), uri.slice(hash + 1)];
    const resource = this.#resources.get(document);
    if (resource === undefined) return { outcome: 'remote' };
    if (fragment !== '' && !fragment.startsWith('/')) {
      const target = this.#anchors.get(`${document}#${fragment}`);
      return target === undefined ? { outcome: 'missing' } : { outcome: 'found', target, base: document };
    }
    const target = followPointer(resource, fragment);
    return target === undefined ? { outcome: 'missing' } : { outcome: 'found', target, base: document };
  }
}

/** Resolves a reference against the base of the schema that it stands in, which has no fragment. */
export function resolveUri(base: string, reference: string): string {
  // The URL class would take tabs and line breaks out of names.
  if (reference === '' || reference.startsWith('#')) return base + reference;
  return URL.parse(reference, base === '' ? baseOfUnnamed : base)?.href ?? reference;
}

/** Of a schema without an absolute `$id`, so that relative names can be resolved. */
const baseOfUnnamed = 'schema:/';

export type Resolution =
  | { readonly outcome: 'remote' | 'missing' }
  | { readonly outcome: 'found'; readonly target: unknown; readonly base: string };

function followPointer(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  let place = root;
  for (const segment of pointer.slice(1).split('/')) {
    const key = unescape(segment);
    if (key === undefined || typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) {
      return undefined;
    }
    place = Reflect.get(place, key);
  }
  return place;
}

function unescape(segment: string): string | undefined {
  try {
    const decoded = segment.includes('%') ? decodeURIComponent(segment) : segment;
    return decoded.includes('~') ? decoded.replaceAll('~1', '/').replaceAll('~0', '~') : decoded;
  } catch {
    return undefined;
  }
}
