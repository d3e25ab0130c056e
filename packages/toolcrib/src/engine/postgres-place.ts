/** The PostgreSQL that workers share. */
export interface PostgresPlace {
  readonly url: string;
  readonly schema: string;
  /** As it is told to people: without a password. */
  readonly name: string;
}
