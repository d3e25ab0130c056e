/** The place where the definition of a parameter says that it also goes into a header, since 2026-07-28. */
const keyword = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~\w-]+$/u;
const plainTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/**
 * Whether the headers that a tool wants for its parameters can be sent: names of headers, each once, at parameters that are
 * plain and always in the same place. A tool that wants others must not be used over HTTP.
 */
export function hasUsableHeaders(schema: unknown): boolean {
  const names = new Set<string>();
  const waiting: Place[] = [{ value: schema, isParameter: false, isReachable: true }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, isParameter, isReachable } = place;
    if (typeof value !== 'object' || value === null) continue;
    const { [keyword]: header, type, properties } = value as { readonly [key: string]: unknown };
    if (header !== undefined) {
      if (!isParameter || !isReachable || !plainTypes.has(type)) return false;
      if (typeof header !== 'string' || !token.test(header) || names.has(header.toLowerCase())) return false;
      names.add(header.toLowerCase());
    }
    for (const [key, held] of Object.entries(value)) {
      const isParameters = key === 'properties' && !Array.isArray(properties);
      if (isParameters)
        for (const one of Object.values(properties ?? {}))
          waiting.push({ value: one, isParameter: true, isReachable });
      else if (key !== keyword && !dataKeywords.has(key))
        waiting.push({ value: held, isParameter: false, isReachable: false });
    }
  }
  return true;
}

/** What stands behind these is no schema. */
const dataKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required']);

interface Place {
  readonly value: unknown;
  readonly isParameter: boolean;
  readonly isReachable: boolean;
}
