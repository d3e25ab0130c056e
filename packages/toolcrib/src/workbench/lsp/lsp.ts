import { defineTool, type Effect, type Tool } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { toFailure } from '../file-failure.ts';
import { listFiles } from '../list-files.ts';
import { workbenchNotes } from '../notes.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { serverFor, typescriptServer, type LanguageServerDefinition } from './language-servers.ts';
import {
  operationNames,
  operations,
  rename,
  requireParts,
  type LspInput,
  type ServerForFile,
} from './operations.ts';
import { planRename } from './rename.ts';
import { ServerRefused } from './server-refused.ts';
import { Server, type ServerOptions } from './server.ts';
import { isUncontained, uncontainedRisk } from './uncontained.ts';

/** Asks language servers about code. */
export function createLspTool(
  bench: Bench,
  configured: readonly LanguageServerDefinition[] = [],
  options: ServerOptions = {},
): Tool {
  let definitions: readonly LanguageServerDefinition[] | undefined;
  const servers = new Map<LanguageServerDefinition, Server>();
  bench.onClose(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()));
  });

  const serverOf = (definition: LanguageServerDefinition): Server => {
    const server = servers.get(definition) ?? new Server(definition, bench, options);
    servers.set(definition, server);
    return server;
  };

  // Ours is looked for by the first question.
  const allDefinitions = (): readonly LanguageServerDefinition[] =>
    (definitions ??= [...configured, ...typescriptServer()]);

  const serversFor = async (path: string | undefined, signal: AbortSignal): Promise<ServerForFile[]> => {
    const files = path === undefined ? await filesOf(bench, signal) : [path];
    const all = allDefinitions();
    const known = all.flatMap((definition) => {
      const file = files.find((one) => serverFor(one, all) === definition);
      return file === undefined ? [] : [{ server: serverOf(definition), path: file }];
    });
    if (known.length > 0) return known;
    const facts = { path: path ?? '', known: all.map(({ name }) => name) };
    throw failure('LSP', 'no_language_server', facts, bench);
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
    riskFrom: 'effects',
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
      'Where no sandbox contains the server, hover and diagnostics ask a person once in a session, and so does everything that a configured server is asked.',
      'rename asks a person first, because it may change many files; either all of them are changed or none.',
      'workspace_symbols knows the part of the project that a file belongs to; file_path chooses it.',
      'Answers from outside the project give the path only.',
      'The first question starts the server and takes longer; a server that nobody asks for 5 minutes is closed.',
    ],
    timeout: 60_000,
    effects: (input) => effectsOf(input as LspInput, allDefinitions(), bench),
    preflight: async (given, { signal: calling }) => {
      const input = given as LspInput;
      const waiting = [AbortSignal.timeout(patience), ...(calling === undefined ? [] : [calling])];
      const signal = AbortSignal.any(waiting);
      try {
        const path = pathOf(input, bench);
        requireParts(input, { path, bench });
        const known = await serversFor(path, signal);
        // One that nothing contains is not started before somebody has said yes.
        if (input.operation !== 'rename' || isUncontained(bench)) return;
        await rename(input, { servers: known, path, bench, signal }, planRename);
      } catch (error) {
        throw toFailure(refusal(error, bench), 'LSP', bench);
      }
    },
    run: async (given, { signal }) => {
      const input = given as LspInput;
      try {
        const path = pathOf(input, bench);
        requireParts(input, { path, bench });
        const known = await serversFor(path, signal);
        return await operations[input.operation](input, { servers: known, path, bench, signal });
      } catch (error) {
        throw toFailure(refusal(error, bench), 'LSP', bench);
      }
    },
  });
}

function pathOf({ file_path: path }: LspInput, bench: Bench): string | undefined {
  if (path === undefined) return undefined;
  const { relative, kind } = bench.files.locate(path, 'read');
  if (kind === 'file') return relative;
  if (kind === 'missing') throw failure('LSP', 'file_not_found', { path }, bench);
  throw failure('LSP', 'not_a_file', { path, kind: kind === 'directory' ? kind : 'device' }, bench);
}

/** Always in the same order, so that a server is always shown the same one. */
async function filesOf(bench: Bench, signal: AbortSignal): Promise<readonly string[]> {
  const listed = await listFiles({ directory: bench.files.root, signal }, bench);
  return listed?.paths.toSorted() ?? [];
}

/** What a server has against a question, in its own words. */
function refusal(error: unknown, { locale }: Bench): unknown {
  if (!(error instanceof ServerRefused)) return error;
  return failure('LSP', 'server_refused', { words: error.message.slice(0, 2000) }, { locale, cause: error });
}

/** Milliseconds that looking ahead may take: it may start a server. */
const patience = 30_000;

function effectsOf(input: LspInput, all: readonly LanguageServerDefinition[], bench: Bench): Effect[] {
  const { operation, file_path: file } = input;
  const path = file ?? '.';
  const asked = file === undefined ? all : all.filter((one) => serverFor(file, all) === one);
  const risk = uncontainedRisk(operation, asked, bench);
  if (operation !== 'rename') return [{ kind: 'read', path: pathOfEffect(bench, path, 'read'), ...risk }];
  const warning = [workbenchNotes(bench.locale).renameWarning, ...(risk?.warning ? [risk.warning] : [])];
  return [
    { kind: 'write', path: pathOfEffect(bench, path, 'write'), risk: 'high', warning: warning.join(' ') },
  ];
}
