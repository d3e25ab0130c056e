import type { JsonValue } from '@toolcrib/core';
import type { Documents, Located } from './documents.ts';
import { isObject, member, objectAt, textAt, type JsonObject } from '../json-object.ts';
import { chooseMedia, contentTypeOf, type ChosenMedia } from './media-types.ts';
import type { Operation } from './read-operation.ts';
import { bodyProperties, fieldOf, fileSchema, isFile, type BodyProperty } from './request-body.ts';
import type { SharedSchemas } from './shared-schemas.ts';
import { shortText } from './short-text.ts';
import { upgradeSchema } from './upgrade-schema.ts';
import type { WrittenSchema } from './write-schema.ts';

/** The arguments of an operation as one flat object, and where each of them goes. */
export interface Request {
  readonly schema: WrittenSchema;
  readonly implementation: { readonly [field: string]: JsonValue };
}

interface RequestOptions {
  readonly documents: Documents;
  readonly shared: SharedSchemas;
  /** Headers that every request has: no argument sets them. */
  readonly headers: { readonly [name: string]: string };
}

export function requestOf(operation: Operation, options: RequestOptions): Request {
  return new RequestWriter(operation, options).write();
}

/** These are said by others: the body, the credentials, the connection. */
const notArguments =
  /^(?:accept|content-type|authorization|cookie|host|content-length|connection|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/iu;

class RequestWriter {
  readonly #operation: Operation;
  readonly #options: RequestOptions;
  readonly #properties = new Map<string, WrittenSchema>();
  readonly #required: string[] = [];
  readonly #needs = new Set<string>();
  readonly #parameters: JsonValue[] = [];

  constructor(operation: Operation, options: RequestOptions) {
    this.#operation = operation;
    this.#options = options;
  }

  write(): Request {
    const { parameters, path } = this.#operation;
    for (const parameter of parameters) this.#addParameter(parameter);
    for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/gu)) {
      // A place that the document forgets to describe is filled all the same.
      if (!parameters.some(({ value }) => textAt(value, 'in') === 'path' && textAt(value, 'name') === name))
        this.#add(name, { type: 'string' }, true);
    }
    const body = this.#addBody();
    const root: WrittenSchema = {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      ...(this.#required.length > 0 && { required: this.#required }),
      additionalProperties: false,
    };
    return {
      schema: this.#options.shared.complete(root, this.#needs),
      implementation: {
        ...(this.#parameters.length > 0 && { parameters: this.#parameters }),
        ...body,
      },
    };
  }

  #add(name: string, schema: WrittenSchema, required: boolean): void {
    this.#properties.set(name, schema);
    if (required) this.#required.push(name);
  }

  #addParameter({ value, file }: Located): void {
    const { path, method } = this.#operation;
    const [name, place] = [textAt(value, 'name'), textAt(value, 'in')];
    if (name === undefined || !isPlace(place)) return;
    if (place === 'path' && !path.includes(`{${name}}`)) return;
    if (place === 'header' && (notArguments.test(name) || this.#isFixed(name))) return;
    const content = chooseMedia(member(value, 'content'));
    const schema = { value: content?.media['schema'] ?? member(value, 'schema') ?? {}, file };
    const argument = this.#properties.has(name) ? `${place}_${name}` : name;
    const style = content === undefined ? this.#styleOf(value, place, schema) : { style: 'json' };
    const required = place === 'path' || member(value, 'required') === true;
    this.#add(argument, this.#write(schema, textAt(value, 'description')), required);
    const goesByItself = place === 'path' || (place === 'query' && /^(?:GET|HEAD|OPTIONS)$/u.test(method));
    if (goesByItself && style === undefined && argument === name) return;
    this.#parameters.push({ name, in: place, ...style, ...(argument !== name && { argument }) });
  }

  #isFixed(name: string): boolean {
    return Object.keys(this.#options.headers).some((header) => header.toLowerCase() === name.toLowerCase());
  }

  #write(schema: Located, description: string | undefined): WrittenSchema {
    const { value, file } = schema;
    const described = isObject(value) && description ? { ...value, description } : value;
    return this.#options.shared.write({ value: described, file }, this.#needs);
  }

  /** Undefined where every style says the same: for what is neither a list nor an object. */
  #styleOf(parameter: unknown, place: Place, schema: Located): { [key: string]: JsonValue } | undefined {
    const { value } = this.#options.documents.follow(schema);
    const types = [isObject(value) ? upgradeSchema(value)['type'] : undefined].flat();
    const isScalar = types.every((type) => typeof type === 'string' && !/^(?:array|object)$/u.test(type));
    const said = textAt(parameter, 'style');
    const style = said ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    if (isScalar && style !== 'label' && style !== 'matrix') return undefined;
    const explode = member(parameter, 'explode');
    const isExploded = typeof explode === 'boolean' ? explode : style === 'form';
    const isList = types.length === 1 && types[0] === 'array';
    if (isList && place === 'query' && style === 'form' && isExploded) return undefined;
    return { style, ...(isExploded !== (style === 'form') && { explode: isExploded }) };
  }

  #addBody(): { readonly [field: string]: JsonValue } {
    const { body, method } = this.#operation;
    const chosen = body && chooseMedia(member(body.value, 'content'));
    // OpenAPI 3.0: where HTTP gives a body no meaning, it is ignored.
    if (body === undefined || chosen === undefined || /^(?:GET|HEAD|OPTIONS)$/u.test(method)) return {};
    const type = contentTypeOf(chosen);
    const common = {
      ...(chosen.bodyType !== 'json' && { bodyType: chosen.bodyType }),
      ...(type !== undefined && { headers: { 'content-type': type } }),
    };
    const schema = { value: chosen.media['schema'] ?? {}, file: body.file };
    const isObjectBody = chosen.bodyType !== 'text' && chosen.bodyType !== 'binary';
    const properties = isObjectBody ? bodyProperties(this.#options.documents, schema) : undefined;
    const collide = [...(properties?.keys() ?? [])].some((name) => this.#properties.has(name));
    const isRequired = member(body.value, 'required') !== false;
    if (properties !== undefined && properties.size > 0 && !collide)
      return { ...common, ...this.#addProperties(properties, chosen, isRequired) };
    const argument =
      ['body', 'request_body', 'body_of_request'].find((name) => !this.#properties.has(name)) ?? 'body';
    const written = this.#write(schema, textAt(body.value, 'description'));
    this.#add(argument, wholeBody(chosen, written), member(body.value, 'required') === true);
    return { ...common, body: argument };
  }

  #addProperties(
    properties: ReadonlyMap<string, BodyProperty>,
    { media, bodyType }: ChosenMedia,
    isRequired: boolean,
  ): { readonly [field: string]: JsonValue } {
    const fields: { [name: string]: JsonValue } = {};
    const encodings = objectAt(media, 'encoding');
    for (const [name, { schema, required }] of properties) {
      const file = bodyType === 'multipart' && isFile(this.#options.documents, schema);
      this.#add(
        name,
        file ? this.#fileArgument(schema) : this.#write(schema, undefined),
        required && isRequired,
      );
      const encoding: JsonObject = objectAt(encodings, name);
      const field = bodyType === 'json' ? undefined : fieldOf(encoding, file);
      if (field !== undefined) fields[name] = field;
    }
    return Object.keys(fields).length === 0 ? {} : { fields };
  }

  #fileArgument(schema: Located): WrittenSchema {
    const { value } = this.#options.documents.follow(schema);
    const said = textAt(value, 'description');
    const described = { ...fileSchema, ...(said && { description: shortText(said, 200) }) };
    return member(value, 'type') === 'array' ? { type: 'array', items: fileSchema } : described;
  }
}

type Place = 'path' | 'query' | 'header' | 'cookie';

function isPlace(place: string | undefined): place is Place {
  return place === 'path' || place === 'query' || place === 'header' || place === 'cookie';
}

/** A body that is one argument: what a text or bytes hold is described, not checked. */
function wholeBody({ bodyType, type }: ChosenMedia, written: WrittenSchema): WrittenSchema {
  const said = textAt(written, 'description');
  const start = said === undefined ? '' : `${said} `;
  if (bodyType === 'text') return { type: 'string', description: `${start}(${type})` };
  if (bodyType === 'binary')
    return {
      type: 'string',
      contentEncoding: 'base64',
      description: `${start}(${type}, in base64)`,
    };
  return written;
}
