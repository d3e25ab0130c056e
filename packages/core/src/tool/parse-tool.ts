import valid from 'semver/functions/valid.js';
import type { SchemaFaultWord } from '../messages/facts.ts';
import { checkSchema } from '../schema/check-schema.ts';
import type { JsonSchemaObject } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { messageOf } from './errors.ts';
import { FieldReader } from './field-reader.ts';
import { copyJson, deepFreeze } from './json.ts';
import { nearestNames } from './nearest-names.ts';
import { parseImplementation } from './parse-implementation.ts';
import { approvals, deriveSafety, permissions, riskSources } from './safety.ts';
import { toOurSpelling } from './spellings.ts';
import { isStandardSchema, ourPartOf, toJsonSchema, type StandardSchema } from './standard-schema.ts';
import { tiers, type Tool, type ToolExample } from './tool.ts';
import { digestOfTool } from './tool-digest.ts';

/** The door: turns a definition in any accepted spelling into a frozen tool, or throws with every problem named. */
export function parseTool(definition: unknown): Tool {
  if (isTool(definition)) return definition;
  const fields = new FieldReader(isObject(definition) ? toOurSpelling(definition) : definition);

  const name = fields.name('name') ?? '';
  noteMisspelt(fields);
  const tool = readTool(fields, name);
  fields.finish(name || '?');
  parsed.add(tool);
  return Object.freeze(withDigest(tool));
}

/**
 * Made when it is first asked for, and not copied with the fields: a copy with a change is another definition. One getter
 * for all: with one for each, engines would keep every tool as a table that is slow to read.
 */
function withDigest(tool: Omit<Tool, 'digest'>): Tool {
  return Object.defineProperty(tool, 'digest', digestProperty) as Tool;
}

const digests = new WeakMap<object, string>();

const digestProperty = {
  get(this: Tool): string {
    const known = digests.get(this);
    if (known !== undefined) return known;
    const made = digestOfTool(this);
    digests.set(this, made);
    return made;
  },
};

/** Tools that came through the door. What did not is parsed again, also a copy of one. */
const parsed = new WeakSet<object>();

export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && parsed.has(value);
}

/** A field nobody knows is left alone, unless it is a slip of the pen: `aproval: 'dangerous'` must not run as safe. */
function noteMisspelt(fields: FieldReader): void {
  for (const field of Object.keys(fields.all())) {
    if (knownFields.has(field)) continue;
    const [meant] = nearestNames(field, knownFields);
    if (meant !== undefined) fields.fault({ kind: 'misspelt', field, meant });
  }
}

const knownFields: ReadonlySet<string> = new Set([
  'id',
  'name',
  'version',
  'type',
  'title',
  'description',
  'shortDescription',
  'whenToUse',
  'category',
  'tier',
  'tags',
  'aliases',
  'deferLoading',
  'deprecated',
  'parameters',
  'returns',
  'examples',
  'cautions',
  'annotations',
  'readOnly',
  'destructive',
  'idempotent',
  'requiresConfirmation',
  'permission',
  'approval',
  'derived',
  'timeout',
  'takesIdempotencyKey',
  'source',
  'effects',
  'preflight',
  'riskFrom',
  'handler',
  'metadata',
  'implementation',
  'run',
  'refine',
]);

function readTool(fields: FieldReader, name: string): Omit<Tool, 'digest'> {
  const version = readVersion(fields);
  const description = fields.requiredText('description', 65_536);
  const category = fields.text('category', 128) ?? 'general';
  const implementation = parseImplementation(fields, name);
  const schema = fields.get('parameters');
  const refine = isStandardSchema(schema) ? schema : undefined;
  const safety = deriveSafety({
    name,
    category,
    isForeign: implementation.value.kind === 'mcp',
    annotations: { ...implementation.annotations, ...fields.flags('annotations') },
    permission: fields.oneOf('permission', permissions),
    approval: fields.oneOf('approval', approvals),
  });
  return {
    id: `${name}@${version}`,
    name,
    version,
    type: implementation.value.kind,
    title: fields.text('title', 256),
    description,
    shortDescription: fields.text('shortDescription', 1024) ?? firstSentence(description),
    whenToUse: fields.text('whenToUse', 4096),
    category,
    tier: fields.oneOf('tier', tiers) ?? 'medium',
    tags: fields.texts('tags'),
    aliases: readAliases(fields, name),
    deferLoading: fields.flag('deferLoading') ?? false,
    deprecated: fields.text('deprecated', 1024),
    parameters: readParameters(fields, schema, refine),
    returns:
      fields.get('returns') === undefined
        ? undefined
        : readSchema(fields, 'returns', fields.get('returns'), 'any'),
    examples: readExamples(fields),
    cautions: fields.texts('cautions'),
    ...safety,
    timeout: fields.positive('timeout'),
    takesIdempotencyKey:
      fields.flag('takesIdempotencyKey') ??
      (implementation.value.kind === 'rest' && implementation.value.idempotencyHeader !== undefined),
    source: fields.text('source', 1024) ?? 'application',
    effects: fields.fn('effects') as Tool['effects'],
    riskFrom: fields.oneOf('riskFrom', riskSources),
    preflight: fields.fn('preflight') as Tool['preflight'],
    implementation: implementation.value,
    refine,
  };
}

