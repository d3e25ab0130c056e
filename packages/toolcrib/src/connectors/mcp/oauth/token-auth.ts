import { auth, type AuthProvider } from '@modelcontextprotocol/client';
import type { OAuthSettings } from '../mcp-server-config.ts';
import { ServerFault } from '../server-fault.ts';
import type { KeptLogin } from './kept-login.ts';
import { LoginProvider } from './login-provider.ts';

type Refusal = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0];

/** Sends the token of a login that was made before, and renews it. Nobody is asked to log in while a call waits. */
export function createTokenAuth(
  server: string,
  { login, settings }: { readonly login: KeptLogin; readonly settings: OAuthSettings },
): AuthProvider {
  let sent: string | undefined;
  let renewing: Promise<void> | undefined;
  const renew = async ({ serverUrl, fetchFn }: Refusal): Promise<void> => {
    const { tokens, port = 0 } = login.read();
    // Somebody else has renewed it meanwhile.
    if (tokens !== undefined && tokens.access_token !== sent) return;
    if (tokens?.refresh_token === undefined) throw new ServerFault({ kind: 'login', server });
    const provider = new LoginProvider({
      login,
      settings,
      redirectUrl: `http://127.0.0.1:${port}/callback`,
      onRedirect() {
        throw new ServerFault({ kind: 'login', server });
      },
    });
    await auth(provider, { serverUrl, fetchFn });
  };
  return {
    async token() {
      sent = login.read().tokens?.access_token;
      return sent;
    },
    async onUnauthorized(context) {
      renewing ??= renew(context).finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
  };
}
