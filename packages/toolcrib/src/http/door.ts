import { randomBytes, randomUUID } from 'node:crypto';
import { parseLocale, type Locale } from '@toolcrib/core';
import { Hono } from 'hono';
import type { ServerLimits } from '../config/server-limits.ts';
import type { ClientDesk } from '../mcp/client-desk.ts';
import { Admission } from './admission.ts';
import type { Asking, Counter, Handler, Handlers, Served } from './asking.ts';
import { consolePolicy, noConsolePage, readConsoleFiles, type ConsoleFiles } from './console-files.ts';
import { operationList, type OperationName } from './contract/contract.ts';
import type { Operation } from './contract/operation.ts';
import { createEventHub } from './events.ts';
import { createApprovalHandlers } from './handlers/approvals.ts';
import { createCallHandlers } from './handlers/calls.ts';
import { createHistoryHandlers } from './handlers/history.ts';
import { createPlanHandlers } from './handlers/plans.ts';
import { createPolicyHandlers } from './handlers/policy.ts';
import { createServiceHandlers } from './handlers/service.ts';
import { createSourceHandlers } from './handlers/sources.ts';
import { createToolHandlers } from './handlers/tools.ts';
import { createHosts } from './hosts.ts';
import type { Danger } from './dangers.ts';
import type { Connection } from './listen.ts';
import { mountMcp } from './mount-mcp.ts';
import type { Principal } from './principal.ts';
import { isUnforeseen, Problem, toProblemResponse } from './problem.ts';
import { createInputReader } from './read-input.ts';
import { createRoom } from './room.ts';

export interface DoorOptions extends ServerLimits {
  readonly version: string;
  /** Where the service is reached. */
  readonly address: () => string;
  /** Names besides those of this machine under which the service answers. */
  readonly allowHosts: readonly string[];
  /** Whether the description of the service needs no token. */
  readonly publicOpenapi: boolean;
  /** What the operator should know. */
  readonly dangers: readonly Danger[];
  /** Milliseconds between signs of life in a stream of events. @default 15,000 */
  readonly heartbeat?: number | undefined;
  /** The files of the console. @default those of this package */
  readonly consoleFolder?: string | undefined;
  /** Asks the clients of MCP; its `ask` is among the desks of the service. @default they are not asked */
  readonly mcpDesk?: ClientDesk | undefined;
  /** Hears what nobody foresaw. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** The service as a function from requests to responses. */
export interface HttpDoor {
  readonly fetch: (request: Request, connection: Connection) => Promise<Response>;
  /** Requests that are being answered, until the answer has been sent; streams of events do not count. */
  readonly running: number;
  /** Takes nothing new, ends the streams of events, and waits for what is being answered. */
  stop(): Promise<void>;
}

export function createHttpDoor(toolcrib: Served, options: DoorOptions): HttpDoor {
  const { version, address, maxBodyBytes, onError } = options;
  const hosts = createHosts(options.allowHosts);
  const room = createRoom(options);
  const admission = new Admission(toolcrib.store.tokens, options);
  const events = createEventHub(toolcrib, {
    run: randomBytes(6).toString('hex'),
    heartbeat: options.heartbeat,
  });
  const counter: Counter = {
    toolcrib,
    events,
    version,
    address,
    room,
    onRevoked: () => void admission.watch.check(),
    limits: options,
    dangers: options.dangers,
  };
  const handlers: Handlers = {
    ...createToolHandlers(counter),
    ...createCallHandlers(counter),
    ...createHistoryHandlers(counter),
    ...createApprovalHandlers(counter),
    ...createPlanHandlers(counter),
    ...createPolicyHandlers(counter),
    ...createSourceHandlers(counter),
    ...createServiceHandlers(counter),
  };
  const app = new Hono<{ Bindings: Connection }>();
  let isStopping = false;

  for (const [name, described] of operationList) {
    const isPublic = name === 'get_openapi' && options.publicOpenapi;
    const operation: Operation = isPublic ? { ...described, scope: 'open' } : described;
    const reader = createInputReader(operation);
    const handle = handlers[name] as Handler<OperationName>;
    app.on(operation.method.toUpperCase(), toRoute(operation), async ({ req, env: connection }) => {
      const { raw: request } = req;
      const { principal, life } = await admission.admit(request, { ...operation, connection });
      const { signal } = life;
      // What is open to all is answered at once, and must be however busy the service is.
      if (principal !== undefined && operation.isStream !== true) {
        connection.onEnd(room.enter(principal));
        if (operation.isLarge === true) connection.onEnd(await room.enterLarge(principal, signal));
      }
      if (operation.isStream === true) {
        // Nobody would ever read it.
        if (request.method === 'HEAD')
          throw new Problem('method_not_allowed', { method: 'HEAD', allowed: ['GET'] });
        life.becomeStream();
        connection.onEnd(room.enterStream(principal as Principal));
      }
      const locale = localeOf(request.headers, toolcrib.locale);
      const input = await reader.read(request, req.param(), {
        maxBytes: maxBodyBytes,
        locale,
        enterLong: async () => (principal === undefined ? noPlace : room.enterBody(principal, signal)),
      });
      const asking: Asking = {
        // What is open to all asks nothing of whoever asks.
        principal: principal as Principal,
        locale,
        requestId: requestIdOf(request),
        headers: request.headers,
        signal,
      };
      const answer = await Promise.race([handle(input, asking), life.over]);
      return answer instanceof Response ? answer : Response.json(answer);
    });
  }
  for (const [path, allowed] of methodsByPath())
    app.all(path, (context) => {
      throw new Problem('method_not_allowed', { method: context.req.method, allowed });
    });
  const closeMcp = mountMcp(app, toolcrib, { desk: options.mcpDesk, room, admission, limits: options });
  serveConsole(app, readConsoleFiles(options.consoleFolder), toolcrib.locale);

  app.onError((error, { req }) => {
    const requestId = requestIdOf(req.raw);
    if (isUnforeseen(error)) onError(error, requestId);
    return toProblemResponse(error, { locale: localeOf(req.raw.headers, toolcrib.locale), requestId });
  });

  return {
    get running() {
      return room.requests;
    },
    async fetch(request, connection) {
      const { headers } = request;
      const requestId = /^[\w.:-]{1,100}$/u.test(headers.get('x-request-id') ?? '')
        ? (headers.get('x-request-id') as string)
        : randomUUID();
      requestIds.set(request, requestId);
      let response: Response;
      try {
        if (isStopping) throw new Problem('stopping', {});
        hosts.check(request);
        response = await app.fetch(request, connection);
      } catch (error) {
        response = toProblemResponse(error, { locale: localeOf(headers, toolcrib.locale), requestId });
      }
      for (const [header, value] of Object.entries(everywhere))
        if (!response.headers.has(header)) response.headers.set(header, value);
      response.headers.set('x-request-id', requestId);
      if (isStopping) response.headers.set('connection', 'close');
      return response;
    },
    async stop() {
      isStopping = true;
      events.close();
      await room.idle();
      await closeMcp();
      admission.watch.close();
    },
  };
}

const noPlace = (): void => undefined;

/** Answers are for whoever asked, and are what they say they are. */
const everywhere = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const requestIds = new WeakMap<Request, string>();

function requestIdOf(request: Request): string {
  return requestIds.get(request) ?? '';
}

/** `/tools/{name}` as the router writes it. */
function toRoute({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/gu, ':$1');
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const [, operation] of operationList) {
    const route = toRoute(operation);
    methods.set(route, [...(methods.get(route) ?? []), operation.method.toUpperCase()]);
  }
  return methods;
}

