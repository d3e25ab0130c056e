import { createHash } from 'node:crypto';
import type { JsonValue } from '@toolcrib/core';
import type { Documents, Located, Target } from './documents.ts';
import { outlineOf, writeSchema, type SchemaUse, type Writing, type WrittenSchema } from './write-schema.ts';

/** Characters of JSON that the schemas of one tool may have. What comes back needs less than what is sent. */
export const schemaBudgets: Readonly<Record<SchemaUse, number>> = { request: 12_000, response: 4_000 };

/**
 * The schemas that operations share. Each is written once for the whole document, and stands once in a definition, under
 * `$defs`: a circle stays a reference, and nothing is blown up. When there is too much of it, the nearest are told in full, and
 * of those further away only what they are.
 */
export class SharedSchemas {
  readonly #documents: Documents;
  readonly #use: SchemaUse;
  readonly #siblings: boolean;
  readonly #entries = new Map<string, Entry>();
  readonly #names = new Set<string>();

  constructor(documents: Documents, { use, siblings }: Pick<Writing, 'use' | 'siblings'>) {
    this.#documents = documents;
    this.#use = use;
    this.#siblings = siblings;
  }

  /** A schema with its references into `$defs`; what they lead to is noted in `needs`. */
  write(schema: Located, needs: Set<string>): WrittenSchema {
    return writeSchema(schema, {
      use: this.#use,
      siblings: this.#siblings,
      refer: (reference, file) => {
        const saysMore = (value: unknown): boolean =>
          this.#siblings && Object.keys(value as object).length > 1;
        const entry = this.#entry(this.#documents.end(reference, file, saysMore));
        needs.add(entry.key);
        return { $ref: `#/$defs/${entry.name}` };
      },
    });
  }

  /** A schema that stands by itself: with `$defs`, and within the budget. */
  complete(root: WrittenSchema, needs: ReadonlySet<string>): WrittenSchema {
    const budget = schemaBudgets[this.#use];
    const own = cutTo(root, budget, this.#use);
    const needed = own === root ? needs : this.#needsIn(own);
    const defs = this.#definitions(needed, budget - sizeOf(own));
    return defs.length === 0 ? own : { ...own, $defs: Object.fromEntries(defs) };
  }

  /** The schema alone, and not a reference to it, where what takes it looks at its type. */
  unfold(schema: WrittenSchema, needs: Set<string>): WrittenSchema {
    const [entry] = typeof schema['$ref'] === 'string' ? [...needs] : [];
    if (entry === undefined) return schema;
    const written = this.#written(entry);
    needs.clear();
    for (const key of written.needs) needs.add(key);
    const { $ref: _, ...beside } = schema;
    return { ...written.schema, ...beside };
  }

  #definitions(needs: Iterable<string>, budget: number): [string, JsonValue][] {
    const defs: [string, JsonValue][] = [];
    const seen = new Set(needs);
    let left = budget;
    // A set tells what is added to it while it is walked: the nearest first.
    for (const key of seen) {
      const { name, schema, size, needs: further } = this.#written(key);
      const fits = size <= left;
      const shown = fits ? schema : outlineOf(schema);
      left -= fits ? size : 0;
      defs.push([name, shown]);
      if (fits) for (const one of further) seen.add(one);
    }
    return defs;
  }

  #entry({ key, value, file }: Target): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = { key, name: this.#nameFor(key), value, file };
    this.#entries.set(key, entry);
    return entry;
  }

  #written(key: string): Entry & Written {
    const entry = this.#entries.get(key) as Entry;
    if (entry.written === undefined) {
      const needs = new Set<string>();
      const schema = this.write(entry, needs);
      entry.written = { schema, needs, size: sizeOf(schema) + entry.name.length };
    }
    return { ...entry, ...entry.written };
  }

  #needsIn(schema: WrittenSchema): Set<string> {
    const names = new Set(
      Array.from(JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/gu), ([, name]) => name),
    );
    return new Set([...this.#entries.values()].filter(({ name }) => names.has(name)).map(({ key }) => key));
  }

  /** The last part of where it stands; of two the same, the second carries a mark. */
  #nameFor(key: string): string {
    const plain = (key.split(/[/#]/u).findLast((part) => part !== '') ?? 'schema')
      .replace(/\.(?:json|ya?ml)$/iu, '')
      .replaceAll(/[^\w.-]/gu, '_')
      .slice(-60);
    const mark = createHash('sha256').update(key).digest('hex').slice(0, 6);
    const name = this.#names.has(plain) ? `${plain}_${mark}` : plain;
    this.#names.add(name);
    return name;
  }
}

interface Entry extends Target {
  readonly name: string;
  written?: Written;
}

interface Written {
  readonly schema: WrittenSchema;
  readonly needs: ReadonlySet<string>;
  readonly size: number;
}

function sizeOf(schema: WrittenSchema): number {
  return JSON.stringify(schema).length;
}

/** A schema that is too large by itself is told to a depth at which it is not. What can be sent is named in any case. */
function cutTo(schema: WrittenSchema, budget: number, use: SchemaUse): WrittenSchema {
  let cut = schema;
  for (let depth = 8; depth > 0 && sizeOf(cut) > budget; depth--) cut = cutBelow(schema, depth);
  return use === 'response' && sizeOf(cut) > budget ? outlineOf(schema) : cut;
}

const holders = new Set(['properties', '$defs']);
const lists = new Set(['allOf', 'anyOf', 'prefixItems']);
const singles = new Set(['items', 'additionalProperties', 'contains', 'not', 'propertyNames']);

function cutBelow(schema: WrittenSchema, depth: number): WrittenSchema {
  const inside = (part: JsonValue): JsonValue => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const held = part as WrittenSchema;
    if (held['$ref'] !== undefined) return held;
    return depth <= 1 && isNested(held) ? outlineOf(held) : cutBelow(held, depth - 1);
  };
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
      if (singles.has(keyword)) return [keyword, inside(value)];
      if (lists.has(keyword)) return [keyword, (value as JsonValue[]).map(inside)];
      if (!holders.has(keyword)) return [keyword, value];
      const members = Object.entries(value as { [name: string]: JsonValue });
      return [keyword, Object.fromEntries(members.map(([name, part]) => [name, inside(part)]))];
    }),
  );
}

function isNested(schema: WrittenSchema): boolean {
  return Object.keys(schema).some((key) => holders.has(key) || lists.has(key) || singles.has(key));
}
