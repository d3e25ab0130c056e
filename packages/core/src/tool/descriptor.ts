import type { JsonSchemaObject, JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import type { Tool } from './tool.ts';

/** Everything a caller needs to know of a tool, as it goes over a wire. How it is implemented is nobody's business. */
export interface ToolDescriptor {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly title?: string;
  readonly description: string;
  readonly short_description: string;
  readonly when_to_use?: string;
  readonly category: string;
  readonly tier: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly permission: string;
  readonly approval: string;
  readonly annotations: { readonly [fact: string]: boolean };
  readonly parameters: JsonSchemaObject;
  /** The parameters one by one, for those who do not read JSON Schema. */
  readonly parameter_list: readonly ParameterDescription[];
  readonly returns?: JsonSchemaObject;
  readonly examples: readonly unknown[];
  readonly cautions: readonly string[];
  readonly defer_loading: boolean;
  readonly deprecated?: string;
  readonly timeout_ms?: number;
}

export interface ParameterDescription {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly description?: string;
}

/** What a caller needs to know of a tool, in snake_case. */
export function toDescriptor(tool: Tool): ToolDescriptor {
  const { readOnly, destructive, idempotent, requiresConfirmation } = tool.annotations;
  return {
    id: tool.id,
    name: tool.name,
    version: tool.version,
    type: tool.type,
    ...(tool.title !== undefined && { title: tool.title }),
    description: tool.description,
    short_description: tool.shortDescription,
    ...(tool.whenToUse !== undefined && { when_to_use: tool.whenToUse }),
    category: tool.category,
    tier: tool.tier,
    tags: tool.tags,
    aliases: tool.aliases,
    permission: tool.permission,
    approval: tool.approval,
    annotations: {
      read_only: readOnly,
      destructive,
      idempotent,
      requires_confirmation: requiresConfirmation,
    },
    parameters: tool.parameters,
    parameter_list: describeParameters(tool.parameters),
    ...(tool.returns !== undefined && { returns: tool.returns }),
    examples: tool.examples,
    cautions: tool.cautions,
    defer_loading: tool.deferLoading,
    ...(tool.deprecated !== undefined && { deprecated: tool.deprecated }),
    ...(tool.timeout !== undefined && { timeout_ms: tool.timeout }),
  };
}

export function describeParameters(parameters: JsonSchemaObject): ParameterDescription[] {
  const required = new Set(Array.isArray(parameters['required']) ? (parameters['required'] as string[]) : []);
  return Object.entries(parameters.properties ?? {}).map(([name, schema]) => {
    const { default: fallback, description }: { readonly [keyword: string]: unknown } = isObject(schema)
      ? schema
      : {};
    return {
      name,
      type: typeOf(schema),
      required: required.has(name),
      ...(fallback !== undefined && { default: fallback as JsonValue }),
      ...(typeof description === 'string' && { description }),
    };
  });
}

/** A schema's type in a word or two: `string`, `"a" | "b"`, `number[]`. */
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  const { type, enum: values, const: value, items, anyOf, oneOf } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (type === 'array') return isObject(items) ? `${bracketed(typeOf(items))}[]` : 'array';
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.join(' | ');
  const branches: unknown = anyOf ?? oneOf;
  return Array.isArray(branches) ? branches.map(typeOf).join(' | ') : 'any';
}

function bracketed(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}
