import type { Documents, Located } from './documents.ts';
import { isObject, listAt, member, objectAt, textAt, type JsonObject } from '../json-object.ts';

export type Version = '2.0' | '3.0' | '3.1';

/** The version of a document; undefined when it is none that we know. */
export function versionOf(root: unknown): Version | undefined {
  if (String(member(root, 'swagger')).startsWith('2')) return '2.0';
  const version = textAt(root, 'openapi') ?? '';
  if (version.startsWith('3.0')) return '3.0';
  // 3.2 adds to 3.1 and takes nothing away.
  return /^3\.[12]/u.test(version) ? '3.1' : undefined;
}

/** Parameters of a Swagger 2 operation, followed, as the parameters and the body that OpenAPI 3 would make of them. */
export function upgradeParameters(
  parameters: readonly Located[],
  operation: JsonObject,
  root: unknown,
): { readonly parameters: readonly Located[]; readonly body: Located | undefined } {
  const consumes = mediaTypes(operation, root, 'consumes');
  const isIn = (place: string) => (one: Located) => textAt(one.value, 'in') === place;
  const body = parameters.find(isIn('body'));
  const fields = parameters.filter(isIn('formData'));
  return {
    parameters: parameters
      .filter((one) => one !== body && !fields.includes(one))
      .map(({ value, file }) => ({ value: upgradeParameter(value as JsonObject), file })),
    body: body === undefined ? formOf(fields, consumes) : { ...body, value: bodyOf(body.value, consumes) },
  };
}

function mediaTypes(operation: JsonObject, root: unknown, key: 'consumes' | 'produces'): readonly string[] {
  const own = Object.hasOwn(operation, key) ? operation : root;
  const types = listAt(own, key).filter((type) => typeof type === 'string');
  return types.length === 0 ? ['application/json'] : types;
}

function bodyOf(parameter: unknown, consumes: readonly string[]): JsonObject {
  const schema = member(parameter, 'schema') ?? {};
  return {
    description: member(parameter, 'description'),
    required: member(parameter, 'required'),
    content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
  };
}

function formOf(fields: readonly Located[], consumes: readonly string[]): Located | undefined {
  const [first] = fields;
  if (first === undefined) return undefined;
  const isMultipart =
    consumes.includes('multipart/form-data') || fields.some(({ value }) => member(value, 'type') === 'file');
  const named = fields.map(({ value }) => ({
    name: textAt(value, 'name') ?? '',
    field: value as JsonObject,
  }));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, field }) => [name, schemaOf(field)])),
    required: named.filter(({ field }) => field['required'] === true).map(({ name }) => name),
  };
  const encoding = Object.fromEntries(
    named.flatMap(({ name, field }) => (field['collectionFormat'] ? [[name, styleOf(field)]] : [])),
  );
  const type = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const required = schema.required.length > 0;
  return { value: { required, content: { [type]: { schema, encoding } } }, file: first.file };
}

function upgradeParameter(parameter: JsonObject): JsonObject {
  const { name, in: place, description, required } = parameter;
  return { name, in: place, description, required, schema: schemaOf(parameter), ...styleOf(parameter) };
}

/** A parameter of Swagger 2 is its own schema. */
function schemaOf(parameter: JsonObject): JsonObject {
  const { name: _, in: __, required: ___, collectionFormat: ____, ...schema } = parameter;
  return schema;
}

/** `csv` is the default; tabs, which OpenAPI 3 dropped, become commas too. */
function styleOf({ in: place, collectionFormat, type }: JsonObject): JsonObject {
  if (type !== 'array') return {};
  if (place === 'path' || place === 'header') return { style: 'simple', explode: false };
  if (collectionFormat === 'multi') return { style: 'form', explode: true };
  if (collectionFormat === 'ssv') return { style: 'spaceDelimited', explode: false };
  if (collectionFormat === 'pipes') return { style: 'pipeDelimited', explode: false };
  return { style: 'form', explode: false };
}

/** What an answer of Swagger 2 holds, by media type. */
export function upgradeResponse(response: unknown, operation: JsonObject, root: unknown): JsonObject {
  const schema = member(response, 'schema');
  if (schema === undefined) return {};
  return Object.fromEntries(mediaTypes(operation, root, 'produces').map((type) => [type, { schema }]));
}

/** Where the API of a Swagger 2 document is; a place relative to the document when it does not say. */
export function serversOf(root: unknown): readonly JsonObject[] {
  const host = textAt(root, 'host');
  const basePath = textAt(root, 'basePath') ?? '/';
  if (host === undefined) return [{ url: basePath }];
  const schemes = listAt(root, 'schemes');
  const scheme = schemes.includes('https') || !schemes.includes('http') ? 'https' : 'http';
  return [{ url: `${scheme}://${host}${basePath.startsWith('/') ? '' : '/'}${basePath}` }];
}

/** A security scheme of Swagger 2 as OpenAPI 3 would write it. */
function upgradeScheme(scheme: JsonObject): JsonObject {
  return scheme['type'] === 'basic' ? { type: 'http', scheme: 'basic' } : scheme;
}

/** Where a document keeps its security schemes. */
export function schemesIn(documents: Documents, version: Version): { readonly [name: string]: Located } {
  const { root } = documents;
  const held =
    version === '2.0'
      ? objectAt(root.value, 'securityDefinitions')
      : objectAt(objectAt(root.value, 'components'), 'securitySchemes');
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => {
      const found = documents.follow({ value, file: root.file });
      const scheme = isObject(found.value) ? found.value : {};
      return [name, { value: version === '2.0' ? upgradeScheme(scheme) : scheme, file: found.file }];
    }),
  );
}
