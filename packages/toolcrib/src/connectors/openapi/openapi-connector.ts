import { matchesGlob, type Fetch, type JsonValue } from '@toolcrib/core';
import { FileFault } from '../../files/file-fault.ts';
import { SourceError } from '../source-error.ts';
import type { Connector, SourceDefinition, ToolSource } from '../tool-source.ts';
import type { Documents } from './documents.ts';
import { listAt, objectAt, textAt } from '../json-object.ts';
import type { OpenApiDefinition } from './openapi-definition.ts';
import { OperationError, type OperationProblem } from './operation-error.ts';
import { operationNames } from './operation-names.ts';
import { OperationWriter } from './operations.ts';
import { documentLimits } from './document-limits.ts';
import { OversizeProblem, SyntaxProblem } from './parse-text.ts';
import { AnswerProblem, readDocument } from './read-document.ts';
import { placesIn, saidAt, type OperationPlace } from './read-operation.ts';
import { Security, type SecurityScheme } from './security.ts';
import type { DocumentProblem } from './texts.ts';
import { versionOf } from './upgrade.ts';

export interface OpenApiOptions {
  readonly definitions: readonly OpenApiDefinition[];
  /** Reaches what may be reached. */
  readonly fetch: Fetch;
}

/** Everything that a document says, read at one time. */
export interface Survey {
  readonly title: string;
  readonly version: string;
  /** Operations that were chosen. */
  readonly operations: number;
  readonly definitions: readonly SourceDefinition[];
  /** Operations that become no tool. */
  readonly leftOut: readonly LeftOut[];
  readonly schemes: readonly SecurityScheme[];
}

interface LeftOut {
  /** Such as `GET /pets`. */
  readonly operation: string;
  readonly problem: OperationProblem;
}

export interface OpenApiSource extends ToolSource {
  /** The same as `definitions`, with what is said besides. */
  survey(signal: AbortSignal): Promise<Survey>;
}

/** The documents of APIs as sources of tools. Their tools are of the kind `rest`, so there is no executor. */
export function createOpenApiConnector({ definitions, fetch }: OpenApiOptions): Connector & {
  readonly sources: readonly OpenApiSource[];
} {
  return {
    sources: definitions.map((definition) => createSource(definition, fetch)),
    close: async () => undefined,
  };
}

function createSource(definition: OpenApiDefinition, fetch: Fetch): OpenApiSource {
  const survey = (signal: AbortSignal): Promise<Survey> => surveyDocument(definition, { fetch, signal });
  return {
    name: definition.name,
    kind: 'openapi',
    origin: originOf(definition),
    survey,
    definitions: async (signal) => (await survey(signal)).definitions,
  };
}

function originOf({ document, baseUrl }: OpenApiDefinition): { readonly [name: string]: JsonValue } {
  return { document, ...(baseUrl !== undefined && { base_url: baseUrl }) };
}

const readTimeout = 60_000;

async function surveyDocument(
  definition: OpenApiDefinition,
  { fetch, signal }: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<Survey> {
  const documents = await read(definition, fetch, signal);
  try {
    return surveyAll(definition, documents);
  } catch (error) {
    if (!(error instanceof OversizeProblem)) throw error;
    throw new SourceError(definition.name, { kind: 'document_too_large' }, { cause: error });
  }
}

function surveyAll(definition: OpenApiDefinition, documents: Documents): Survey {
  const root = documents.root.value;
  const version = versionOf(root);
  if (version === undefined) throw new SourceError(definition.name, { kind: 'document_unknown' });
  const { secrets = {}, auth } = definition;
  const security = new Security(documents, version, { secrets, auth });
  const writer = new OperationWriter(documents, version, { definition, security });
  const places = placesIn(documents);
  if (places.length > documentLimits.operations) throw new OversizeProblem();
  const names = operationNames(definition.name, places);
  const chosen = places.filter((place) => isChosen(place, names.get(place)?.operation ?? '', definition));
  const definitions: SourceDefinition[] = [];
  const leftOut: LeftOut[] = [];
  for (const place of chosen) {
    try {
      definitions.push(writer.write(place, names.get(place)?.tool ?? ''));
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      leftOut.push({ operation: `${place.method} ${place.path}`, problem: error.problem });
    }
  }
  const info = objectAt(root, 'info');
  return {
    title: textAt(info, 'title') ?? '',
    // YAML takes a version such as 1.0 for a number.
    version: typeof info['version'] === 'number' ? `${info['version']}` : (textAt(info, 'version') ?? ''),
    operations: chosen.length,
    definitions,
    leftOut,
    schemes: security.schemes,
  };
}

async function read(
  { name, document }: OpenApiDefinition,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Documents> {
  const timeout = AbortSignal.timeout(readTimeout);
  try {
    return await readDocument(document, { fetch, signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    signal.throwIfAborted();
    const cause = { cause: error };
    if (timeout.aborted)
      throw new SourceError(name, { kind: 'source_timeout', milliseconds: readTimeout }, cause);
    if (error instanceof OversizeProblem) throw new SourceError(name, { kind: 'document_too_large' }, cause);
    if (error instanceof SyntaxProblem)
      throw new SourceError(name, { kind: 'document_syntax', detail: error.message }, cause);
    if (error instanceof FileFault)
      throw new SourceError(
        name,
        { kind: 'document_unreadable', file: error.file, problem: error.problem },
        cause,
      );
    if (error instanceof AnswerProblem) throw new SourceError(name, problemOf(error), cause);
    throw new SourceError(name, { kind: 'source_unreachable', detail: (error as Error).message }, cause);
  }
}

function problemOf({ status, location }: AnswerProblem): DocumentProblem {
  return location !== undefined && status >= 300 && status < 400
    ? { kind: 'document_moved', location }
    : { kind: 'document_status', status };
}

/** An operation goes by its id, or by its method and path. */
function isChosen(place: OperationPlace, name: string, definition: OpenApiDefinition): boolean {
  const { include, exclude = [], tags } = definition;
  const spellings = [name, `${place.method} ${place.path}`];
  const matches = (pattern: string): boolean => spellings.some((text) => matchesGlob(pattern, text));
  if (include !== undefined && !include.some(matches)) return false;
  if (exclude.some(matches)) return false;
  return tags === undefined || listAt(saidAt(place), 'tags').some((tag) => tags.includes(String(tag)));
}
