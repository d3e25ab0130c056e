import type { Desk } from '@toolcrib/core';

/** The desk of a door. It is made first, because a service wants to know its desks. */
export interface ClientDesk {
  /** For `openToolcrib({ desks: [desk.ask] })`. Leaves to others what did not come through the door. */
  readonly ask: Desk;
  /** Used by the door. */
  answerer: Desk | undefined;
}

export function createClientDesk(): ClientDesk {
  const desk: ClientDesk = {
    ask: (question, options) => desk.answerer?.(question, options),
    answerer: undefined,
  };
  return desk;
}
