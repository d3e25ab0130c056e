import type { RestAuth } from '@toolcrib/core';

/** The document of an API, as the configuration names it. */
export interface OpenApiDefinition {
  readonly name: string;
  /** An absolute path, or an address. */
  readonly document: string;
  /** Where the API is, in place of the servers that the document names. */
  readonly baseUrl?: string | undefined;
  /** The names of secrets, by the names of the document's security schemes. */
  readonly secrets?: { readonly [scheme: string]: string };
  /** For every operation, whatever the document says of security. */
  readonly auth?: RestAuth | undefined;
  /** Operations to take, by id or as `GET /path`; undefined takes all. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly headers?: { readonly [name: string]: string };
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined;
}