function readVersion(fields: FieldReader): string {
  const version = fields.text('version', 256) ?? '1.0.0';
  const clean = valid(version);
  if (clean === null) fields.fault({ kind: 'bad_version', field: 'version', value: version });
  return clean ?? version;
}

/** A given id that is neither the name nor of the form `name@version` is one more name to be found by. */
function readAliases(fields: FieldReader, name: string): readonly string[] {
  const id = fields.text('id', 256);
  const aliases = fields.names('aliases');
  if (id === undefined || id === name || id.includes('@') || aliases.includes(id)) return aliases;
  return Object.freeze([...aliases, fields.name('id') ?? id]);
}

function readParameters(
  fields: FieldReader,
  schema: unknown,
  refine: StandardSchema | undefined,
): JsonSchemaObject {
  if (schema === undefined) {
    fields.fault({ kind: 'missing', field: 'parameters' });
    return {};
  }
  if (refine === undefined) return readSchema(fields, 'parameters', schema, 'object');
  try {
    const json = toJsonSchema(refine);
    if (json !== undefined) return readSchema(fields, 'parameters', json, 'library');
    badSchema(fields, 'parameters', 'not_a_schema', `${refine['~standard'].vendor} gives no JSON Schema`);
  } catch (cause) {
    badSchema(fields, 'parameters', 'not_a_schema', messageOf(cause));
  }
  return {};
}

function readSchema(
  fields: FieldReader,
  field: string,
  schema: unknown,
  use: 'object' | 'library' | 'any',
): JsonSchemaObject {
  if (!isObject(schema)) {
    badSchema(fields, field, 'not_a_schema', 'it must be an object');
    return {};
  }
  const copy = copyJson(schema, { maxDepth: 400, maxValues: 100_000, maxText: 16_000_000 });
  if (!copy.ok) {
    badSchema(
      fields,
      field,
      copy.fault.keyword === 'json' ? 'not_a_schema' : 'too_large',
      `${copy.fault.path} is ${copy.fault.received}`,
    );
    return {};
  }
  const own = copy.value as JsonSchemaObject;
  const usable = use === 'library' ? ourPartOf(own) : own;
  const [fault] = checkSchema(usable, { root: use === 'any' ? 'any' : 'object' });
  if (fault !== undefined) badSchema(fields, field, fault.reason, `${fault.path || '/'} ${fault.detail}`);
  return deepFreeze(usable);
}

function badSchema(fields: FieldReader, field: string, reason: SchemaFaultWord, detail: string): void {
  fields.fault({ kind: 'bad_schema', field, reason, detail });
}

function readExamples(fields: FieldReader): readonly ToolExample[] {
  const given = fields.get('examples');
  if (given === undefined) return noExamples;
  const copy = copyJson(given);
  const examples = copy.ok ? copy.value : undefined;
  if (
    !Array.isArray(examples) ||
    !examples.every((example) => isObject(example) && isObject(example['arguments']))
  ) {
    fields.fault({ kind: 'wrong_type', field: 'examples', expected: 'list_of_examples' });
    return noExamples;
  }
  return deepFreeze(examples) as readonly ToolExample[];
}

const noExamples: readonly ToolExample[] = Object.freeze([]);

function firstSentence(description: string): string {
  const sentence = /^[^\n]*?[.!?。！？](?=\s|$|[^\d\s.])/u.exec(description.trimStart().slice(0, 400))?.[0];
  const line = (sentence ?? description.trimStart().split('\n', 1)[0] ?? '').trim();
  return line.length > 160 ? `${line.slice(0, 157).trimEnd()}…` : line;
}
