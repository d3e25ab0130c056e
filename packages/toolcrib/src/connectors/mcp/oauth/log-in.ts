import { auth, Client, UnauthorizedError, type FetchLike } from '@modelcontextprotocol/client';
import { transportOf } from '../open-client.ts';
import { whoWeAre } from '../who-we-are.ts';
import type { HttpWay, McpServerConfig } from '../mcp-server-config.ts';
import { openCallbackServer } from './callback-server.ts';
import { KeptLogin } from './kept-login.ts';
import { LoginProvider } from './login-provider.ts';

export interface LogInOptions {
  readonly stateFolder: string;
  readonly fetch: FetchLike;
  /** Shows a person where to say yes. Only ever given an address of the web. */
  readonly show: (address: URL) => void | Promise<void>;
  /** What the browser shows in the end. */
  readonly words: { readonly done: string; readonly wrong: string };
  readonly signal: AbortSignal;
}

/** A server may want more after the first login, but not for ever. */
const maxRounds = 2;

/**
 * Logs in to a server by a browser: finds who gives out its tokens, registers where that is needed, and keeps what comes
 * back. False when the server lets everybody in.
 */
export async function logIn(
  server: McpServerConfig & { readonly way: HttpWay },
  { stateFolder, fetch, show, words, signal }: LogInOptions,
): Promise<boolean> {
  const { way } = server;
  const settings = way.oauth ?? {};
  const login = new KeptLogin(stateFolder, { name: server.name, url: way.url });
  const { port, wantedScope } = login.read();
  const callback = await openCallbackServer(settings.callbackPort ?? port, words);
  try {
    // A registration names the port that answers come back to.
    if (callback.port !== port) await login.change({ port: callback.port, client: undefined });
    await login.change({ tokens: undefined, discovery: undefined });
    const provider = new LoginProvider({
      login,
      settings,
      redirectUrl: callback.url,
      onRedirect: (address) => {
        if (!/^https?:$/u.test(address.protocol))
          throw new TypeError(`not an address of the web: ${address.href}`);
        return show(address);
      },
    });
    if (wantedScope !== undefined) {
      const how = { serverUrl: way.url, scope: wantedScope, fetchFn: fetch };
      await auth(provider, { ...how, forceReauthorization: true });
      const answer = await callback.answer(provider.expectedState, signal);
      await auth(provider, { ...how, ...grantOf(answer) });
    }
    for (let round = 0; ; round++) {
      const options = { environment: {}, fetch, auth: provider };
      const transport = transportOf(server, options);
      const client = new Client(await whoWeAre(), { versionNegotiation: { mode: 'auto' } });
      try {
        await client.connect(transport, { signal });
        await client.listTools(undefined, { signal });
        return login.read().tokens !== undefined;
      } catch (error) {
        if (!UnauthorizedError.isInstance(error) || round >= maxRounds || !('finishAuth' in transport))
          throw error;
        await transport.finishAuth(await callback.answer(provider.expectedState, signal));
        // Who gives out the tokens is found out anew: it may be somebody else by now.
        await login.change({ discovery: undefined });
      } finally {
        await client.close().catch(() => undefined);
        await transport.close().catch(() => undefined);
      }
    }
  } finally {
    callback.close();
  }
}

/** What an answer grants; one that grants nothing says why. */
function grantOf(answer: URLSearchParams): { readonly authorizationCode: string; readonly iss?: string } {
  const [code, iss] = [answer.get('code'), answer.get('iss')];
  if (code === null)
    throw new UnauthorizedError(answer.get('error_description') ?? answer.get('error') ?? '');
  return { authorizationCode: code, ...(iss !== null && { iss }) };
}
