import { randomBytes } from 'node:crypto';
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from '../mcp-server-config.ts';
import type { KeptLogin } from './kept-login.ts';

export interface LoginProviderOptions {
  readonly login: KeptLogin;
  readonly settings: OAuthSettings;
  /** Where the answer comes back to. */
  readonly redirectUrl: string;
  /** Shows a person where to say yes. */
  readonly onRedirect: (address: URL) => void | Promise<void>;
}

/** What the library asks and keeps while somebody logs in: it registers us, proves who asks (PKCE), and renews. */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly #options: LoginProviderOptions;
  #verifier = '';
  /** What must come back with the answer. */
  expectedState = '';

  constructor(options: LoginProviderOptions) {
    this.#options = options;
    this.redirectUrl = options.redirectUrl;
    const { clientMetadataUrl } = options.settings;
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes } = this.#options.settings;
    return {
      client_name: 'Toolcrib',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
    };
  }

  state(): string {
    this.expectedState = randomBytes(32).toString('base64url');
    return this.expectedState;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.#options.settings;
    if (clientId === undefined) return this.#options.login.read().client;
    return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    // What the configuration names is not ours to keep.
    if (this.#options.settings.clientId === undefined) await this.#options.login.change({ client });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#options.login.read().tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#options.login.change({ tokens, wantedScope: undefined });
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    await this.#options.onRedirect(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    await this.#options.login.change({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#options.login.read().discovery;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const gone = ['client', 'tokens', 'discovery'].filter((part) => what === 'all' || what === part);
    if (gone.length > 0)
      await this.#options.login.change(Object.fromEntries(gone.map((part) => [part, undefined])));
    if (what === 'all' || what === 'verifier') this.#verifier = '';
  }
}
