import { type Dialect, dialectOf } from './dialect.ts';
import { isObject, maskOfType, ownValue, type PlainObject } from './json-type.ts';
import { type KeywordShape, shapeOf } from './keywords.ts';
import { readPattern } from './pattern.ts';
import { References, resolveUri } from './references.ts';
import {
  defaultSchemaLimits,
  type SchemaFault,
  type SchemaFaultReason,
  type SchemaLimits,
} from './schema-fault.ts';

export interface InspectOptions {
  /** `object`, the default, is for the parameters of tools; `any` also takes other schemas. */
  readonly root?: 'object' | 'any';
  readonly limits?: Partial<SchemaLimits>;
}

export interface SchemaInspection {
  readonly faults: readonly SchemaFault[];
  readonly dialect: Dialect;
  /** For each schema that refers to others: what its `$ref` and `$dynamicRef` lead to. */
  readonly targets: ReadonlyMap<object, ReferenceTargets>;
}

interface ReferenceTargets {
  readonly [keyword: string]: unknown;
}

/** Walks a schema that may be hostile: every step counts against the limits, and nothing escapes as a throw. */
export function inspectSchema(schema: unknown, options: InspectOptions = {}): SchemaInspection {
  const inspector = new SchemaInspector({ ...defaultSchemaLimits, ...options.limits });
  try {
    inspector.inspectRoot(schema, options.root ?? 'object');
  } catch (error) {
    if (!(error instanceof InspectionEnded)) {
      inspector.faults.push({ path: '', reason: 'not_a_schema', detail: 'Reading it threw an error.' });
    }
  }
  return inspector;
}

class InspectionEnded extends Error {}

const maxFaults = 20;

interface Reference {
  readonly holder: PlainObject;
  readonly keyword: string;
  readonly base: string;
  readonly path: string;
}

