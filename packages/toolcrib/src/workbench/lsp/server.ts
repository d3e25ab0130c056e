import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench } from '../bench.ts';
import { listFiles } from '../list-files.ts';
import type { Connection } from './connection.ts';
import type { LanguageServerDefinition } from './language-servers.ts';
import { ServerEnded } from './server-ended.ts';

/** Milliseconds after which a server that nobody asks is closed. */
const maxIdle = 5 * 60_000;

const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

/** One language server: started by the first question, kept warm, started again after a crash, closed when idle. */
export class Server {
  readonly definition: LanguageServerDefinition;
  readonly #bench: Bench;
  /** By path. */
  readonly #open = new Map<string, { readonly modified: number; readonly version: number }>();
  /** When each file of the server's languages was last changed, to tell it what has changed since. */
  #seen: Map<string, number> | undefined = undefined;
  #connecting: Promise<Connection> | undefined = undefined;
  #idle: NodeJS.Timeout | undefined = undefined;

  constructor(definition: LanguageServerDefinition, bench: Bench) {
    this.definition = definition;
    this.#bench = bench;
  }

  /** Asks something about a file of the project. A server that crashes over it is started again, once. */
  async ask<Answer>(
    path: string | undefined,
    question: (connection: Connection, uri: string) => Promise<Answer>,
  ): Promise<Answer> {
    clearTimeout(this.#idle);
    try {
      return await this.#askOnce(path, question);
    } catch (error) {
      if (!(error instanceof ServerEnded)) throw error;
      return await this.#askOnce(path, question);
    } finally {
      this.#idle = setTimeout(() => void this.close(), maxIdle).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const connecting = this.#connecting;
    this.#connecting = undefined;
    await (await connecting?.catch(() => undefined))?.close();
  }

  async #askOnce<Answer>(
    path: string | undefined,
    question: (connection: Connection, uri: string) => Promise<Answer>,
  ): Promise<Answer> {
    const connection = await this.#connect();
    await this.#tellChanges(connection);
    // What is open is the server's own copy: it no longer looks at the file.
    for (const opened of this.#open.keys()) await this.#refresh(connection, opened);
    return question(connection, path === undefined ? '' : await this.#show(connection, path));
  }

  async #connect(): Promise<Connection> {
    const known = await this.#connecting?.catch(() => undefined);
    if (known !== undefined && !known.ended) return known;
    this.#open.clear();
    this.#seen = undefined;
    this.#connecting = this.#start();
    return this.#connecting;
  }

  async #start(): Promise<Connection> {
    const { command, reads, initializationOptions } = this.definition;
    const { root } = this.#bench.files;
    const process = await this.#bench.processes.start({
      argv: command,
      directory: root,
      writes: 'nothing',
      reads,
    });
    // Loaded by the first question, with the library for the protocol.
    const { Connection: Conversation } = await import('./connection.ts');
    const connection = new Conversation(process);
    try {
      await connection.initialize(root, initializationOptions);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Files may have been changed by other tools and by people since the last question. */
  async #tellChanges(connection: Connection): Promise<void> {
    const { root } = this.#bench.files;
    const { languages } = this.definition;
    const listed = await listFiles({ directory: root }, this.#bench);
    const now = new Map<string, number>();
    for (const path of listed?.paths ?? []) {
      if (!Object.hasOwn(languages, extname(path).toLowerCase()) && !path.endsWith('.json')) continue;
      now.set(path, statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    }
    const before = this.#seen;
    this.#seen = now;
    if (before === undefined) return;
    const changes = [
      ...[...now].flatMap(([path, modified]) => {
        const known = before.get(path);
        if (known === modified) return [];
        return [{ path, type: known === undefined ? changeTypes.created : changeTypes.changed }];
      }),
      ...[...before.keys()]
        .filter((path) => !now.has(path))
        .map((path) => ({ path, type: changeTypes.deleted })),
    ].map(({ path, type }) => ({ uri: pathToFileURL(join(root, path)).href, type }));
    if (changes.length > 0) await connection.notify('workspace/didChangeWatchedFiles', { changes });
  }

  /** Opens a file for the server. */
  async #show(connection: Connection, path: string): Promise<string> {
    const uri = pathToFileURL(path).href;
    if (this.#open.has(path)) return uri;
    const { mtimeMs: modified } = statSync(path);
    const languageId = this.definition.languages[extname(path).toLowerCase()] ?? 'plaintext';
    const text = readFileSync(path, 'utf8');
    this.#open.set(path, { modified, version: 1 });
    await connection.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    return uri;
  }

  /** Tells the server what an open file holds now. */
  async #refresh(connection: Connection, path: string): Promise<void> {
    const uri = pathToFileURL(path).href;
    const known = this.#open.get(path);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (known === undefined || modified === known.modified) return;
    connection.forget(uri);
    if (modified === undefined) {
      this.#open.delete(path);
      return connection.notify('textDocument/didClose', { textDocument: { uri } });
    }
    const version = known.version + 1;
    this.#open.set(path, { modified, version });
    return connection.notify('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text: readFileSync(path, 'utf8') }],
    });
  }
}
