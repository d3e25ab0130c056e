import type { JsonValue, RestAuth } from '@toolcrib/core';
import type { Documents } from './documents.ts';
import { isObject, listAt, member, textAt, type JsonObject } from '../json-object.ts';
import { schemesIn, type Version } from './upgrade.ts';

export interface SecurityScheme {
  readonly name: string;
  /** As a person would say it, such as `api key in the header X-Key`. */
  readonly kind: string;
  /** The name of the secret that is bound to it. */
  readonly secret: string | undefined;
  readonly credential: RestAuth | undefined;
}

export interface SecurityOptions {
  readonly secrets: { readonly [scheme: string]: string };
  /** For every operation, whatever the document says. */
  readonly auth: RestAuth | undefined;
}

/** The security schemes of a document, each with the secret that the configuration binds to it. */
export class Security {
  readonly schemes: readonly SecurityScheme[];
  readonly #auth: RestAuth | undefined;

  constructor(documents: Documents, version: Version, { secrets, auth }: SecurityOptions) {
    this.#auth = auth;
    this.schemes = Object.entries(schemesIn(documents, version)).map(([name, { value }]) => {
      const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
      const scheme = isObject(value) ? value : {};
      const credential = secret === undefined ? undefined : credentialOf(scheme, secret);
      return { name, kind: kindOf(scheme), secret, credential };
    });
  }

  /**
   * The credentials of an operation: alternatives, in the order of the document, of those whose secrets are bound. Where none
   * is asked for, what is bound is still sent, and only without it none.
   */
  of(said: JsonObject, root: unknown): JsonValue | undefined {
    if (this.#auth !== undefined) return plain([[this.#auth]]);
    const requirements = listAt(Object.hasOwn(said, 'security') ? said : root, 'security').filter(isObject);
    const alternatives = requirements.flatMap((requirement) => {
      const credentials = Object.keys(requirement).map(
        (name) => this.schemes.find((scheme) => scheme.name === name)?.credential,
      );
      return credentials.every((one) => one !== undefined) ? [credentials] : [];
    });
    const bound = alternatives.filter((one) => one.length > 0);
    if (bound.length === 0) return undefined;
    return plain(bound.length < alternatives.length ? [...bound, []] : bound);
  }
}

/** One credential alone in its shorter spelling. */
function plain(alternatives: readonly (readonly RestAuth[])[]): JsonValue {
  const [only] = alternatives;
  const isSingle = alternatives.length === 1 && only?.length === 1;
  return (isSingle ? only[0] : alternatives) as unknown as JsonValue;
}

function credentialOf(scheme: JsonObject, secret: string): RestAuth | undefined {
  const type = textAt(scheme, 'type');
  if (type === 'oauth2' || type === 'openIdConnect') return { type: 'bearer', secret };
  if (type === 'http') {
    const how = textAt(scheme, 'scheme')?.toLowerCase();
    if (how === 'bearer') return { type: 'bearer', secret };
    // Without a name, which the document does not know, the secret is the whole pair.
    return how === 'basic' ? ({ type: 'basic', secret } as RestAuth) : undefined;
  }
  const [name, place] = [textAt(scheme, 'name'), member(scheme, 'in')];
  if (type !== 'apiKey' || name === undefined) return undefined;
  if (place !== 'header' && place !== 'query' && place !== 'cookie') return undefined;
  return { type: 'api_key', secret, name, in: place };
}

function kindOf(scheme: JsonObject): string {
  const type = textAt(scheme, 'type') ?? '?';
  if (type === 'http') return `http ${textAt(scheme, 'scheme') ?? '?'}`;
  if (type === 'apiKey') return `apiKey ${textAt(scheme, 'in') ?? '?'} ${textAt(scheme, 'name') ?? '?'}`;
  return type;
}
