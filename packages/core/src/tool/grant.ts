/** A person's standing yes. It never crosses agents, and any deny rule is stronger. */
export interface Grant {
  readonly id: string;
  /** The tool's primary name, exactly: a grant is never a pattern. */
  readonly tool: string;
  /** Who may use it; undefined is the embedding application itself. */
  readonly agent: string | undefined;
  /** Only for a call with exactly these arguments; undefined is any. */
  readonly argumentsDigest: string | undefined;
  /** How far it reaches. */
  readonly scope: GrantScope;
  /** The level it was given for: a yes to `confirm` is none to `dangerous`. */
  readonly approval: 'confirm' | 'dangerous';
  readonly grantedBy: string;
  /** Milliseconds since 1970; undefined never ends by itself. */
  readonly expiresAt: number | undefined;
}

/**
 * `call`: exactly these arguments. `session`: until the process ends, for this agent or, where there is a digest, for exactly
 * these arguments. `agent`: this agent until it expires or is revoked.
 */
export type GrantScope = 'call' | 'session' | 'agent';
