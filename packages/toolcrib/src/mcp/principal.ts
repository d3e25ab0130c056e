/** Who a client is. Whoever lets it in decides that; nothing that the client says can change it. */
export interface Principal {
  /** Tells one from another: a question that one was asked can be answered by no other. */
  readonly id: string;
  /** As whom its calls are made. */
  readonly agent: string;
}
