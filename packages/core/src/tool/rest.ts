/** A request to an HTTP API. Secrets are named here and read when the call is made; they never stand in a definition. */
export interface RestImplementation {
  readonly kind: 'rest';
  /** What paths and relative addresses are joined to and cannot leave. The credentials below go to this origin only. */
  readonly baseUrl: string | undefined;
  /** A fixed method; when absent the argument `method` chooses it, GET by default. */
  readonly method: RestMethod | undefined;
  /** A path with places for arguments, such as `/users/{id}`; when absent the argument `url` gives it. */
  readonly path: string | undefined;
  /**
   * Where single arguments go, and how they are written. What is not named here goes into the place of the path that has
   * its name; what is left over goes into the body, or into the query of a method without one.
   */
  readonly parameters: readonly RestParameter[];
  readonly headers: { readonly [header: string]: string };
  /** The one argument that is the body. When absent, what is left over becomes an object. */
  readonly body: string | undefined;
  /** How the body is written. @default 'json' */
  readonly bodyType: (typeof restBodyTypes)[number];
  /** How fields of a form or of a multipart body are written, where their values alone do not tell. */
  readonly fields: { readonly [name: string]: RestField };
  /** Credentials that go together, and alternatives to them: the first counts whose secrets are all there. @default none */
  readonly auth: readonly (readonly RestAuth[])[];
  /** The header that carries the call's idempotency key, when the API takes one. */
  readonly idempotencyHeader: string | undefined;
  /** Bytes of an answer that are read at most, after unpacking. @default 5,000,000 */
  readonly maxBytes: number | undefined;
}

export const restMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RestMethod = (typeof restMethods)[number];

export const restBodyTypes = ['json', 'form', 'multipart', 'text', 'binary'] as const;

export const restPlaces = ['path', 'query', 'header', 'cookie'] as const;

/** One argument outside of the body. */
export interface RestParameter extends RestStyle {
  /** As the API calls it. */
  readonly name: string;
  readonly in: (typeof restPlaces)[number];
  /** As the tool calls it. @default the name */
  readonly argument: string;
}

export const restStyles = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'json',
] as const;

/** How lists and objects are written: as OpenAPI names it, or as JSON. */
export interface RestStyle {
  /** When absent, a list is written once for each item, in a header with commas between them, and an object is JSON. */
  readonly style: (typeof restStyles)[number] | undefined;
  /** Whether each item, and each member of an object, is written by itself. */
  readonly explode: boolean;
}

/** A field of a form or a part of a multipart body. */
export interface RestField extends RestStyle {
  /** Its argument is a file, `{ text }` or `{ base64 }` with an optional `filename`, or a list of files. @default false */
  readonly file: boolean;
  /** The media type of a part. @default by the value: text, JSON, or bytes */
  readonly media: string | undefined;
}

/** Credentials by the names of secrets. */
export type RestAuth =
  | { readonly type: 'bearer'; readonly secret: string }
  | {
      readonly type: 'basic';
      readonly secret: string;
      /** When absent the secret is the whole pair, `name:password`. */
      readonly username: string | undefined;
    }
  | {
      readonly type: 'api_key';
      readonly secret: string;
      readonly name: string;
      /** @default 'header' */
      readonly in: 'header' | 'query' | 'cookie';
    };

/** Simpler spellings of the same: one credential, arguments of the query by name, and of headers by header. */
export type RestImplementationInput = { readonly kind: 'rest' } & {
  readonly [F in Exclude<
    keyof RestImplementation,
    'kind' | 'auth' | 'parameters' | 'fields'
  >]?: RestImplementation[F];
} & {
  readonly auth?: RestAuthInput | readonly (readonly RestAuthInput[])[];
  readonly parameters?: readonly (Pick<RestParameter, 'name' | 'in'> & Partial<RestParameter>)[];
  readonly fields?: { readonly [name: string]: Partial<RestField> };
  readonly query?: readonly string[];
  readonly headerArguments?: { readonly [header: string]: string };
};

type RestAuthInput =
  | Extract<RestAuth, { type: 'bearer' }>
  | (Pick<Extract<RestAuth, { type: 'basic' }>, 'type' | 'secret'> & { readonly username?: string })
  | (Omit<Extract<RestAuth, { type: 'api_key' }>, 'in'> & { readonly in?: 'header' | 'query' | 'cookie' });
