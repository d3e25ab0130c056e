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
import { applyRename } from './rename.ts';
import type { Server } from './server.ts';

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

interface Asking {
  readonly server: Server;
  /** Absolute. */
  readonly path: string | undefined;
  readonly bench: Bench;
  readonly signal: AbortSignal;
}

type Operation = (input: LspInput, asking: Asking) => Promise<object>;

/** How long a server that sends diagnostics by itself is waited for. */
const diagnosticsPatience = 10_000;

export const operations: Readonly<Record<OperationName, Operation>> = {
  definition: async (input, asking) => {
    const found = await askAt<Location | Location[] | null>('textDocument/definition', input, asking);
    return list('definitions', new Answers(asking.bench.files).spots(found), input);
  },
  references: async (input, asking) => {
    const found = await askAt<Location[] | null>('textDocument/references', input, asking, {
      context: { includeDeclaration: true },
    });
    return list('references', new Answers(asking.bench.files).spots(found), input);
  },
  hover: async (input, asking) => {
    const found = await askAt<{ contents: HoverContents } | null>('textDocument/hover', input, asking);
    return { hover: found === null ? null : hoverText(found.contents) };
  },
  symbols: async (input, asking) => {
    const { server, signal } = asking;
    const found = await server.ask(fileOf(input, asking), (connection, uri) =>
      connection.request<DocumentSymbol[] | null>(
        'textDocument/documentSymbol',
        { textDocument: { uri } },
        signal,
      ),
    );
    return list('symbols', new Answers(asking.bench.files).symbols(found), input);
  },
  workspace_symbols: async (input, { server, path, bench, signal }) => {
    const { query = '' } = input;
    const found = await server.ask(path, (connection) =>
      connection.request<DocumentSymbol[] | null>('workspace/symbol', { query }, signal),
    );
    return list('symbols', new Answers(bench.files).symbols(found), input);
  },
  diagnostics: async (input, asking) => {
    const { server, signal } = asking;
    const found = await server.ask(fileOf(input, asking), async (connection, uri) => {
      if (!connection.givesDiagnostics) return connection.published(uri, diagnosticsPatience);
      const report = await connection.request<{ items?: Diagnostic[] }>(
        'textDocument/diagnostic',
        { textDocument: { uri } },
        signal,
      );
      return report.items ?? [];
    });
    const diagnostics = found.map(({ range, severity: level, code, source, message }) => ({
      line: range.start.line + 1,
      column: range.start.character + 1,
      severity: severity(level),
      ...(code !== undefined && { code }),
      ...(source !== undefined && { source }),
      message,
    }));
    return list('diagnostics', diagnostics, input);
  },
  rename: async (input, asking) => {
    const { new_name: newName } = input;
    if (newName === undefined)
      throw failure('LSP', 'parameter_needed', { operation: 'rename', parameter: 'new_name' }, asking.bench);
    const edit = await askAt<WorkspaceEdit | null>('textDocument/rename', input, asking, { newName });
    if (edit === null) throw failure('LSP', 'nothing_to_rename', {}, asking.bench);
    return { renamed: await applyRename(edit, asking.bench) };
  },
  call_hierarchy: async (input, asking) => {
    const { server, signal, bench } = asking;
    const position = positionOf(input, asking);
    return server.ask(fileOf(input, asking), async (connection, uri) => {
      const at = { textDocument: { uri }, position };
      const items = await connection.request<CallHierarchyItem[] | null>(
        'textDocument/prepareCallHierarchy',
        at,
        signal,
      );
      const [item] = items ?? [];
      if (item === undefined) return { calls: null };
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
      const show = (one: CallHierarchyItem): object => ({
        name: one.name,
        kind: symbolKind(one.kind),
        ...answers.spot(one.uri, one.selectionRange),
      });
      return {
        of: show(item),
        called_by: (incoming ?? []).slice(0, input.limit).map(({ from }) => show(from)),
        calls: (outgoing ?? []).slice(0, input.limit).map(({ to }) => show(to)),
      };
    });
  },
};

function askAt<Answer>(method: string, input: LspInput, asking: Asking, more: object = {}): Promise<Answer> {
  const position = positionOf(input, asking);
  return asking.server.ask(fileOf(input, asking), (connection, uri) =>
    connection.request<Answer>(method, { textDocument: { uri }, position, ...more }, asking.signal),
  );
}

function positionOf(
  { operation, line, column }: LspInput,
  { bench }: Asking,
): { line: number; character: number } {
  if (line === undefined) throw failure('LSP', 'parameter_needed', { operation, parameter: 'line' }, bench);
  if (column === undefined)
    throw failure('LSP', 'parameter_needed', { operation, parameter: 'column' }, bench);
  return toPosition(line, column);
}

function fileOf({ operation }: LspInput, { path, bench }: Asking): string {
  if (path === undefined)
    throw failure('LSP', 'parameter_needed', { operation, parameter: 'file_path' }, bench);
  return path;
}

function list(name: string, found: readonly object[], { limit }: LspInput): object {
  return { [name]: found.slice(0, limit), ...(found.length > limit && { total: found.length }) };
}
