import type { ApproverScope } from '@toolcrib/core';

/** Who a client is. Whoever lets it in decides that; nothing that the client says can change it. */
export interface Principal {
  /**
   * Tells one from another: a question that one was asked can be answered by no other. Its calls and answers are recorded under
   * this id, so it must not be one that the client could choose.
   */
  readonly id: string;
  /** As whom its calls are made. */
  readonly agent: string;
  /**
   * What its answers approve, for a client that shows forms to a person: `{}` is everything. Any other client could fill in the
   * form by itself, and is not asked. @default nothing
   */
  readonly approver?: ApproverScope | undefined;
}
