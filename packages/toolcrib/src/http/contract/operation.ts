import type { FromSchema, JsonSchemaObject } from '@toolcrib/core';
import type { TokenScope } from '../../store/tokens/stored-tokens.ts';
import type { schemas } from './schemas.ts';

/** One thing that can be asked of the service, as data: what is checked, described and typed comes from this. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI writes it: `/tools/{name}`. What stands in braces is text. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** What a token must be good for; `open` needs none. */
  readonly scope: TokenScope | 'open';
  /** Not for the token of an agent: it tells of others, or decides for them. */
  readonly people?: true;
  /** The answer may be long: few such are read and sent at the same time. */
  readonly isLarge?: true;
  /** The answer stays open until somebody ends it. */
  readonly isStream?: true;
  /** By name, in the address. Everything in it may be left out. */
  readonly query?: JsonSchemaObject;
  readonly body?: JsonSchemaObject;
  readonly response: JsonSchemaObject;
  /** @default 'application/json' */
  readonly media?: string;
  /** What may come instead of the first, by the parameter `format`. */
  readonly otherMedia?: readonly string[];
}

/** A schema with every reference replaced by what it refers to. */
type Inlined<S> = S extends {
  readonly $ref: `#/components/schemas/${infer Name extends keyof typeof schemas}`;
}
  ? Inlined<(typeof schemas)[Name]>
  : S extends object
    ? { readonly [Key in keyof S]: Inlined<S[Key]> }
    : S;

/** The values that a schema of the contract accepts. */
export type FromContract<S> = FromSchema<Inlined<S>>;

type InPath<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & InPath<Rest>
  : unknown;

type InQuery<O> = O extends { readonly query: infer Query }
  ? { readonly [Name in keyof FromContract<Query>]?: FromContract<Query>[Name] | undefined }
  : unknown;
type InBody<O> = O extends { readonly body: infer Body } ? Lenient<FromContract<Body>> : unknown;

/** What may be left out may also be undefined: JSON knows no difference. */
type Lenient<T> = {
  readonly [Name in keyof T as object extends Pick<T, Name> ? Name : never]?: T[Name] | undefined;
} & { readonly [Name in keyof T as object extends Pick<T, Name> ? never : Name]: T[Name] };

/** What an operation takes: what stands in its path, its query and its body, by name. */
export type InputOf<O extends Operation> = InPath<O['path']> & InQuery<O> & InBody<O>;

/** What it answers with. */
export type OutputOf<O extends Operation> = FromContract<O['response']>;
