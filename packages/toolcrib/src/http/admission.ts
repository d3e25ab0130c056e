import type { ServerLimits } from '../config/server-limits.ts';
import type { StoredTokens } from '../store/tokens/stored-tokens.ts';
import type { Operation } from './contract/operation.ts';
import type { Connection } from './listen.ts';
import { identify, type Principal } from './principal.ts';
import { Problem } from './problem.ts';
import { followRequest, type RequestLife } from './request-life.ts';
import { TokenWatch } from './token-watch.ts';
import { WrongTokens } from './wrong-tokens.ts';

interface Wanted extends Pick<Operation, 'scope' | 'people'> {
  readonly connection: Connection;
}

interface Admitted {
  /** Undefined for what is open to all. */
  readonly principal: Principal | undefined;
  readonly life: RequestLife;
}

/** Finds out who asks, and ends what they have begun when their token is no longer valid. */
export class Admission {
  readonly watch: TokenWatch;
  readonly #tokens: StoredTokens;
  readonly #wrong: WrongTokens;
  readonly #deadline: number;

  constructor(tokens: StoredTokens, { maxWrongTokens, deadline }: ServerLimits) {
    this.watch = new TokenWatch(tokens);
    this.#tokens = tokens;
    this.#wrong = new WrongTokens(maxWrongTokens);
    this.#deadline = deadline;
  }

  async admit(request: Request, { connection, ...wanted }: Wanted): Promise<Admitted> {
    const principal = await this.#identify(request, { connection, ...wanted });
    const life = followRequest(request.signal, { connection, deadline: this.#deadline });
    if (principal !== undefined) {
      connection.identify(principal.id);
      connection.onEnd(this.watch.hold(principal, () => life.end(new Problem('token_not_valid', {}))));
    }
    return { principal, life };
  }

  async #identify(request: Request, { connection, ...wanted }: Wanted): Promise<Principal | undefined> {
    try {
      return await identify(request.headers.get('authorization'), wanted, this.#tokens);
    } catch (error) {
      if (error instanceof Problem && error.code === 'token_not_valid')
        await this.#wrong.note(connection.address);
      throw error;
    }
  }
}
