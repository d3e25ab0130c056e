import type { Locale } from '@toolcrib/core';
import type { ServerLimits } from '../config/server-limits.ts';
import type { Toolcrib } from '../open-toolcrib.ts';
import type { Input, OperationName } from './contract/contract.ts';
import type { Danger } from './dangers.ts';
import type { EventHub } from './events.ts';
import type { Principal } from './principal.ts';
import type { Room } from './room.ts';

/** What a handler knows of the request besides its input. */
export interface Asking {
  readonly principal: Principal;
  readonly locale: Locale;
  readonly requestId: string;
  readonly headers: Headers;
  /** Aborted when whoever asked is gone, or the time for the request is over. */
  readonly signal: AbortSignal;
}

/** What is served; whoever opened it closes it. */
export type Served = Omit<Toolcrib, 'close'>;

/** What the handlers work with. */
export interface Counter {
  readonly toolcrib: Served;
  readonly events: EventHub;
  readonly version: string;
  /** Where the service is reached. */
  readonly address: () => string;
  readonly room: Room;
  /** A token has been revoked: what was begun with it ends. */
  readonly onRevoked: () => void;
  readonly limits: ServerLimits;
  readonly dangers: readonly Danger[];
}

/** One call, one answer: an object is answered as JSON. */
export type Handler<Name extends OperationName> = (
  input: Input<Name>,
  asking: Asking,
) => object | Promise<object>;

export type Handlers<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: Handler<Name>;
};