/** The first language of `Accept-Language` that we speak, by its weight. */
function localeOf(headers: Headers, otherwise: Locale): Locale {
  const asked = (headers.get('accept-language') ?? '')
    .slice(0, 200)
    .split(',')
    .map((one) => {
      const [tag = '', weight = 'q=1'] = one.split(';').map((part) => part.trim());
      return { locale: parseLocale(tag), weight: Number(weight.slice('q='.length)) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return asked.find(({ locale }) => locale !== undefined)?.locale ?? otherwise;
}

function serveConsole(app: Hono<{ Bindings: Connection }>, files: ConsoleFiles, locale: Locale): void {
  app.get('*', ({ req }) => {
    const { pathname } = new URL(req.url);
    const file = files.get(pathname);
    const headers = { 'content-security-policy': consolePolicy };
    if (file !== undefined) {
      // Their names change with what is in them.
      const cache = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      const isPacked = /\bgzip\b(?!\s*;\s*q=0)/u.test(req.header('accept-encoding') ?? '');
      return new Response(isPacked ? file.packed() : file.body, {
        headers: {
          ...headers,
          'content-type': file.media,
          'cache-control': cache,
          vary: 'accept-encoding',
          ...(isPacked && { 'content-encoding': 'gzip' }),
        },
      });
    }
    if (pathname === '/')
      return new Response(noConsolePage(locale), {
        status: 503,
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      });
    throw new Problem('address_not_found', { path: pathname });
  });
  app.all('*', ({ req }) => {
    throw new Problem('address_not_found', { path: new URL(req.url).pathname });
  });
}
