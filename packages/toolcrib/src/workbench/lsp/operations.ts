import { cutList } from '../cut-list.ts';
import { cutText } from '../cut-text.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { Answers, hoverText, toPosition } from './answers.ts';
import {
  severity,
  symbolKind,
  type CallHierarchyItem,
  type Diagnostic,
  type DocumentSymbol,
  type HoverContents,
  type Location,
  type WorkspaceEdit,
} from './protocol.ts';
import { applyRename, type RenameOptions } from './rename.ts';
import type { Server } from './server.ts';
import { isUncontained, mayBeTold } from './uncontained.ts';

export const operationNames = [
  'definition',
  'references',
  'hover',
  'symbols',
  'workspace_symbols',
  'diagnostics',
  'rename',
  'call_hierarchy',
] as const;

export type OperationName = (typeof operationNames)[number];

export interface LspInput {
  readonly operation: OperationName;
  readonly file_path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly query?: string | undefined;
  readonly new_name?: string | undefined;
  readonly limit: number;
}

export interface Asking {
  /** The one that knows the file; without a file, all that know any file of the project, each with one of them. */
  readonly servers: readonly ServerForFile[];
  /** From the root. */
  readonly path: string | undefined;
  readonly bench: Bench;
  readonly signal: AbortSignal;
}

export interface ServerForFile {
  readonly server: Server;
  readonly path: string;
}

type Operation = (input: LspInput, asking: Asking) => Promise<object>;

/** How long a server that sends diagnostics by itself is waited for. */
const diagnosticsPatience = 10_000;

/** Operations about one place in a file. */
const aboutPlaces: ReadonlySet<OperationName> = new Set([
  'definition',
  'references',
  'hover',
  'rename',
  'call_hierarchy',
]);

/** Refuses a question that lacks a part. */
export function requireParts(input: LspInput, asking: Pick<Asking, 'path' | 'bench'>): void {
  const { operation, new_name: newName } = input;
  if (operation === 'workspace_symbols') return;
  fileOf(input, asking);
  if (aboutPlaces.has(operation)) positionOf(input, asking);
  if (operation === 'rename' && newName === undefined) throw needs(operation, 'new_name', asking);
}

export const operations: Readonly<Record<OperationName, Operation>> = {
  definition: async (input, asking) => {
    const found = await askAt<Location | Location[] | null>('textDocument/definition', input, asking);
    return list('definitions', new Answers(asking.bench.files).spots(found), input, asking);
  },
  references: async (input, asking) => {
    const context = { includeDeclaration: true };
    const found = await askAt<Location[] | null>('textDocument/references', input, asking, { context });
    return list('references', new Answers(asking.bench.files).spots(found), input, asking);
  },
  hover: async (input, asking) => {
    const found = await askAt<{ contents: HoverContents } | null>('textDocument/hover', input, asking);
    return found === null ? { hover: null } : cutText('hover', hoverText(found.contents), asking.bench);
  },
  symbols: async (input, asking) => {
    const found = await askAbout<DocumentSymbol[] | null>('textDocument/documentSymbol', input, asking);
    return list('symbols', new Answers(asking.bench.files).symbols(found), input, asking);
  },
  workspace_symbols: async (input, asking) => {
    const { servers, bench, signal } = asking;
    const { query = '' } = input;
    const found = [];
    for (const { server, path } of servers) {
      const known = await server.ask(
        path,
        (connection) => connection.request<DocumentSymbol[] | null>('workspace/symbol', { query }, signal),
        signal,
      );
      const symbols = new Answers(bench.files).symbols(known);
      found.push(...symbols.filter(({ path: place }) => tellable(server, place, bench)));
    }
    return list('symbols', found, input, asking);
  },
  diagnostics: async (input, asking) => {
    const { signal } = asking;
    const found = await serverOf(input, asking).ask(
      fileOf(input, asking),
      async (connection, uri) => {
        if (!connection.givesDiagnostics) return connection.published(uri, diagnosticsPatience, signal);
        const about = { textDocument: { uri } };
        const report = await connection.request<{ items?: Diagnostic[] } | null>(
          'textDocument/diagnostic',
          about,
          signal,
        );
        return report?.items ?? [];
      },
      signal,
    );
    const diagnostics = found.map(({ range, severity: level, code, source, message }) => ({
      line: range.start.line + 1,
      column: range.start.character + 1,
      severity: severity(level),
      ...(code !== undefined && { code }),
      ...(source !== undefined && { source }),
      message,
    }));
    return list('diagnostics', diagnostics, input, asking);
  },
  rename: async (input, asking) => ({ renamed: await rename(input, asking, applyRename) }),
  call_hierarchy: async (input, asking) => {
    const { signal, bench } = asking;
    const position = positionOf(input, asking);
    return serverOf(input, asking).ask(
      fileOf(input, asking),
      async (connection, uri) => {
        const at = { textDocument: { uri }, position };
        const items = await connection.request<CallHierarchyItem[] | null>(
          'textDocument/prepareCallHierarchy',
          at,
          signal,
        );
        const [item] = items ?? [];
        if (item === undefined) return { of: null };
        const [incoming, outgoing] = await Promise.all([
          connection.request<{ from: CallHierarchyItem }[] | null>(
            'callHierarchy/incomingCalls',
            { item },
            signal,
          ),
          connection.request<{ to: CallHierarchyItem }[] | null>(
            'callHierarchy/outgoingCalls',
            { item },
            signal,
          ),
        ]);
        const answers = new Answers(bench.files);
        const server = serverOf(input, asking);
        const show = (one: CallHierarchyItem): object[] => {
          const spot = answers.spot(one.uri, one.selectionRange);
          if (!tellable(server, spot.path, bench)) return [];
          return [{ name: one.name, kind: symbolKind(one.kind), ...spot }];
        };
        return {
          of: show(item)[0] ?? null,
          called_by: (incoming ?? []).flatMap(({ from }) => show(from)).slice(0, input.limit),
          calls: (outgoing ?? []).flatMap(({ to }) => show(to)).slice(0, input.limit),
        };
      },
      signal,
    );
  },
};

