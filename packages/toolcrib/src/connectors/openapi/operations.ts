import type { JsonValue } from '@toolcrib/core';
import type { SourceDefinition } from '../tool-source.ts';
import type { Documents } from './documents.ts';
import { listAt, member, textAt, isObject } from '../json-object.ts';
import { chooseMedia } from './media-types.ts';
import type { OpenApiDefinition } from './openapi-definition.ts';
import { OperationError } from './operation-error.ts';
import { requestOf } from './parameters-schema.ts';
import { readOperation, type Operation, type OperationPlace } from './read-operation.ts';
import type { Security } from './security.ts';
import { serverOf } from './servers.ts';
import { SharedSchemas } from './shared-schemas.ts';
import { shortText } from './short-text.ts';
import type { Version } from './upgrade.ts';
import type { WrittenSchema } from './write-schema.ts';

/** Turns operations of one document into definitions, one by one. */
export class OperationWriter {
  readonly #documents: Documents;
  readonly #version: Version;
  readonly #definition: OpenApiDefinition;
  readonly #security: Security;
  readonly #sent: SharedSchemas;
  readonly #answered: SharedSchemas;

  constructor(
    documents: Documents,
    version: Version,
    { definition, security }: { readonly definition: OpenApiDefinition; readonly security: Security },
  ) {
    const siblings = version === '3.1';
    this.#documents = documents;
    this.#version = version;
    this.#definition = definition;
    this.#security = security;
    this.#sent = new SharedSchemas(documents, { use: 'request', siblings });
    this.#answered = new SharedSchemas(documents, { use: 'response', siblings });
  }

  /** Throws an `OperationError` when it can become no tool. */
  write(place: OperationPlace, name: string): SourceDefinition {
    const { method, path } = place;
    if (!possible.test(method)) throw new OperationError({ kind: 'method', method });
    // What the operator has named is a place, and not only a host.
    if (climbing.test(path)) throw new OperationError({ kind: 'path' });
    const operation = readOperation(this.#documents, this.#version, place);
    const { said } = operation;
    const { headers = {}, baseUrl, timeout } = this.#definition;
    const request = requestOf(operation, { documents: this.#documents, shared: this.#sent, headers });
    const root = this.#documents.root.value;
    const document = this.#documents.root.file;
    const auth = this.#security.of(said, root);
    const { headers: own, ...implementation } = request.implementation;
    const sent = { ...headers, ...(own as object | undefined), ...acceptOf(operation) };
    const returns = this.#returns(operation);
    return {
      name,
      description: describe(operation),
      category: 'api',
      tags: tagsOf(operation),
      ...(said['deprecated'] === true && { deprecated: 'Its API calls it deprecated.' }),
      // What an API does with a request nobody has checked: only what reads goes without asking.
      ...(!reading.test(method) && { approval: 'confirm' }),
      ...(timeout !== undefined && { timeout }),
      parameters: request.schema,
      ...(returns !== undefined && { returns }),
      implementation: {
        kind: 'rest',
        baseUrl: serverOf(operation, { root, version: this.#version, document, baseUrl }),
        method,
        path,
        ...implementation,
        ...(Object.keys(sent).length > 0 && { headers: sent }),
        ...(auth !== undefined && { auth }),
      },
    };
  }

  /** What comes back, as far as it can be read: a tool is no worse for a description that is missing. */
  #returns({ answer }: Operation): WrittenSchema | undefined {
    const chosen = answer && chooseMedia(answer.value);
    if (answer === undefined || chosen === undefined) return undefined;
    if (chosen.bodyType !== 'json')
      return chosen.bodyType === 'binary'
        ? { type: 'string', contentEncoding: 'base64' }
        : { type: 'string' };
    try {
      const needs = new Set<string>();
      const shared = this.#answered;
      const schema = shared.write({ value: chosen.media['schema'], file: answer.file }, needs);
      return Object.keys(schema).length === 0
        ? undefined
        : shared.complete(shared.unfold(schema, needs), needs);
    } catch (error) {
      if (error instanceof OperationError) return undefined;
      throw error;
    }
  }
}

const possible = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/u;
const climbing = /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu;
const reading = /^(?:GET|HEAD|OPTIONS)$/u;
const maxDescription = 500;

/** The summary first: it is what lists and searches show. */
function describe({ said, method, path }: Operation): string {
  const [summary = '', description = ''] = [textAt(said, 'summary'), textAt(said, 'description')].map(
    (text) => (text === undefined ? undefined : shortText(text, maxDescription)),
  );
  const sentence = summary === '' || /[.!?。！？]$/u.test(summary) ? summary : `${summary}.`;
  const more = description.startsWith(summary)
    ? description.slice(summary.length).replace(/^[.\s]+/u, '')
    : description;
  const told = shortText(`${sentence} ${more}`, maxDescription);
  return told === '' ? `${method} ${path}` : told;
}

function tagsOf({ said }: Operation): JsonValue {
  return listAt(said, 'tags')
    .filter((tag): tag is string => typeof tag === 'string')
    .slice(0, 5)
    .map((tag) => shortText(tag, 60));
}

/** Where an answer comes in several types, the one that we read best is asked for. */
function acceptOf({ answer }: Operation): { accept?: string } {
  const content = answer?.value;
  if (!isObject(content) || Object.keys(content).length < 2) return {};
  const type =
    member(content, 'application/json') === undefined ? chooseMedia(content)?.type : 'application/json';
  return type === undefined || type.includes('*') ? {} : { accept: type };
}
