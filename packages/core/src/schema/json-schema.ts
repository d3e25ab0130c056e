type JsonPrimitive = string | number | boolean | null;

export type JsonValue = JsonPrimitive | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A JSON Schema: 2020-12 unless its `$schema` names draft-07. */
export type JsonSchema = boolean | JsonSchemaObject;

interface SchemaMap {
  readonly [name: string]: JsonSchema;
}

export interface JsonSchemaObject {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $anchor?: string;
  readonly $defs?: SchemaMap;
  readonly definitions?: SchemaMap;

  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];

  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;

  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;

  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalItems?: JsonSchema;
  readonly unevaluatedItems?: JsonSchema;
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly properties?: SchemaMap;
  readonly patternProperties?: SchemaMap;
  readonly additionalProperties?: JsonSchema;
  readonly unevaluatedProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: SchemaMap;

  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;

  readonly [keyword: string]: unknown;
}