/** Works out a rename, and hands it to whoever judges it or writes it. */
export function rename<Outcome>(
  input: LspInput,
  asking: Asking,
  take: (edit: WorkspaceEdit, options: RenameOptions) => Promise<Outcome>,
): Promise<Outcome> {
  const { bench, signal } = asking;
  const position = positionOf(input, asking);
  return serverOf(input, asking).ask(
    fileOf(input, asking),
    async (connection, uri, told) => {
      const wanted = { textDocument: { uri }, position, newName: input.new_name };
      const edit = await connection.request<WorkspaceEdit | null>('textDocument/rename', wanted, signal);
      if (edit === null) throw failure('LSP', 'nothing_to_rename', {}, bench);
      return take(edit, { bench, signal, isUnchanged: (path) => told.isUnchanged(path) });
    },
    signal,
  );
}

/** Where nothing contains the server, names of what it has read outside are not told: they are content of files. */
function tellable(server: Server, path: string | undefined, bench: Bench): boolean {
  return !isUncontained(bench) || mayBeTold(path, server.definition.reads);
}

function askAt<Answer>(method: string, input: LspInput, asking: Asking, more: object = {}): Promise<Answer> {
  return askAbout(method, input, asking, { position: positionOf(input, asking), ...more });
}

function askAbout<Answer>(
  method: string,
  input: LspInput,
  asking: Asking,
  more: object = {},
): Promise<Answer> {
  const { signal } = asking;
  return serverOf(input, asking).ask(
    fileOf(input, asking),
    (connection, uri) => connection.request<Answer>(method, { textDocument: { uri }, ...more }, signal),
    signal,
  );
}

function serverOf(input: LspInput, asking: Asking): Server {
  fileOf(input, asking);
  return (asking.servers[0] as ServerForFile).server;
}

function positionOf(
  input: LspInput,
  asking: Pick<Asking, 'path' | 'bench'>,
): { line: number; character: number } {
  const { operation, line, column } = input;
  fileOf(input, asking);
  if (line === undefined) throw needs(operation, 'line', asking);
  if (column === undefined) throw needs(operation, 'column', asking);
  return toPosition(line, column);
}

function fileOf({ operation }: LspInput, asking: Pick<Asking, 'path' | 'bench'>): string {
  if (asking.path === undefined) throw needs(operation, 'file_path', asking);
  return asking.path;
}

function needs(operation: string, parameter: string, { bench }: Pick<Asking, 'bench'>): Error {
  return failure('LSP', 'parameter_needed', { operation, parameter }, bench);
}

function list(
  name: string,
  found: readonly object[],
  { limit }: LspInput,
  { bench }: Asking,
): Promise<object> {
  return cutList(name, found, limit, bench);
}
