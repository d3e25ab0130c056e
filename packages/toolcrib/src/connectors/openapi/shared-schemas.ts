import { createHash } from 'node:crypto';
import type { JsonValue } from '@toolcrib/core';
import type { Documents, Located, Target } from './documents.ts';
import { documentLimits } from './document-limits.ts';
import { OversizeProblem } from './parse-text.ts';
import { outlineOf, writeSchema, type SchemaUse, type Writing, type WrittenSchema } from './write-schema.ts';

/** Characters of JSON that the schemas of one tool may have. What comes back needs less than what is sent. */
const schemaBudgets: Readonly<Record<SchemaUse, number>> = { request: 12_000, response: 4_000 };

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
  /** By what they were written from: a path may be a reference to another, with all its operations. */
  readonly #inline = new WeakMap<object, Inline>();
  #left: number = documentLimits.written;

  constructor(documents: Documents, { use, siblings }: Pick<Writing, 'use' | 'siblings'>) {
    this.#documents = documents;
    this.#use = use;
    this.#siblings = siblings;
  }

  /** A schema with its references into `$defs`; what they lead to is noted in `needs`. */
  write(schema: Located, needs: Set<string>): WrittenSchema {
    const { value } = schema;
    const known = typeof value === 'object' && value !== null ? this.#inline.get(value) : undefined;
    const { written, needs: own } = known ?? this.#writeOnce(schema);
    for (const key of own) needs.add(key);
    return written;
  }

  #writeOnce(schema: Located): Inline {
    const needs = new Set<string>();
    const written = writeSchema(schema, {
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
    const { value } = schema;
    if (typeof value === 'object' && value !== null) this.#inline.set(value, { written, needs });
    return { written, needs };
  }

  /** A schema that stands by itself: with `$defs`, and within the budget. */
  complete(root: WrittenSchema, needs: ReadonlySet<string>): WrittenSchema {
    const budget = schemaBudgets[this.#use];
    // A small document can make a large work of one schema that many operations share.
    this.#left -= sizeOf(root);
    if (this.#left < 0) throw new OversizeProblem();
    const own = cutTo(root, budget, this.#use);
    const needed = own === root ? needs : this.#needsIn(own);
    const defs = this.#definitions(needed, budget - sizeOf(own));
    return defs.length === 0 ? own : { ...own, $defs: Object.fromEntries(defs) };
  }

  /** The schema alone, and not a reference to it, where what takes it looks at its type. */
  unfold(schema: WrittenSchema, needs: Set<string>): WrittenSchema {
    const [entry] = typeof schema['$ref'] === 'string' ? [...needs] : [];
    if (entry === undefined) return schema;
    const { forms, needs: further } = this.#written(entry);
    needs.delete(entry);
    for (const key of further) needs.add(key);
    const { $ref: _, ...beside } = schema;
    return { ...forms[0].schema, ...beside };
  }

  #definitions(needs: Iterable<string>, budget: number): [string, JsonValue][] {
    const defs: [string, JsonValue][] = [];
    const seen = new Set(needs);
    let left = budget;
    // A set tells what is added to it while it is walked: the nearest first.
    for (const key of seen) {
      const { name, forms, needs: further } = this.#written(key);
      const shown = forms.find(({ size }) => size <= left);
      defs.push([name, shown?.schema ?? {}]);
      left -= shown?.size ?? 0;
      if (shown !== undefined && shown !== forms[2]) for (const one of further) seen.add(one);
    }
    return defs;
  }

  #entry(target: Target): Entry {
    const known = this.#entries.get(target.key);
    if (known !== undefined) return known;
    const entry = { ...target, name: this.#nameFor(target) };
    this.#entries.set(target.key, entry);
    return entry;
  }

  #written(key: string): Entry & Written {
    const entry = this.#entries.get(key) as Entry;
    if (entry.written === undefined) {
      const needs = new Set<string>();
      const schema = this.write(entry, needs);
      const form = (shown: WrittenSchema): Form => ({ schema: shown, size: sizeOf(shown) });
      entry.written = { needs, forms: [form(schema), form(withoutTexts(schema)), form(outlineOf(schema))] };
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
  #nameFor({ key, name: told }: Target): string {
    const plain = told
      .replace(/^.*\/(?=[^/]+$)/u, '')
      .replace(/\.(?:json|ya?ml)$/iu, '')
      .replaceAll(/[^\w.-]/gu, '_')
      // `io.k8s.api.core.v1.PodSpec` says no more than its end, and is said often.
      .replace(/^.{12,}\.(?=\w{3,}$)/u, '')
      .slice(-60);
    // Without the folder: the same document has the same names on every machine.
    const place = key.replace(new URL('.', this.#documents.root.file).href, '');
    const mark = createHash('sha256').update(place).digest('hex').slice(0, 6);
    const name = plain === '' || this.#names.has(plain) ? `${plain}_${mark}` : plain;
    this.#names.add(name);
    return name;
  }
}

interface Inline {
  readonly written: WrittenSchema;
  readonly needs: ReadonlySet<string>;
}

interface Entry extends Target {
  written?: Written;
}

interface Written {
  readonly needs: ReadonlySet<string>;
  /** In full, without its texts, and in outline. */
  readonly forms: readonly [Form, Form, Form];
}

interface Form {
  readonly schema: WrittenSchema;
  readonly size: number;
}

function sizeOf(schema: WrittenSchema): number {
  return JSON.stringify(schema).length;
}

/** A schema that is too large by itself is told to a depth at which it is not. What can be sent is named in any case. */
function cutTo(schema: WrittenSchema, budget: number, use: SchemaUse): WrittenSchema {
  if (sizeOf(schema) <= budget) return schema;
  for (const depth of [6, 4, 3, 2, 1]) {
    const cut = cutBelow(schema, depth);
    if (sizeOf(cut) <= budget || (depth === 1 && use === 'request')) return cut;
  }
  return outlineOf(schema);
}

const lists = new Set(['allOf', 'anyOf', 'prefixItems']);
const singles = new Set(['items', 'additionalProperties', 'contains', 'not', 'propertyNames']);

/** A schema with another in the place of each that stands directly in it. */
function withParts(schema: WrittenSchema, change: (part: WrittenSchema) => WrittenSchema): WrittenSchema {
  const inside = (part: JsonValue): JsonValue =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? change(part as WrittenSchema) : part;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
      if (singles.has(keyword)) return [keyword, inside(value)];
      if (lists.has(keyword)) return [keyword, (value as JsonValue[]).map(inside)];
      if (keyword !== 'properties') return [keyword, value];
      const members = Object.entries(value as { [name: string]: JsonValue });
      return [keyword, Object.fromEntries(members.map(([name, part]) => [name, inside(part)]))];
    }),
  );
}

function cutBelow(schema: WrittenSchema, depth: number): WrittenSchema {
  return withParts(schema, (part) => {
    if (part['$ref'] !== undefined) return part;
    return depth <= 1 && isNested(part) ? outlineOf(part) : cutBelow(part, depth - 1);
  });
}

/** Names and types, of which a model can often make more than of half the words. */
function withoutTexts(schema: WrittenSchema): WrittenSchema {
  const { description: _, ...rest } = schema;
  return withParts(rest, withoutTexts);
}

function isNested(schema: WrittenSchema): boolean {
  return Object.keys(schema).some((key) => key === 'properties' || lists.has(key) || singles.has(key));
}
