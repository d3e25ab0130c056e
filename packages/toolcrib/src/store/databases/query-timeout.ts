/** Milliseconds for one query, unless it is configured. */
export const defaultQueryTimeout = 10_000;
