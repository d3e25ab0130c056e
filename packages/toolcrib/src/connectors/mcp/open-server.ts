import type { Approver, Locale } from '@toolcrib/core';
import type { NetworkGuardOptions } from '../../fence/network/network-guard.ts';
import { createAsker } from './elicitation.ts';
import type { McpServer } from './mcp-server.ts';
import type { HttpWay, StdioWay } from './mcp-server-config.ts';
import { KeptLogin } from './oauth/kept-login.ts';
import { OldServer } from './old-servers.ts';
import { openClient, type ClientOptions, type OpenedClient } from './open-client.ts';
import { serverEnvironment } from './server-environment.ts';

export interface OpenServerOptions {
  /** Ours; servers get a small part of it. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Outside the project: for tokens, and for what is known of servers. */
  readonly stateFolder: string;
  readonly locale: Locale;
  /** Asks a person what a server wants to know. @default everything is declined */
  readonly approver?: Approver | undefined;
  /** Hears of hosts that were not reached. */
  readonly onRefusal?: NetworkGuardOptions['onRefusal'];
  /** Milliseconds for a server to start and to answer for the first time. @default one minute: some install themselves */
  readonly startTimeout?: number | undefined;
}

const defaultStart = 60_000;

/** Starts or reaches a server. */
export async function openServer(
  { config, calls }: McpServer,
  options: OpenServerOptions & Pick<ClientOptions, 'prior' | 'signal'>,
): Promise<OpenedClient> {
  const { name, way } = config;
  const { approver, locale, prior, signal, startTimeout: timeout = defaultStart } = options;
  // A form of a foreign server asks a person in our name: only the operator lets a server do that.
  const ask = config.elicitation ? createAsker({ server: name, approver, calls, locale }) : undefined;
  const shared = { timeout, prior, signal, ask };
  if (way.type !== 'stdio')
    return openClient(config, { ...shared, environment: {}, ...(await network(name, way, options)) });
  return openProcess({ ...config, way }, shared, options);
}

async function openProcess(
  server: McpServer['config'] & { readonly way: StdioWay },
  shared: Pick<ClientOptions, 'timeout' | 'prior' | 'signal' | 'ask'>,
  { environment, stateFolder }: OpenServerOptions,
): Promise<OpenedClient> {
  const old = new OldServer(stateFolder, server);
  const opened = await openClient(server, {
    ...shared,
    prior: shared.prior ?? (old.isKnown ? { kind: 'legacy' } : undefined),
    environment: serverEnvironment(environment, server.way.env),
    fetch: () => Promise.reject(new Error('a process is not reached by the network')),
    auth: undefined,
  });
  if (opened.diedOfTheQuestion) old.remember();
  return opened;
}

/** The modules for HTTP take their time to load. */
async function network(
  name: string,
  way: HttpWay,
  { stateFolder, onRefusal }: OpenServerOptions,
): Promise<Pick<ClientOptions, 'fetch' | 'auth'>> {
  const [{ createServerFetch }, { createTokenAuth }] = await Promise.all([
    import('./server-fetch.ts'),
    import('./oauth/token-auth.ts'),
  ]);
  const login = new KeptLogin(stateFolder, { name, url: way.url });
  return {
    fetch: createServerFetch(way, { onRefusal }),
    auth: hasOwnAuthorization(way) ? undefined : createTokenAuth(name, { login, settings: way.oauth ?? {} }),
  };
}

/** Who brings his own credentials needs no login. */
function hasOwnAuthorization({ headers }: HttpWay): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
