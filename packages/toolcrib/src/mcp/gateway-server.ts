import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolRequest,
  type ClientCapabilities,
  type Implementation,
  type JSONRPCRequest,
  type jsonSchemaValidator,
  type RequestStateCodec,
  type Result,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { Locale, ToolService } from '@toolcrib/core';
import { callTool, type SealedState } from './call-tool.ts';
import type { ClientLimits } from './client-limits.ts';
import type { GatewayCalls } from './gateway-calls.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { Principal } from './principal.ts';
import { gatewayTexts } from './texts.ts';

/** Milliseconds that a client may keep a list. It is told of changes, if it listens. */
const keepLists = 60_000;

export interface ServerSurroundings {
  readonly identity: Implementation;
  readonly service: ToolService;
  readonly calls: GatewayCalls;
  readonly offered: OfferedTools;
  readonly locale: Locale;
  /** Milliseconds for an answer. */
  readonly patience: number;
  /** Seals what a client carries for us; of this process alone. */
  readonly key: Uint8Array;
}

/**
 * What one client talks to; by HTTP since 2026, one request. It is made often, and so it holds nothing: lists and calls are the
 * door's.
 */
export function createGatewayServer(
  principal: Principal,
  {
    era,
    limits,
    ...surroundings
  }: ServerSurroundings & { readonly era: 'legacy' | 'modern'; readonly limits: ClientLimits },
): Server {
  const { identity, offered, locale, patience } = surroundings;
  const { instructions } = offered.of(principal.agent);
  const server = new GatewayServer(identity, {
    capabilities: { tools: { listChanged: true } },
    ...(instructions !== undefined && { instructions }),
    cacheHints: {
      'tools/list': { ttlMs: keepLists, cacheScope: 'private' },
      'server/discover': { ttlMs: keepLists, cacheScope: 'private' },
    },
    inputRequired: { roundTimeoutMs: patience },
    requestState: { verify: (state, context) => codecFor(principal, surroundings).verify(state, context) },
    jsonSchemaValidator: noValidator,
  });
  server.setRequestHandler('tools/list', ({ params }) => {
    const page = offered.of(principal.agent).page(params?.cursor);
    if (page === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, gatewayTexts(locale).badCursor);
    return { ...page };
  });
  const canAsk = (context: ServerContext): boolean => canFillForms(capabilitiesOf(server, context));
  const seal = (state: SealedState, context: ServerContext): Promise<string> =>
    codecFor(principal, surroundings).mint(state, context);
  const holdsOn = era === 'legacy';
  const handling = { ...surroundings, principal, limits, seal, canAsk, holdsOn };
  server.setRequestHandler('tools/call', { params: checked }, (params, context) =>
    callTool(params, context, handling),
  );
  return server;
}

/** The parameters of `tools/call` have been looked at by the library; without this it would do so once more. */
const checked: StandardSchemaV1<unknown, CallToolRequest['params']> = {
  '~standard': {
    version: 1,
    vendor: 'toolcrib',
    validate: (value) => ({ value: value as CallToolRequest['params'] }),
  },
};

/** Parameters that are malformed are the client's slip: the library gives them no code, except those of `tools/call`. */
class GatewayServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, context: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, context: ServerContext) => Promise<Result> {
    const wrapped = super['_wrapHandler'](method, handler);
    if (method === 'tools/call') return wrapped;
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, (error as Error).message);
      }
    };
  }
}

/** Made for the few calls that ask. */
function codecFor({ id }: Principal, { key, patience }: ServerSurroundings): RequestStateCodec<SealedState> {
  return createRequestStateCodec({ key, ttlSeconds: Math.ceil(patience / 1000), bind: () => id });
}

/** What clients fill in is checked by what reads it; the library would make a validator for each server. */
const noValidator = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }),
} as jsonSchemaValidator;

/** Since 2026 each request says what the client can; before, the first one did. */
function capabilitiesOf(
  server: Server,
  { mcpReq: { envelope } }: ServerContext,
): ClientCapabilities | undefined {
  const told = (envelope ?? {}) as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };
  return told[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}

/** By the first revision that knew it, saying nothing more meant forms. */
function canFillForms(capabilities: ClientCapabilities | undefined): boolean {
  const { elicitation } = capabilities ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
