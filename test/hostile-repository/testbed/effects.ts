/** Harm that a hostile project must not be able to cause. */
export type EffectKind =
  /** A program of the project ran outside the sandbox. */
  | 'executed'
  /** A program of the project ran inside the sandbox. */
  | 'executed_in_sandbox'
  /** Somebody connected to the attacker's server. */
  | 'connected'
  /** A secret of the user or of the environment appeared in an output. */
  | 'disclosed'
  /** A private file of the user was read. */
  | 'read_outside'
  /** A file outside the project and the state folder was changed. */
  | 'wrote_outside'
  /** Work of the user in the project is gone. */
  | 'destroyed'
  /** A grant, a token or an acceptance exists that the user did not give. */
  | 'granted'
  /** The service accepted a token that came with the project. */
  | 'token_accepted'
  /** The service listened beyond the loopback address. */
  | 'exposed'
  /** An output for people contained escape sequences, other control characters, or characters that reverse text. */
  | 'terminal_injection'
  /** A process did not end. */
  | 'hung'
  /** A process ended with an error that nobody handled, or answered fewer calls than it was given. */
  | 'crashed';

export interface Effect {
  readonly kind: EffectKind;
  /** Where it was seen. */
  readonly what: string;
}
