import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseTool, type Fetch, type Tool } from '@toolcrib/core';
import { createOpenApiConnector, type Survey } from './openapi-connector.ts';
import type { OpenApiDefinition } from './openapi-definition.ts';

const folders: string[] = [];

/** What every test does in the end that has made files. */
export function removeFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A folder with these files. */
export function filesIn(files: { readonly [name: string]: unknown }): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'openapi-')));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Reads a document that stands in a file, or at an address that `fetch` answers for. */
export async function survey(
  definition: Partial<OpenApiDefinition> & Pick<OpenApiDefinition, 'document'>,
  fetch: Fetch = unreachable,
): Promise<Survey> {
  const definitions = [{ name: 'api', ...definition }];
  const [source] = createOpenApiConnector({ definitions, fetch }).sources;
  if (source === undefined) throw new Error('no source');
  return source.survey(new AbortController().signal);
}

function unreachable(url: URL): never {
  throw new Error(`nobody may reach ${url.href}`);
}

/** The same for a document that is given. */
export function surveyOf(document: unknown, more: Partial<OpenApiDefinition> = {}): Promise<Survey> {
  return survey({ document: join(filesIn({ 'api.json': document }), 'api.json'), ...more });
}

/** An OpenAPI document with these paths and nothing else that matters. */
export function openApi(paths: object, more: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    servers: [{ url: 'https://api.example/v1' }],
    paths,
    ...more,
  };
}

/** The tools of a document, each as the registry would take it. */
export async function toolsOf(document: unknown, more: Partial<OpenApiDefinition> = {}): Promise<Tool[]> {
  return (await surveyOf(document, more)).definitions.map((definition) => parseTool(definition));
}

/** The one tool of a document with one operation. */
export async function toolOf(operation: object, more: object = {}): Promise<Tool> {
  const [tool] = await toolsOf(openApi({ '/things/{id}': { post: operation } }, more));
  if (tool === undefined) throw new Error('no tool');
  return tool;
}
