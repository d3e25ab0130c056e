import { finished } from 'node:stream/promises';
import { serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { startCompanion } from '../../fence/processes/companion.ts';
import { StartError } from '../../fence/processes/start-error.ts';
import type { Tree } from '../../fence/processes/tree.ts';
import type { StdioWay } from './mcp-server-config.ts';
import { maxMessageBytes, MessageLines } from './message-lines.ts';
import { readMessage } from './read-message.ts';
import { ServerFault } from './server-fault.ts';
import type { Fault } from './texts.ts';
import { TextTail } from './text-tail.ts';

/** Bytes of standard output that are no message, one after the other: some servers write a word of welcome there. */
const maxGarbageBytes = 1_000_000;
/** Messages that answer nothing, one after the other. */
const maxUnasked = 50_000;
/** Milliseconds for a server to end by itself once nobody talks to it any more. */
const patience = 1000;
const tailBytes = 2000;

/** Talks with a process by lines of its standard input and output. What it floods us with is bounded, and ends it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** By these two the library knows that silence, and an end, are the answers of an old server. */
  readonly stderr = null;
  readonly pid = null;
  /** Why it has ended, unless it was told to. */
  fault: ServerFault | undefined;
  readonly #way: StdioWay;
  readonly #environment: { readonly [name: string]: string };
  readonly #said = new TextTail(tailBytes);
  #tree: Tree | undefined;
  #garbage = 0;
  #unasked = 0;
  #closing = false;

  constructor(way: StdioWay, environment: { readonly [name: string]: string }) {
    this.#way = way;
    this.#environment = environment;
  }

  /** The end of what it has said on standard error. */
  get said(): string {
    return this.#said.text;
  }

  async start(): Promise<void> {
    const { command, args, cwd } = this.#way;
    const tree = await startCompanion({
      argv: [command, ...args],
      directory: cwd,
      environment: this.#environment,
    }).catch((error: unknown) => {
      throw asFault(error, command);
    });
    this.#tree = tree;
    const lines = new MessageLines(
      (line) => this.#receive(line),
      () => this.#fail({ kind: 'too_long', bytes: maxMessageBytes }),
    );
    tree.stdout.on('data', (chunk: Buffer) => this.#closing || lines.push(chunk));
    tree.stderr.on('data', (chunk: Buffer) => this.#said.push(chunk));
    tree.stdin.on('error', () => undefined);
    void tree.ended.then(async ({ exitCode, signal }) => {
      // What it has said last may still be on its way.
      await finished(tree.stdout, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
      this.#end({ kind: 'ended', exitCode, signal, said: this.said });
      this.onclose?.();
    });
    if (this.#closing) await tree.end();
  }

  #receive(line: string): void {
    if (this.#closing) return;
    const message = readMessage(line);
    if (message === undefined) {
      this.#garbage += line.length + 1;
      if (this.#garbage > maxGarbageBytes)
        this.#fail({ kind: 'no_messages', bytes: maxGarbageBytes, sample: line.slice(0, 200) });
      return;
    }
    this.#garbage = 0;
    this.#unasked = 'method' in message ? this.#unasked + 1 : 0;
    if (this.#unasked > maxUnasked) this.#fail({ kind: 'too_many_messages', messages: maxUnasked });
    else this.onmessage?.(message);
  }

  #end(fault: Fault): void {
    if (!this.#closing) this.fault ??= new ServerFault(fault);
    this.#closing = true;
  }

  #fail(fault: Fault): void {
    this.#end(fault);
    void this.#tree?.end();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#tree?.stdin;
    if (stdin === undefined || !stdin.writable || this.#closing)
      return Promise.reject(this.fault ?? new ServerFault({ kind: 'closed' }));
    if (stdin.write(serializeMessage(message))) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        stdin.off('drain', go).off('close', go);
        resolve();
      };
      stdin.on('drain', go).on('close', go);
    });
  }

  /** Tells it by the end of its input, and ends what does not listen. */
  async close(): Promise<void> {
    this.#closing = true;
    const tree = this.#tree;
    if (tree === undefined) return;
    tree.stdin.end();
    const timer = setTimeout(() => void tree.end(), patience);
    await tree.ended;
    clearTimeout(timer);
  }
}

function asFault(error: unknown, program: string): Error {
  if (!(error instanceof StartError)) return error as Error;
  const fault: Fault =
    error.code === 'ENOENT'
      ? { kind: 'not_found', program }
      : { kind: 'not_started', program, code: error.code };
  return new ServerFault(fault, { cause: error });
}
