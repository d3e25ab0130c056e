import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { replaceFile } from '../../../files/replace-file.ts';
import { withLock } from '../../../files/with-lock.ts';

/** What is kept of a login. */
export interface Login {
  /** The server that it is for: a token must not go to another that took over the name. */
  readonly url: string;
  /** The port that answers came back to; the registration names it. */
  readonly port?: number | undefined;
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** What a call wanted and was not allowed. */
  readonly wantedScope?: string | undefined;
}

/** Keeps the login to one server in a file that only its owner reads. */
export class KeptLogin {
  readonly #file: string;
  readonly #url: string;

  constructor(stateFolder: string, { name, url }: { readonly name: string; readonly url: string }) {
    this.#file = join(stateFolder, 'mcp', `${encodeURIComponent(name)}.login.json`);
    this.#url = url;
  }

  /** Read anew each time: another process may have renewed it. */
  read(): Login {
    try {
      const login = JSON.parse(readFileSync(this.#file, 'utf8')) as Login;
      if (login.url === this.#url) return login;
    } catch {
      // Nobody has logged in.
    }
    return { url: this.#url };
  }

  /** Another process may keep its own part of it at the same time. */
  async change(part: Partial<Login>): Promise<void> {
    await withLock(dirname(this.#file), () =>
      replaceFile(this.#file, JSON.stringify({ ...this.read(), ...part }), { mode: 0o600 }),
    );
  }

  forget(): void {
    rmSync(this.#file, { force: true });
  }
}
