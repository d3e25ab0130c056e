/** A request to an HTTP API. Secrets are named here and read when the call is made; they never stand in a definition. */
export interface RestImplementation {
  readonly kind: 'rest';
  /** What paths and relative addresses are joined to and cannot leave. The credentials below go to this origin only. */
  readonly baseUrl: string | undefined;
  /** A fixed method; when absent the argument `method` chooses it, GET by default. */
  readonly method: RestMethod | undefined;
  /** A path with places for arguments, such as `/users/{id}`; when absent the argument `url` gives it. */
  readonly path: string | undefined;
  /** Arguments that go into the query. When absent, what is left over goes there for methods without a body. */
  readonly query: readonly string[] | undefined;
  /** Arguments that go into headers, by header name. */
  readonly headerArguments: { readonly [header: string]: string };
  readonly headers: { readonly [header: string]: string };
  /** The one argument that is the body. When absent, what is left over becomes a JSON object. */
  readonly body: string | undefined;
  /** How the body is written. @default 'json' */
  readonly bodyType: 'json' | 'form' | 'text' | 'binary';
  readonly auth: RestAuth | undefined;
  /** The header that carries the call's idempotency key, when the API takes one. */
  readonly idempotencyHeader: string | undefined;
  /** Bytes of an answer that are read at most, after unpacking. @default 5,000,000 */
  readonly maxBytes: number | undefined;
}

export const restMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RestMethod = (typeof restMethods)[number];

/** Credentials by the names of secrets. */
export type RestAuth =
  | { readonly type: 'bearer'; readonly secret: string }
  | { readonly type: 'basic'; readonly username: string; readonly secret: string }
  | {
      readonly type: 'api_key';
      readonly secret: string;
      readonly name: string;
      /** @default 'header' */
      readonly in: 'header' | 'query';
    };
