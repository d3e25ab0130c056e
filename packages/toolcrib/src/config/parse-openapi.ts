import { resolve } from 'node:path';
import { isSecretName, parseTool, type RestAuth } from '@toolcrib/core';
import type { OpenApiDefinition } from '../connectors/openapi/openapi-definition.ts';
import type { Path } from './config-place.ts';
import { isObject, type ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the documents of APIs by name. One that cannot be read as it was meant is left out. */
export function parseOpenApi(reader: ConfigReader, directory: string): readonly OpenApiDefinition[] {
  return Object.keys(reader.object('openapi') ?? {}).flatMap((name) => {
    const before = reader.problems.length;
    const definition = readEntry(reader, name, directory);
    return definition === undefined || reader.problems.length > before ? [] : [definition];
  });
}

function readEntry(reader: ConfigReader, name: string, directory: string): OpenApiDefinition | undefined {
  const path = ['openapi', name];
  if (reader.object(path) === undefined) return undefined;
  reader.refuseUnknown(path, knownKeys.openapi);
  if (!/^[A-Za-z0-9][\w-]{0,31}$/u.test(name))
    reader.report(path, 'bad_source_name', (_, texts) => texts.sourceName);
  const document = reader.name([...path, 'document']);
  const baseUrl = reader.text([...path, 'base_url']);
  if (baseUrl !== undefined && !/^https?:\/\/[^/\s@?#]+(?:\/[^?#\s]*)?$/iu.test(baseUrl))
    reader.report([...path, 'base_url'], 'wrong_type', (_, texts) => texts.webAddress);
  return document === undefined
    ? undefined
    : {
        name,
        document: /^https?:\/\//iu.test(document) ? document : resolve(directory, document),
        baseUrl,
        secrets: readTexts(reader, [...path, 'secrets']),
        auth: readAuth(reader, [...path, 'auth']),
        include: reader.names([...path, 'include']),
        exclude: reader.names([...path, 'exclude']),
        tags: reader.names([...path, 'tags']),
        headers: readHeaders(reader, [...path, 'headers']),
        timeout: reader.number([...path, 'timeout'], { least: 1 }),
      };
}

function readTexts(reader: ConfigReader, path: Path): { readonly [name: string]: string } {
  const names = Object.keys(reader.object(path) ?? {});
  return Object.fromEntries(names.map((name) => [name, reader.name([...path, name]) ?? '']));
}

/** These are written into definitions, which are kept and shown: a secret has no place in them. */
function readHeaders(reader: ConfigReader, path: Path): { readonly [name: string]: string } {
  const headers = readTexts(reader, path);
  for (const name of Object.keys(headers).filter(isSecretName))
    reader.report([...path, name], 'secret_in_header', (_, texts) => texts.secretInHeader);
  return headers;
}

/** As in a tool of the kind `rest`, and read by the same parser. */
function readAuth(reader: ConfigReader, path: Path): RestAuth | undefined {
  const auth = reader.object(path);
  if (!isObject(auth) || !reader.refuseUnknown(path, knownKeys.auth)) return undefined;
  const implementation = { kind: 'rest', baseUrl: 'http://localhost', path: '/', auth };
  const probe = { name: 'auth', description: 'Credentials.', parameters: { type: 'object' }, implementation };
  const tool = reader.attempt(path, () => parseTool(probe));
  return tool?.implementation.kind === 'rest' ? tool.implementation.auth[0]?.[0] : undefined;
}
