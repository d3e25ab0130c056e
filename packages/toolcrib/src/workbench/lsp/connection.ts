import { pathToFileURL } from 'node:url';
import rpc, { type MessageConnection } from 'vscode-jsonrpc/node';
import type { RunningProcess } from '../../fence/processes/processes.ts';
import type { Diagnostic } from './protocol.ts';
import { ServerEnded } from './server-ended.ts';

/** What the server said it can do, as far as it is asked here. */
interface ServerCapabilities {
  readonly diagnosticProvider?: unknown;
}

const clientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
    symbol: {},
  },
  textDocument: {
    synchronization: { didSave: true },
    definition: { linkSupport: true },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    callHierarchy: {},
    diagnostic: { relatedDocumentSupport: false },
    publishDiagnostics: {},
  },
  window: { workDoneProgress: true },
  general: { positionEncodings: ['utf-16'] },
};

/** A conversation with one running language server. */
export class Connection {
  readonly #rpc: MessageConnection;
  readonly #process: RunningProcess;
  readonly #published = new Map<string, readonly Diagnostic[]>();
  readonly #publishing = new Set<() => void>();
  readonly #whenEnded: Promise<never>;
  #capabilities: ServerCapabilities = {};
  #ended = false;

  constructor(process: RunningProcess) {
    this.#process = process;
    const { StreamMessageReader, StreamMessageWriter, createMessageConnection } = rpc;
    this.#rpc = createMessageConnection(
      new StreamMessageReader(process.stdout),
      new StreamMessageWriter(process.stdin),
      silence,
    );
    process.stderr.resume();
    // A server that crashes must not take us with it: writing to it then fails, and nobody listens to that.
    process.stdin.on('error', () => undefined);
    this.#rpc.onError(() => undefined);
    this.#answerServer();
    this.#whenEnded = process.exited.then(() => {
      this.#end();
      throw new ServerEnded('');
    });
    this.#whenEnded.catch(() => undefined);
    this.#rpc.onClose(() => this.#end());
    this.#rpc.listen();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether it gives diagnostics when asked; others send them by themselves. */
  get givesDiagnostics(): boolean {
    return this.#capabilities.diagnosticProvider !== undefined;
  }

  async initialize(root: string, options: unknown): Promise<void> {
    const uri = pathToFileURL(root).href;
    const { capabilities } = await this.request<{ capabilities: ServerCapabilities }>('initialize', {
      processId: null,
      clientInfo: { name: 'toolcrib' },
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'project' }],
      capabilities: clientCapabilities,
      initializationOptions: options,
    });
    this.#capabilities = capabilities;
    await this.notify('initialized', {});
  }

  /** Rejects with `ServerEnded` when the server ends before it has answered. */
  async request<Result>(method: string, parameters: unknown, signal?: AbortSignal): Promise<Result> {
    const cancellation = new rpc.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await this.#unlessEnded(method, () =>
        this.#rpc.sendRequest<Result>(method, parameters, cancellation.token),
      );
    } finally {
      signal?.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }

  notify(method: string, parameters: unknown): Promise<void> {
    return this.#unlessEnded(method, () => this.#rpc.sendNotification(method, parameters));
  }

  async #unlessEnded<Result>(method: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#ended) throw new ServerEnded(method);
    try {
      return await Promise.race([work(), this.#whenEnded]);
    } catch (error) {
      if (this.#ended) throw new ServerEnded(method);
      throw error;
    }
  }

  /** What the server has sent about a file, waiting a while for the first time. */
  async published(uri: string, atMost: number): Promise<readonly Diagnostic[]> {
    const known = this.#published.get(uri);
    if (known !== undefined) return known;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#publishing.delete(look);
        resolve();
      };
      const look = (): void => void (this.#published.has(uri) && end());
      const timer = setTimeout(end, atMost);
      this.#publishing.add(look);
    });
    return this.#published.get(uri) ?? [];
  }

  /** A changed file is judged anew. */
  forget(uri: string): void {
    this.#published.delete(uri);
  }

  async close(): Promise<void> {
    if (!this.#ended) {
      const asked = this.request('shutdown', null).then(() => this.notify('exit', null));
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 500).unref())]).catch(
        () => undefined,
      );
    }
    await this.#process.end();
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#rpc.dispose();
  }

  /** Servers wait for answers to these before they answer us. */
  #answerServer(): void {
    this.#rpc.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => null),
    );
    this.#rpc.onRequest('workspace/workspaceFolders', () => null);
    this.#rpc.onRequest('client/registerCapability', () => null);
    this.#rpc.onRequest('client/unregisterCapability', () => null);
    this.#rpc.onRequest('window/workDoneProgress/create', () => null);
    this.#rpc.onRequest('window/showMessageRequest', () => null);
    // Nothing is written but what was asked for by a rename.
    this.#rpc.onRequest('workspace/applyEdit', () => ({ applied: false }));
    this.#rpc.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: readonly Diagnostic[] }) => {
        this.#published.set(uri, diagnostics);
        for (const look of this.#publishing) look();
      },
    );
  }
}

const silence = { error: nothing, warn: nothing, info: nothing, log: nothing };

function nothing(): void {
  // What the library would log is told by the requests that fail.
}
