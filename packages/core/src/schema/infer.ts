/**
 * The type of the values that a literal schema accepts, once its defaults are filled in.
 *
 * @example
 * const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;
 * type Arguments = FromSchema<typeof schema>; // { path: string }
 */
export type FromSchema<S> = S extends true
  ? unknown
  : S extends false
    ? never
    : S extends { readonly const: infer Constant }
      ? Constant
      : S extends { readonly enum: readonly (infer Member)[] }
        ? Member
        : FromType<S> & FromUnion<S> & FromAll<S>;

type FromType<S> = S extends { readonly type: infer Type }
  ? FromTypeName<S, Type extends readonly (infer Name)[] ? Name : Type>
  : S extends { readonly properties: object }
    ? FromObject<S>
    : unknown;

type FromTypeName<S, Name> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? FromArray<S>
          : Name extends 'object'
            ? FromObject<S>
            : unknown;

type FromUnion<S> = (S extends { readonly anyOf: readonly (infer Option)[] } ? FromSchema<Option> : unknown) &
  (S extends { readonly oneOf: readonly (infer Option)[] } ? FromSchema<Option> : unknown);

type FromAll<S> = S extends { readonly allOf: infer Parts } ? Intersection<Parts> : unknown;

type Intersection<Parts> = Parts extends readonly [infer First, ...infer Rest]
  ? FromSchema<First> & Intersection<Rest>
  : unknown;

type FromArray<S> = S extends { readonly prefixItems: infer Places extends readonly unknown[] }
  ? [...FromPlaces<S, Places>, ...FromRest<S>]
  : S extends { readonly items: infer Items }
    ? FromSchema<Items>[]
    : unknown[];

// A tuple schema accepts shorter arrays unless minItems says otherwise.
type FromPlaces<S, Places extends readonly unknown[]> = S extends { readonly minItems: Places['length'] }
  ? { -readonly [Index in keyof Places]: FromSchema<Places[Index]> }
  : { -readonly [Index in keyof Places]?: FromSchema<Places[Index]> };

type FromRest<S> = S extends { readonly items: false }
  ? []
  : S extends { readonly items: infer Items }
    ? FromSchema<Items>[]
    : unknown[];

type FromObject<S> = S extends { readonly properties: infer Properties }
  ? Flat<
      { -readonly [Name in PresentNames<S, Properties>]: FromProperty<Properties, Name> } & {
        -readonly [Name in Exclude<keyof Properties, PresentNames<S, Properties>>]?: FromProperty<
          Properties,
          Name
        >;
      }
    > &
      FromAdditional<S, FromSchema<Properties[keyof Properties]>>
  : { [Name in RequiredNames<S>]: unknown } & (S extends { readonly additionalProperties: infer Additional }
      ? { [name: string]: FromSchema<Additional> }
      : { [name: string]: unknown });

type FromProperty<Properties, Name> = Name extends keyof Properties ? FromSchema<Properties[Name]> : unknown;

type FromAdditional<S, Declared> = S extends { readonly additionalProperties: infer Additional }
  ? Additional extends boolean
    ? unknown
    : { [name: string]: FromSchema<Additional> | Declared }
  : unknown;

type RequiredNames<S> = S extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never;

type PresentNames<S, Properties> = RequiredNames<S> | NamesWithDefault<Properties>;

type NamesWithDefault<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Properties];

type Flat<T> = { [Name in keyof T]: T[Name] };
