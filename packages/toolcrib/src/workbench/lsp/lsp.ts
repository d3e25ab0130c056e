import { defineTool, type Effect, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { workbenchNotes } from '../notes.ts';
import { serverFor, typescriptServer, type LanguageServerDefinition } from './language-servers.ts';
import { operationNames, operations, type LspInput } from './operations.ts';
import { Server } from './server.ts';

/** Asks language servers about code. */
export function createLspTool(bench: Bench, configured: readonly LanguageServerDefinition[] = []): Tool {
  const own = typescriptServer();
  const definitions = [...configured, ...(own === undefined ? [] : [own])];
  const servers = new Map<string, Server>();
  bench.onClose(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()));
  });

  const serverOf = (path: string | undefined): Server => {
    const definition = path === undefined ? definitions[0] : serverFor(path, definitions);
    if (definition === undefined) {
      throw failure(
        'LSP',
        'no_language_server',
        { path: path ?? '', known: definitions.map(({ name }) => name) },
        bench,
      );
    }
    const server = servers.get(definition.name) ?? new Server(definition, bench);
    servers.set(definition.name, server);
    return server;
  };

  return defineTool({
    type: 'builtin',
    name: 'LSP',
    aliases: ['lsp'],
    description: [
      'Ask a language server about code: definition, references, hover, symbols of a file, workspace_symbols by name, diagnostics, rename, call_hierarchy.',
      'Lines and columns count from 1; a column is that of the name in its line. TypeScript and JavaScript work at once, other languages by configuration.',
    ].join('\n'),
    shortDescription: 'Ask a language server about code.',
    whenToUse:
      'To follow names through code by their meaning, where Grep would only find text; to rename safely; to see errors.',
    category: 'code',
    tier: 'medium',
    tags: ['language server', 'definition', 'references', 'rename', 'diagnostics', 'types'],
    annotations: { readOnly: false, destructive: false },
    permission: 'read_only',
    approval: 'safe',
    source: 'workbench',
    parameters: {
      type: 'object',
      properties: {
        operation: { type: 'string', enum: operationNames, description: 'What to ask' },
        file_path: { type: 'string', description: 'The file; needed by all but workspace_symbols' },
        line: {
          type: 'integer',
          description: 'definition, references, hover, rename, call_hierarchy: from 1',
          minimum: 1,
        },
        column: {
          type: 'integer',
          description: 'definition, references, hover, rename, call_hierarchy: from 1',
          minimum: 1,
        },
        query: { type: 'string', description: 'workspace_symbols: part of a name', maxLength: 200 },
        new_name: { type: 'string', description: 'rename: the new name', minLength: 1, maxLength: 200 },
        limit: {
          type: 'integer',
          description: 'How many answers at most',
          minimum: 1,
          maximum: 1000,
          default: 100,
        },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      description:
        'Depends on the operation: places with path, line, column and text; symbols; diagnostics; renamed files',
    },
    examples: [
      {
        description: 'Where a name is defined',
        arguments: { operation: 'definition', file_path: 'src/main.ts', line: 3, column: 13 },
      },
      {
        description: 'What the file declares',
        arguments: { operation: 'symbols', file_path: 'src/greet.ts' },
      },
      {
        description: 'Errors and warnings of a file',
        arguments: { operation: 'diagnostics', file_path: 'src/main.ts' },
      },
      {
        description: 'A name, wherever it is declared',
        arguments: { operation: 'workspace_symbols', query: 'greet' },
      },
    ],
    cautions: [
      'rename asks a person first, because it may change many files; all of them are worked out before the first is written.',
      'Answers from outside the project give the path only.',
      'The first question starts the server and takes longer; a server that nobody asks for 5 minutes is closed.',
    ],
    timeout: 60_000,
    effects: (input) => effectsOf(input as LspInput, bench),
    run: async (given, { signal }) => {
      const input = given as LspInput;
      const place = input.file_path === undefined ? undefined : bench.files.locate(input.file_path, 'read');
      if (place !== undefined && place.kind !== 'file') {
        throw failure('LSP', 'file_not_found', { path: input.file_path ?? '' }, bench);
      }
      return operations[input.operation](input, {
        server: serverOf(place?.path),
        path: place?.path,
        bench,
        signal,
      });
    },
  });
}

function effectsOf({ operation, file_path = '.' }: LspInput, { locale }: Bench): Effect[] {
  if (operation !== 'rename') return [{ kind: 'read', path: file_path }];
  return [{ kind: 'write', path: file_path, risk: 'high', warning: workbenchNotes(locale).renameWarning }];
}
