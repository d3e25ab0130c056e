import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import type { ChangeLog } from './change-log.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { resolveReference } from './resolve-reference.ts';
import { describedAlso, mapSchemas, without, type SchemaNode } from './schema-node.ts';

// A few hundred characters of definitions can name each other so that their expansion would fill the memory.
const maxNodes = 5_000;
const maxDepth = 48;

/**
 * The schema with each `$ref` replaced by what it points to. One that leads back to itself is `cut` after a second
 * round, or `kept` as a reference into `$defs`.
 */
export function inlineReferences(schema: SchemaNode, recursion: 'cut' | 'kept', log: ChangeLog): SchemaNode {
  const inliner = new Inliner(schema, recursion, log);
  const inlined = inliner.walk(schema, '', ['#']);
  const definitions = inliner.keptDefinitions();
  return Object.keys(definitions).length === 0 ? inlined : { ...inlined, $defs: definitions };
}

class Inliner {
  readonly #root: SchemaNode;
  readonly #recursion: 'cut' | 'kept';
  readonly #log: ChangeLog;
  readonly #told = new Set<string>();
  readonly #kept = new Map<string, string>();
  #nodes = 0;

  constructor(root: SchemaNode, recursion: 'cut' | 'kept', log: ChangeLog) {
    this.#root = root;
    this.#recursion = recursion;
    this.#log = log;
  }

  /** `trail` holds the references that lead to this node. */
  walk(node: SchemaNode, path: string, trail: readonly string[]): SchemaNode {
    if (trail.length > 1) this.#nodes++;
    const reference = ownValue(node, '$ref');
    const bare = without(node, '$ref', '$defs', 'definitions', '$anchor', '$id');
    const rest = mapSchemas(bare, path, (child, place) =>
      isObject(child) ? this.walk(child, place, trail) : child,
    );
    return typeof reference === 'string' ? this.#follow(reference, rest, path, trail) : rest;
  }

  #follow(reference: string, rest: SchemaNode, path: string, trail: readonly string[]): SchemaNode {
    const target = resolveReference(this.#root, reference);
    if (target === undefined) {
      this.#log.lost(path, 'cut_ref', `${reference} does not lead anywhere in this schema`);
      return rest;
    }
    const rounds = trail.filter((step) => step === reference).length;
    if (rounds > 0 && this.#recursion === 'kept') return this.#keep(reference);
    if (rounds > 1 || this.#nodes > maxNodes || trail.length > maxDepth)
      return this.#cut(reference, target, rest, path);
    this.#tell(path, reference);
    if (!isObject(target)) return target ? rest : { ...rest, not: {} };
    return mergeSchemas(rest, this.walk(target, path, [...trail, reference]), path, this.#log);
  }

  #tell(path: string, reference: string): void {
    if (this.#told.has(reference)) return;
    this.#told.add(reference);
    this.#log.kept(path, 'inlined_ref', `${reference} is written out where it is used`);
  }

  #cut(reference: string, target: JsonValue, rest: SchemaNode, path: string): SchemaNode {
    this.#log.lost(path, 'cut_ref', `${reference} leads too deep and is not written out any further`);
    const type = isObject(target) ? ownValue(target, 'type') : undefined;
    return describedAlso(type === undefined ? rest : { ...rest, type }, '(the same shape again)');
  }

  #keep(reference: string): SchemaNode {
    if (reference === '#') return { $ref: '#' };
    const known = this.#kept.get(reference);
    const name = known ?? `shape_${this.#kept.size + 1}`;
    this.#kept.set(reference, name);
    return { $ref: `#/$defs/${name}` };
  }

  /** What the kept references point to, which may keep further ones: a map goes on to what is added meanwhile. */
  keptDefinitions(): SchemaNode {
    const definitions: Record<string, JsonValue> = {};
    for (const [reference, name] of this.#kept) {
      const target = resolveReference(this.#root, reference);
      if (isObject(target)) definitions[name] = this.walk(target, `/$defs/${name}`, ['#', reference]);
    }
    return definitions;
  }
}
