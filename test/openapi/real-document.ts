import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import {
  createOpenApiConnector,
  type Survey,
} from '../../packages/toolcrib/src/connectors/openapi/openapi-connector.ts';
import type { OpenApiDefinition } from '../../packages/toolcrib/src/connectors/openapi/openapi-definition.ts';
import { temporaryProject } from '../project.ts';

const folder = resolve(import.meta.dirname, '../data/openapi');

/** One of the documents of `test/data/openapi` as a file that can be read. */
export function realDocument(name: string): string {
  if (!name.endsWith('.br')) return join(folder, name);
  const plain = name.slice(0, -'.br'.length);
  const text = brotliDecompressSync(readFileSync(join(folder, name))).toString();
  return join(temporaryProject({ [plain]: text }), plain);
}

/** A document of a test's own, read. */
export function surveyOf(document: unknown, more: Partial<OpenApiDefinition> = {}): Promise<Survey> {
  return survey({ document: join(temporaryProject({ 'api.json': document }), 'api.json'), ...more });
}

export async function survey(
  definition: Partial<OpenApiDefinition> & Pick<OpenApiDefinition, 'document'>,
  fetch: Parameters<typeof createOpenApiConnector>[0]['fetch'] = notThere,
): Promise<Survey> {
  const definitions = [{ name: 'api', ...definition }];
  const [source] = createOpenApiConnector({ definitions, fetch }).sources;
  if (source === undefined) throw new Error('no source');
  return source.survey(new AbortController().signal);
}

function notThere(url: URL): never {
  throw new Error(`nobody may reach ${url.href}`);
}