class SchemaInspector implements SchemaInspection {
  readonly faults: SchemaFault[] = [];
  dialect: Dialect = '2020-12';
  readonly targets = new Map<object, { [keyword: string]: unknown }>();
  readonly #limits: SchemaLimits;
  readonly #path: (string | number)[] = [];
  readonly #pending: Reference[] = [];
  readonly #visited = new Set<object>();
  readonly #references = new References();
  /** How many schemas give themselves a name that the path of a validation may choose among. */
  readonly #dynamicAnchors = new Map<string, number>();
  readonly #dynamicReferences: {
    readonly keyword: string;
    readonly reference: string;
    readonly path: string;
  }[] = [];
  #subschemas = 0;
  #size = 0;

  constructor(limits: SchemaLimits) {
    this.#limits = limits;
  }

  inspectRoot(schema: unknown, root: 'object' | 'any'): void {
    const dialect = isObject(schema) ? dialectOf(ownValue(schema, '$schema')) : '2020-12';
    if (dialect === undefined) {
      this.#fault('unsupported_dialect', 'Use JSON Schema 2020-12 or draft-07.', '$schema');
      return;
    }
    this.dialect = dialect;
    if (root === 'object' && (!isObject(schema) || ownValue(schema, 'type') !== 'object')) {
      this.#fault('not_an_object_root', 'The root must be a schema with "type": "object".');
    }
    this.#references.addResource('', schema);
    this.#inspect(schema, '', 0);
    for (let reference = this.#pending.pop(); reference !== undefined; reference = this.#pending.pop()) {
      this.#resolve(reference);
    }
    this.#findEndlessReferences();
    this.#findDynamicReferences();
  }

  #inspect(schema: unknown, outerBase: string, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) {
      this.#fault('not_a_schema', 'A schema is an object or a boolean.');
      return;
    }
    if (depth > this.#limits.maxDepth)
      this.#end('too_deep', `Schemas nest deeper than ${this.#limits.maxDepth}.`);
    if (++this.#subschemas > this.#limits.maxSubschemas) {
      this.#end('too_many_subschemas', `There are more than ${this.#limits.maxSubschemas} subschemas.`);
    }
    this.#visited.add(schema);
    const base = this.#name(schema, outerBase);
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      this.#count(1 + keyword.length);
      if (value === undefined) continue;
      const shape = shapeOf(keyword, this.dialect);
      this.#path.push(keyword);
      if (shape === undefined) this.#inspectData(value, 0);
      else if (shape === 'reference') this.#inspectReference(schema, keyword, base);
      else this.#inspectKeyword(shape, value, base, depth);
      this.#path.pop();
    }
  }

  /** Registers the names that a schema gives itself; returns the base for what stands in it. */
  #name(schema: PlainObject, outerBase: string): string {
    const isReference = this.dialect === 'draft-07' && ownValue(schema, '$ref') !== undefined;
    const id = isReference ? undefined : ownValue(schema, '$id');
    let base = outerBase;
    if (typeof id === 'string' && id.startsWith('#') && this.dialect === 'draft-07') {
      this.#references.addAnchor(base, id.slice(1), schema);
    } else if (typeof id === 'string') {
      base = resolveUri(outerBase, id).replace(/#.*$/s, '');
      this.#references.addResource(base, schema);
    }
    if (this.dialect === 'draft-07') return base;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownValue(schema, keyword);
      if (typeof name !== 'string') continue;
      this.#references.addAnchor(base, name, schema);
      if (keyword === '$dynamicAnchor') this.#countDynamicAnchor(name);
    }
    if (ownValue(schema, '$recursiveAnchor') === true) this.#countDynamicAnchor('');
    return base;
  }

  #countDynamicAnchor(name: string): void {
    this.#dynamicAnchors.set(name, (this.#dynamicAnchors.get(name) ?? 0) + 1);
  }

  #inspectKeyword(shape: KeywordShape, value: unknown, base: string, depth: number): void {
    switch (shape) {
      case 'schema':
        this.#inspect(value, base, depth + 1);
        return;
      case 'schema-or-list':
        if (Array.isArray(value)) this.#inspectEach(value, base, depth);
        else this.#inspect(value, base, depth + 1);
        return;
      case 'schema-list':
        if (!Array.isArray(value)) this.#invalid('a list of schemas');
        else this.#inspectEach(value, base, depth);
        return;
      case 'schema-map':
      case 'pattern-map':
      case 'schema-or-names-map':
      case 'names-map':
        this.#inspectMap(shape, value, base, depth);
        return;
      case 'pattern':
        if (typeof value !== 'string') this.#invalid('a text');
        else this.#inspectPattern(value);
        return;
      case 'names':
        this.#inspectNames(value);
        return;
      default:
        this.#inspectPlain(shape, value);
    }
  }

  #inspectPlain(shape: KeywordShape, value: unknown): void {
    if (shape === 'type') {
      const isKnown = Array.isArray(value) && value.length > 7 ? false : maskOfType(value) !== undefined;
      if (!isKnown) this.#invalid('one or more of the seven JSON types');
    } else if (shape === 'list') {
      if (Array.isArray(value)) this.#inspectData(value, 0);
      else this.#invalid('a list');
    } else if (shape === 'text') {
      if (typeof value === 'string') this.#count(value.length);
      else this.#invalid('a text');
    } else if (shape === 'flag') {
      if (typeof value !== 'boolean') this.#invalid('true or false');
    } else if (typeof value !== 'number' || !Number.isFinite(value)) this.#invalid('a number');
    else if (shape === 'positive' && value <= 0) this.#invalid('a number above 0');
    else if (shape === 'count' && (value < 0 || !Number.isInteger(value)))
      this.#invalid('a whole number from 0');
  }

  #inspectEach(schemas: readonly unknown[], base: string, depth: number): void {
    for (let index = 0; index < schemas.length; index += 1) {
      this.#path.push(index);
      this.#count(1);
      this.#inspect(schemas[index], base, depth + 1);
      this.#path.pop();
    }
  }

  #inspectMap(shape: KeywordShape, map: unknown, base: string, depth: number): void {
    if (!isObject(map)) {
      this.#invalid('an object');
      return;
    }
    for (const name of Object.keys(map)) {
      const value = map[name];
      this.#path.push(name);
      this.#count(1 + name.length);
      if (shape === 'pattern-map') this.#inspectPattern(name);
      if (shape === 'names-map' || (shape === 'schema-or-names-map' && Array.isArray(value)))
        this.#inspectNames(value);
      else if (value !== undefined) this.#inspect(value, base, depth + 1);
      this.#path.pop();
    }
  }

  #inspectNames(names: unknown): void {
    if (!Array.isArray(names)) {
      this.#invalid('a list of names');
      return;
    }
    for (const name of names) {
      if (typeof name !== 'string') {
        this.#invalid('a list of names');
        return;
      }
      this.#count(1 + name.length);
    }
  }

  #inspectPattern(source: string): void {
    // Reading a pattern takes longer than its size tells.
    this.#count(1000 + 8 * source.length);
    const pattern = readPattern(source);
    if ('fault' in pattern) this.#fault('unsafe_pattern', `The pattern cannot be used: ${pattern.fault}.`);
  }

  #inspectReference(schema: PlainObject, keyword: string, base: string): void {
    const reference = schema[keyword];
    if (typeof reference !== 'string') {
      this.#invalid('a text');
      return;
    }
    this.#count(reference.length);
    const path = this.#pointer();
    this.#pending.push({ holder: schema, keyword, base, path });
    if (keyword !== '$ref') this.#dynamicReferences.push({ keyword, reference, path });
  }

  #resolve({ holder, keyword, base, path }: Reference): void {
    const reference = String(holder[keyword]);
    this.#count(reference.length);
    const resolution = this.#references.resolve(base, reference);
    if (resolution.outcome !== 'found') {
      const isRemote = resolution.outcome === 'remote';
      const detail = isRemote ? 'leads outside this schema; put its target in $defs' : 'leads nowhere';
      const reason = isRemote ? 'remote_reference' : 'unresolved_reference';
      this.#faultAt(path, reason, `"${reference.slice(0, 100)}" ${detail}.`);
      return;
    }
    const { target } = resolution;
    const found = this.targets.get(holder) ?? {};
    found[keyword] = target;
    this.targets.set(holder, found);
    // A target may stand where no keyword led, such as #/components/schemas of OpenAPI.
    if (typeof target === 'object' && target !== null && this.#visited.has(target)) return;
    this.#path.splice(0, this.#path.length, ...path.split('/').slice(1));
    this.#inspect(target, resolution.base, 0);
    this.#path.length = 0;
  }

  /** Where a reference leads may depend on the path of the validation; with one target it is an ordinary one. */
  #findDynamicReferences(): void {
    for (const { keyword, reference, path } of this.#dynamicReferences) {
      const name = keyword === '$recursiveRef' ? '' : reference.slice(reference.indexOf('#') + 1);
      if ((this.#dynamicAnchors.get(name) ?? 0) < 2) continue;
      const detail = `"${reference.slice(0, 100)}" has several targets; use $ref.`;
      this.#faultAt(path, 'dynamic_reference', detail);
    }
  }

  /** A chain of references that comes back to its start says nothing about any value. */
  #findEndlessReferences(): void {
    const cleared = new Set<unknown>();
    for (const start of this.targets.keys()) {
      const chain = new Set<unknown>();
      let place: unknown = start;
      while (typeof place === 'object' && place !== null && !cleared.has(place)) {
        if (chain.has(place)) {
          this.#faultAt('', 'unresolved_reference', 'A chain of $ref leads back to its start.');
          return;
        }
        chain.add(place);
        place = this.targets.get(place)?.$ref;
      }
      for (const passed of chain) cleared.add(passed);
    }
  }

  /** Values of annotations and enum: any JSON, counted. */
  #inspectData(value: unknown, depth: number): void {
    this.#count(1);
    if (typeof value === 'string') this.#count(value.length);
    else if (typeof value === 'object' && value !== null) this.#inspectStructure(value, depth);
    else if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      this.#invalid('JSON');
    }
  }

  #inspectStructure(value: object, depth: number): void {
    if (depth > this.#limits.maxDepth)
      this.#end('too_deep', `Data nests deeper than ${this.#limits.maxDepth}.`);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) this.#inspectData(value[index], depth + 1);
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      this.#count(key.length);
      this.#inspectData(member, depth + 1);
    }
  }

  #count(size: number): void {
    this.#size += size;
    if (this.#size > this.#limits.maxSize)
      this.#end('too_large', `It is larger than ${this.#limits.maxSize}.`);
  }

  #invalid(expected: string): void {
    this.#fault('invalid_keyword', `"${String(this.#path.at(-1)).slice(0, 100)}" must be ${expected}.`);
  }

  #fault(reason: SchemaFaultReason, detail: string, key?: string): void {
    this.#faultAt(this.#pointer() + (key === undefined ? '' : `/${key}`), reason, detail);
  }

  #faultAt(path: string, reason: SchemaFaultReason, detail: string): void {
    this.faults.push({ path, reason, detail });
    if (this.faults.length >= maxFaults) throw new InspectionEnded();
  }

  #end(reason: SchemaFaultReason, detail: string): never {
    this.#fault(reason, detail);
    throw new InspectionEnded();
  }

  #pointer(): string {
    let pointer = '';
    for (const step of this.#path) {
      pointer += `/${String(step).slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    }
    return pointer;
  }
}
