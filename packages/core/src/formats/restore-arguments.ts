import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { copyJson, setOwn } from '../tool/json.ts';
import type { Tool } from '../tool/tool.ts';
import { createChangeLog } from './change-log.ts';
import { admitsNull } from './nullable.ts';
import { outwardParameters } from './parameter-names.ts';
import { plainRoot } from './plain-root.ts';
import { resolveReference } from './resolve-reference.ts';
import { listOf, namesOf, parametersOf, schemasOf, toNode, type SchemaNode } from './schema-node.ts';

/**
 * Arguments as the tool's own schema wants them. Undoes what a format had to do to the schema: a parameter with
 * another name gets its own back, and a null that stands for a property left out (strict mode) is left out. What is no
 * object, or more than a call may bring, stays as it is: the corridor has the words for that.
 */
export function restoreArguments(tool: Tool, given: unknown): unknown {
  const copy = isObject(given) ? copyJson(given) : undefined;
  if (copy?.ok !== true) return given;
  const root = parametersOf(tool);
  const restored = withOwnNames(copy.value as SchemaNode, root);
  new AddedNulls(root).leaveOut(restored, [root]);
  return restored;
}

function withOwnNames(given: SchemaNode, root: SchemaNode): SchemaNode {
  const plain = plainRoot(root, createChangeLog(''));
  const originals = new Map([...outwardParameters(plain)].map(([name, outward]) => [outward, name]));
  const restored: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) setOwn(restored, originals.get(name) ?? name, value);
  return restored;
}

/** What several schemas together say about the parts of a value. */
interface Outline {
  readonly items: readonly JsonValue[];
  readonly members: ReadonlyMap<string, Member>;
}

interface Member {
  readonly schemas: JsonValue[];
  nullMeansLeftOut: boolean;
}

/** Takes the nulls out of a value that strict mode put in. */
class AddedNulls {
  readonly #root: SchemaNode;
  /** By the schemas that speak. A list has many items, and the schemas say the same about each. */
  readonly #outlines = new Map<string, Outline>();
  readonly #numbers = new Map<JsonValue, number>();

  constructor(root: SchemaNode) {
    this.#root = root;
  }

  /** `schemas` are all that may speak about this value; it is changed in place. */
  leaveOut(value: JsonValue, schemas: readonly JsonValue[]): void {
    if (typeof value !== 'object' || value === null || schemas.length === 0) return;
    const { items, members } = this.#outlineOf(schemas);
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) this.leaveOut(item, items);
      return;
    }
    const object = value as Record<string, JsonValue>;
    for (const [name, inner] of Object.entries(object)) {
      const member = members.get(name);
      if (member === undefined) continue;
      if (inner === null && member.nullMeansLeftOut) delete object[name];
      else this.leaveOut(inner, member.schemas);
    }
  }

  #outlineOf(schemas: readonly JsonValue[]): Outline {
    const key = schemas.map((schema) => this.#numberOf(schema)).join();
    const known = this.#outlines.get(key);
    if (known !== undefined) return known;
    const nodes = schemas.flatMap((schema) => this.#spokenBy(schema));
    const outline = {
      items: nodes.flatMap((node) => ownValue(node, 'items') ?? []),
      members: this.#membersOf(nodes),
    };
    this.#outlines.set(key, outline);
    return outline;
  }

  #numberOf(schema: JsonValue): number {
    const number = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, number);
    return number;
  }

  #membersOf(nodes: readonly SchemaNode[]): ReadonlyMap<string, Member> {
    const required = new Set(nodes.flatMap((node) => namesOf(node, 'required')));
    const members = new Map<string, Member>();
    for (const [name, schema] of nodes.flatMap((node) => schemasOf(node, 'properties'))) {
      const member = members.get(name) ?? { schemas: [], nullMeansLeftOut: !required.has(name) };
      member.schemas.push(schema);
      member.nullMeansLeftOut &&= !this.#spokenBy(schema).some(admitsNull);
      members.set(name, member);
    }
    return members;
  }

  /** A schema with everything it refers to or is combined from. */
  #spokenBy(schema: JsonValue, seen: Set<JsonValue> = new Set()): readonly SchemaNode[] {
    if (seen.has(schema) || seen.size > 200) return [];
    seen.add(schema);
    const node = toNode(schema);
    const reference = ownValue(node, '$ref');
    const target = typeof reference === 'string' ? resolveReference(this.#root, reference) : undefined;
    const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(node, keyword));
    const further = target === undefined ? combined : [target, ...combined];
    return [node, ...further.flatMap((part) => this.#spokenBy(part, seen))];
  }
}
