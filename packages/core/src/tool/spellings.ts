import { isObject, type PlainObject } from '../schema/json-type.ts';

/**
 * The spellings of a definition that the world uses, brought to ours. Only this file knows them.
 *
 * - Code: `{ name, type: ToolType.NATIVE, metadata: { executor } }`, `metadata: { baseUrl, headers }` for REST and
 *   `metadata: { serverName, toolName }` for MCP.
 * - Configuration: `{ name, type: "function", handler, implementation: { type: "mock", mock_response } }`, snake_case.
 */
export function toOurSpelling(definition: PlainObject): Record<string, unknown> {
  const camel = camelKeys(definition);
  // What is there but no group is left for the parser to refuse.
  if (camel['annotations'] === undefined || isObject(camel['annotations'])) {
    camel['annotations'] = gatherAnnotations(camel);
  }
  camel['implementation'] = implementationOf(camel);
  return camel;
}

function implementationOf(definition: PlainObject): unknown {
  const { implementation, run, type, metadata, name } = definition;
  const kind = typeof type === 'string' ? type.toLowerCase() : 'native';
  // A function comes first: `{ ...tool, run }` is the same tool with another one.
  if (run !== undefined) return { kind, handler: name, run };
  if (isObject(implementation)) return ourImplementation(implementation);
  if (implementation !== undefined) return implementation;
  if (type === undefined || kind === 'function') return undefined;
  return fromMetadata(kind, isObject(metadata) ? camelKeys(metadata) : {}, name);
}

function ourImplementation(implementation: PlainObject): Record<string, unknown> {
  const camel = camelKeys(implementation);
  rename(camel, 'type', 'kind');
  rename(camel, 'mockResponse', 'response');
  return camel;
}

function fromMetadata(
  kind: string,
  metadata: Record<string, unknown>,
  name: unknown,
): Record<string, unknown> {
  rename(metadata, 'executor', 'run');
  rename(metadata, 'serverName', 'server');
  rename(metadata, 'toolName', 'tool');
  if (kind === 'builtin' || kind === 'internal') metadata['handler'] ??= name;
  return { ...metadata, kind };
}

function rename(record: Record<string, unknown>, from: string, to: string): void {
  if (!(from in record) || to in record) return;
  record[to] = record[from];
  delete record[from];
}

const annotationKeys = ['readOnly', 'destructive', 'idempotent', 'requiresConfirmation'];

/** Annotations may stand in a group of their own or directly in the definition. */
function gatherAnnotations(definition: PlainObject): Record<string, unknown> {
  const grouped = isObject(definition['annotations']) ? camelKeys(definition['annotations']) : {};
  const gathered: Record<string, unknown> = {};
  for (const key of annotationKeys) {
    const value = grouped[key] ?? definition[key];
    if (value !== undefined) gathered[key] = value;
  }
  return gathered;
}

/** `short_description` → `shortDescription`. No prototype: a key such as `constructor` is only a key. */
function camelKeys(record: PlainObject): Record<string, unknown> {
  const camel = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    const name = key.includes('_')
      ? key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())
      : key;
    if (camel[name] === undefined) camel[name] = record[key];
  }
  return camel;
}
