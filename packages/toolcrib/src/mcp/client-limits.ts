/** Why a client may not do something now. */
export interface LimitReached {
  readonly code: string;
  readonly message: string;
}

/** What the client of one request may use at the same time as others. */
export interface ClientLimits {
  /** Whether places that are kept for operators are open to it. */
  readonly isOperator: boolean;
  /** Bytes that the body of a request may have. */
  readonly maxBodyBytes: number;
  /** Milliseconds after which a call is ended. */
  readonly deadline: number;
  /** Waits until a long body may be read; the result says that it has been. */
  enterBody(): Promise<() => void>;
  /** The request turned out to be a stream that stays open. Throws when there are too many. */
  becomeStream(): void;
  /** A call begins; the result says that it has ended. It may outlive the request. */
  enterCall(): (() => void) | LimitReached;
  /** A session begins; the result says that it has ended. */
  enterSession(): () => void;
  /** Does something when the request has been answered, or the client is gone. */
  onEnd(then: () => void): void;
}

const nothing = (): void => undefined;

/** Of a client that nobody shares anything with, such as one at standard input and output. */
export const noLimits: ClientLimits = {
  isOperator: true,
  maxBodyBytes: 4_194_304,
  deadline: Number.POSITIVE_INFINITY,
  enterBody: () => Promise.resolve(nothing),
  becomeStream: nothing,
  enterCall: () => nothing,
  enterSession: () => nothing,
  onEnd: nothing,
};

export interface SessionLimits {
  readonly max: number;
  readonly maxPerClient: number;
  /** Of all, those that are kept for operators. */
  readonly reserve: number;
  /** Milliseconds after which a session that nobody uses is ended. */
  readonly idle: number;
}

export const defaultSessionLimits: SessionLimits = {
  max: 1000,
  maxPerClient: 1000,
  reserve: 0,
  idle: 3_600_000,
};
