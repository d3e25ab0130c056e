/** The service as a browser or a program sees it: `toolcrib/client`. Imports nothing of Node. */
import { operations, type Input, type OperationName, type Output } from './contract/contract.ts';
import type { FromContract, Operation } from './contract/operation.ts';
import type { schemas } from './contract/schemas.ts';

export type { Input, OperationName, Output };

/** What goes over the wire, by its name in the contract: `Wire<'Tool'>`. */
export type Wire<Name extends keyof typeof schemas> = FromContract<(typeof schemas)[Name]>;

/** The service has not answered, and says why. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly problem: Wire<'Problem'>;

  constructor(problem: Wire<'Problem'>) {
    super([problem.detail, problem.remedy].filter((part) => part !== undefined).join(' '));
    this.problem = problem;
  }
}

/** One of `/events`. `reset` means that something was missed: what is shown must be read anew. */
export interface ServiceEvent {
  readonly type: string;
  readonly [name: string]: unknown;
}

export interface ClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Such as `http://127.0.0.1:4180`; '' for the page's own. */
  readonly base: string;
  readonly token: string;
  /** The language of problems. @default the service's */
  readonly locale?: string | undefined;
}

export interface Client {
  /** Asks for one operation of the contract; what goes into its path, its query and its body is told apart here. */
  ask<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Output<Name>>;
  /** What happens, until the signal says stop. Goes on after a break where it was; who wants to hear of breaks can. */
  events(options: {
    readonly signal: AbortSignal;
    readonly onConnection?: ((state: 'open' | 'lost') => void) | undefined;
  }): AsyncIterable<ServiceEvent>;
}

/**
 * A client of the service.
 *
 *     const client = createClient({ fetch, base: 'http://127.0.0.1:4180', token });
 *     const { items } = await client.ask('list_tools', { q: 'file' });
 */
export function createClient({ fetch, base, token, locale }: ClientOptions): Client {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(locale !== undefined && { 'accept-language': locale }),
  };
  const send = async (request: { url: string; init: RequestInit }): Promise<Response> => {
    const response = await fetch(`${base}${request.url}`, request.init);
    if (!response.ok) throw new ServiceProblem(await problemOf(response));
    return response;
  };
  return {
    async ask(name, input, { signal } = {}) {
      const { url, body } = toRequest(operations[name], input as { readonly [name: string]: unknown });
      const response = await send({
        url,
        init: {
          method: operations[name].method.toUpperCase(),
          headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body }),
          ...(signal !== undefined && { signal }),
        },
      });
      const isJson = /\bjson\b/u.test(response.headers.get('content-type') ?? '');
      return (isJson ? await response.json() : await response.text()) as never;
    },
    async *events({ signal, onConnection }) {
      let last: string | undefined;
      while (!signal.aborted) {
        try {
          const response = await send({
            url: operations.stream_events.path,
            init: { headers: { ...headers, ...(last !== undefined && { 'last-event-id': last }) }, signal },
          });
          onConnection?.('open');
          for await (const { id, event } of readEvents(response)) {
            last = id ?? last;
            yield event;
          }
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof ServiceProblem && error.problem.status < 500) throw error;
        }
        if (signal.aborted) return;
        onConnection?.('lost');
        await pause(2000, signal);
      }
    },
  };
}

function toRequest(
  { path, query, body }: Operation,
  input: { readonly [name: string]: unknown },
): { readonly url: string; readonly body: string | undefined } {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const address = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = String(left.get(name));
    left.delete(name);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const name of Object.keys(query?.properties ?? {})) {
    const value = left.get(name);
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) asked.append(name, String(one));
    left.delete(name);
  }
  const url = asked.size === 0 ? address : `${address}?${asked.toString()}`;
  return { url, body: body === undefined ? undefined : JSON.stringify(Object.fromEntries(left)) };
}

/** What stands between us and the service may answer with something else. */
async function problemOf(response: Response): Promise<Wire<'Problem'>> {
  const { status, statusText: title } = response;
  const otherwise = { type: 'about:blank', title, status, detail: title, code: 'http_error', request_id: '' };
  return response.json().then(
    (problem: unknown) => ({ ...otherwise, ...(problem as object) }),
    () => otherwise,
  );
}

async function* readEvents(
  response: Response,
): AsyncIterable<{ readonly id: string | undefined; readonly event: ServiceEvent }> {
  // Not every browser can iterate over a stream.
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return;
    text += decoder.decode(piece.value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const [, name = '', value = ''] = /^(\w*): ?(.*)$/u.exec(line) ?? [];
          return [name, value];
        }),
      );
      const data = fields.get('data');
      if (data !== undefined) yield { id: fields.get('id'), event: JSON.parse(data) as ServiceEvent };
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
