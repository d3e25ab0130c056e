import { pathToFileURL } from 'node:url';
import rpc, { type MessageConnection } from 'vscode-jsonrpc/node';
import type { RunningProcess } from '../../fence/processes/processes.ts';
import { FrameReader } from './frame-reader.ts';
import type { Diagnostic } from './protocol.ts';
import { ServerEnded } from './server-ended.ts';
import { ServerRefused } from './server-refused.ts';

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

/** Files whose diagnostics are kept, for servers that send them by themselves. */
const maxPublished = 1000;

/** A conversation with one running language server. */
export class Connection {
  readonly #rpc: MessageConnection;
  readonly #process: RunningProcess;
  readonly #published = new Map<string, readonly Diagnostic[]>();
  readonly #publishing = new Set<() => void>();
  readonly #ending = new AbortController();
  #capabilities: ServerCapabilities = {};
  #exited = false;

  constructor(process: RunningProcess) {
    this.#process = process;
    const { StreamMessageWriter, createMessageConnection } = rpc;
    this.#rpc = createMessageConnection(
      new FrameReader(process.stdout),
      new StreamMessageWriter(process.stdin),
      silence,
    );
    process.stderr.resume();
    // A server that crashes must not take us with it: writing to it then fails, and nobody listens to that.
    process.stdin.on('error', () => undefined);
    void process.exited.then(() => {
      this.#exited = true;
      this.#end();
    });
    this.#rpc.onClose(() => this.#end());
    this.#rpc.onError(() => this.#end());
    this.#answerServer();
    this.#rpc.listen();
  }

  get ended(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Whether it gives diagnostics when asked; others send them by themselves. */
  get givesDiagnostics(): boolean {
    return this.#capabilities.diagnosticProvider !== undefined;
  }

  async initialize(root: string, options: unknown, signal: AbortSignal): Promise<void> {
    const uri = pathToFileURL(root).href;
    const parameters = {
      processId: null,
      clientInfo: { name: 'toolcrib' },
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'project' }],
      capabilities: clientCapabilities,
      initializationOptions: options,
    };
    const answer = await this.request<{ capabilities?: ServerCapabilities } | null>(
      'initialize',
      parameters,
      signal,
    );
    this.#capabilities = answer?.capabilities ?? {};
    await this.notify('initialized', {}, signal);
  }

  /** Rejects with `ServerEnded` when the server ends before it has answered. */
  async request<Result>(method: string, parameters: unknown, signal: AbortSignal): Promise<Result> {
    const cancellation = new rpc.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel);
    try {
      return await this.#unless(signal, () =>
        this.#rpc.sendRequest<Result>(method, parameters, cancellation.token),
      );
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.dispose();
    }
  }

  /** A server that does not read is not waited for longer than anybody wants to wait. */
  notify(method: string, parameters: unknown, signal: AbortSignal): Promise<void> {
    return this.#unless(signal, () => this.#rpc.sendNotification(method, parameters));
  }

  /** What the server has sent about a file, waiting a while for the first time. */
  async published(uri: string, atMost: number, signal: AbortSignal): Promise<readonly Diagnostic[]> {
    const coming = (): Promise<void> =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          this.#publishing.delete(look);
          resolve();
        };
        const look = (): void => void ((this.#published.has(uri) || this.ended) && end());
        const timer = setTimeout(end, atMost);
        this.#publishing.add(look);
        look();
      });
    await this.#unless(signal, coming);
    return this.#published.get(uri) ?? [];
  }

  /** A changed file is judged anew. */
  forget(uri: string): void {
    this.#published.delete(uri);
  }

  /** Asks it to end, and ends it. */
  async close(): Promise<void> {
    if (!this.ended) {
      const signal = AbortSignal.timeout(500);
      await this.request('shutdown', null, signal)
        .then(() => this.notify('exit', null, signal))
        .catch(() => undefined);
    }
    this.#end();
    if (!this.#exited) await this.#process.end();
  }

  async #unless<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const ended = this.#ending.signal;
    if (ended.aborted) throw new ServerEnded();
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(ended.aborted ? new ServerEnded() : (signal.reason as Error));
    ended.addEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([work(), promise]);
    } catch (error) {
      // What is pending when a conversation ends is rejected in words of the library's own.
      if (ended.aborted && !signal.aborted) throw new ServerEnded();
      throw error instanceof rpc.ResponseError ? new ServerRefused(error.message, { cause: error }) : error;
    } finally {
      ended.removeEventListener('abort', stop);
      signal.removeEventListener('abort', stop);
    }
  }

  #end(): void {
    if (this.ended) return;
    this.#ending.abort();
    this.#rpc.dispose();
    for (const look of this.#publishing) look();
    // One that talks nonsense may go on doing so.
    if (!this.#exited) void this.#process.end();
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
        this.#published.delete(uri);
        this.#published.set(uri, diagnostics);
        const [oldest] = this.#published.keys();
        if (this.#published.size > maxPublished && oldest !== undefined) this.#published.delete(oldest);
        for (const look of this.#publishing) look();
      },
    );
  }
}

const silence = { error: nothing, warn: nothing, info: nothing, log: nothing };

function nothing(): void {
  // What the library would log is told by the requests that fail.
}
