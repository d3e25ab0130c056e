import type { Exposure } from '../config/config.ts';
import type { Toolcrib } from '../open-toolcrib.ts';
import type { ClientDesk } from './client-desk.ts';
import type { ClientLimits, SessionLimits } from './client-limits.ts';
import type { Principal } from './principal.ts';
import type { Streams } from './stdio-lines.ts';

export interface McpDoorOptions {
  readonly toolcrib: Pick<Toolcrib, 'service' | 'config' | 'locale' | 'discovery'>;
  /** The one whose `ask` is among the desks of the service. */
  readonly desk: ClientDesk;
  /** @default the configuration's */
  readonly expose?: Exposure | undefined;
  /**
   * Whether somebody looks at the questions in the store just now. They are then asked there, and the client is not.
   * @default nobody does
   */
  readonly isWatched?: (() => boolean | Promise<boolean>) | undefined;
  /** How many sessions there are at a time. @default 1,000, and an hour without use */
  readonly sessions?: SessionLimits | undefined;
  /** Hears what clients send that cannot be answered. @default nobody */
  readonly onProblem?: ((error: Error) => void) | undefined;
}

export interface McpDoor {
  /** Answers a request of HTTP, of any revision. Whoever mounts it has checked the host, the origin and who it is. */
  fetch(
    request: Request,
    options: {
      readonly principal: Principal;
      /** @default a body of 4 MB, and no others */
      readonly limits?: ClientLimits | undefined;
    },
  ): Promise<Response>;
  /** Talks with one client by lines, until it is gone. */
  serve(streams: Streams, options: { readonly principal: Principal }): Promise<void>;
  /** Ends the sessions and the calls of a client. */
  endOf(principal: Principal): void;
  /** Ends the calls that still run. */
  close(): Promise<void>;
}
