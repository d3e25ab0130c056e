import { readFileSync } from 'node:fs';
import { parse } from '../../node_modules/yaml/dist/index.js';

type Json = { readonly [key: string]: unknown };

/** Characters per operation when every reference is replaced by what it leads to, and a circle ends where it begins. */
export async function inlinedSize(file: string): Promise<number> {
  const root = parseDocument(readFileSync(file, 'utf8'));
  const sizes = new Map<string, number>();
  const sizeAt = (reference: string, within: readonly string[]): number => {
    if (within.includes(reference)) return 2;
    const known = sizes.get(reference);
    if (known !== undefined) return known;
    const size = sizeOf(resolve(root, reference), [...within, reference]);
    // Inside a circle the size depends on where one came from; outside of it is the same for all.
    if (within.length === 0) sizes.set(reference, size);
    return size;
  };
  const sizeOf = (value: unknown, within: readonly string[]): number => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null).length;
    if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + sizeOf(item, within), 2);
    const { $ref } = value as Json;
    // Deeper than this nobody inlines: Kubernetes and GitHub would take gigabytes.
    if (typeof $ref === 'string') return within.length > 6 ? 2 : sizeAt($ref, within);
    return Object.entries(value).reduce((sum, [key, held]) => sum + key.length + 4 + sizeOf(held, within), 2);
  };
  const operations = Object.values((root['paths'] ?? {}) as { [path: string]: Json }).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => (methods.has(method) ? [operation as Json] : [])),
  );
  const total = operations.reduce(
    (sum, { parameters, requestBody, responses }) =>
      sum + sizeOf([parameters, requestBody, success(responses)], []),
    0,
  );
  return Math.round(total / operations.length);
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

function success(responses: unknown): unknown {
  const status = Object.keys((responses ?? {}) as Json).find((key) => key.startsWith('2'));
  const response = status === undefined ? undefined : ((responses as Json)[status] as Json);
  const { schema, content } = response ?? {};
  return schema ?? Object.values((content ?? {}) as { [type: string]: Json })[0]?.['schema'];
}

function parseDocument(text: string): Json {
  return (text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text)) as Json;
}

function resolve(root: unknown, reference: string): unknown {
  let value = root;
  for (const part of reference.slice(2).split('/'))
    value = (value as Json | undefined)?.[
      decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  return value;
}
