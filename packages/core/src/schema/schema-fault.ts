export type SchemaFaultReason =
  | 'not_a_schema'
  | 'not_an_object_root'
  | 'invalid_keyword'
  | 'remote_reference'
  | 'unresolved_reference'
  | 'dynamic_reference'
  | 'unsupported_dialect'
  | 'unsafe_pattern'
  | 'too_large'
  | 'too_deep'
  | 'too_many_subschemas';

/** Why a schema cannot be used. */
export interface SchemaFault {
  /** A JSON pointer into the schema. */
  readonly path: string;
  readonly reason: SchemaFaultReason;
  readonly detail: string;
}

export interface SchemaLimits {
  /** How deep schemas may stand within each other, and data within a keyword. */
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  /** Characters of text and nodes: roughly the size as JSON. */
  readonly maxSize: number;
}

/** Room for the largest tools of real servers (about 100 kB), and a check of at most a few milliseconds. */
export const defaultSchemaLimits: SchemaLimits = { maxDepth: 64, maxSubschemas: 5_000, maxSize: 500_000 };
