/**
 * The type of the values that a literal schema accepts, once its defaults are filled in.
 *
 * @example
 * const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;
 * type Arguments = FromSchema<typeof schema>; // { path: string }
 */
export type FromSchema<S> = Values<S, 'filled'>;

/** The same before the defaults are filled in: what has a default may be left out. */
export type GivenFor<S> = Values<S, 'given'>;

/** Whether the defaults are there already. */
type Stage = 'given' | 'filled';

type Values<S, At extends Stage> = S extends true
  ? unknown
  : S extends false
    ? never
    : S extends { readonly const: infer Constant }
      ? Constant
      : S extends { readonly enum: readonly (infer Member)[] }
        ? Member
        : FromType<S, At> & FromUnion<S, At> & FromAll<S, At>;

type FromType<S, At extends Stage> = S extends { readonly type: infer Type }
  ? FromTypeName<S, Type extends readonly (infer Name)[] ? Name : Type, At>
  : S extends { readonly properties: object }
    ? FromObject<S, At>
    : unknown;

type FromTypeName<S, Name, At extends Stage> = Name extends 'string'
  ? string
  : Name extends 'number' | 'integer'
    ? number
    : Name extends 'boolean'
      ? boolean
      : Name extends 'null'
        ? null
        : Name extends 'array'
          ? FromArray<S, At>
          : Name extends 'object'
            ? FromObject<S, At>
            : unknown;

type FromUnion<S, At extends Stage> = (S extends { readonly anyOf: readonly (infer Option)[] }
  ? Values<Option, At>
  : unknown) &
  (S extends { readonly oneOf: readonly (infer Option)[] } ? Values<Option, At> : unknown);

type FromAll<S, At extends Stage> = S extends { readonly allOf: infer Parts }
  ? Intersection<Parts, At>
  : unknown;

type Intersection<Parts, At extends Stage> = Parts extends readonly [infer First, ...infer Rest]
  ? Values<First, At> & Intersection<Rest, At>
  : unknown;

type FromArray<S, At extends Stage> = S extends {
  readonly prefixItems: infer Places extends readonly unknown[];
}
  ? [...FromPlaces<S, Places, At>, ...FromRest<S, At>]
  : S extends { readonly items: infer Items }
    ? Values<Items, At>[]
    : unknown[];

// A tuple schema accepts shorter arrays unless minItems says otherwise.
type FromPlaces<S, Places extends readonly unknown[], At extends Stage> = S extends {
  readonly minItems: Places['length'];
}
  ? { -readonly [Index in keyof Places]: Values<Places[Index], At> }
  : { -readonly [Index in keyof Places]?: Values<Places[Index], At> };

type FromRest<S, At extends Stage> = S extends { readonly items: false }
  ? []
  : S extends { readonly items: infer Items }
    ? Values<Items, At>[]
    : unknown[];

type FromObject<S, At extends Stage> = S extends { readonly properties: infer Properties }
  ? Flat<
      { -readonly [Name in PresentNames<S, Properties, At>]: FromProperty<Properties, Name, At> } & {
        -readonly [Name in Exclude<keyof Properties, PresentNames<S, Properties, At>>]?: FromProperty<
          Properties,
          Name,
          At
        >;
      }
    > &
      FromAdditional<S, Values<Properties[keyof Properties], At>, At>
  : { [Name in RequiredNames<S>]: unknown } & (S extends { readonly additionalProperties: infer Additional }
      ? { [name: string]: Values<Additional, At> }
      : { [name: string]: unknown });

type FromProperty<Properties, Name, At extends Stage> = Name extends keyof Properties
  ? Values<Properties[Name], At>
  : unknown;

type FromAdditional<S, Declared, At extends Stage> = S extends {
  readonly additionalProperties: infer Additional;
}
  ? Additional extends boolean
    ? unknown
    : { [name: string]: Values<Additional, At> | Declared }
  : unknown;

type RequiredNames<S> = S extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never;

type PresentNames<S, Properties, At extends Stage> = At extends 'filled'
  ? RequiredNames<S> | NamesWithDefault<Properties>
  : Exclude<RequiredNames<S>, NamesWithDefault<Properties>>;

type NamesWithDefault<Properties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Properties];

type Flat<T> = { [Name in keyof T]: T[Name] };
