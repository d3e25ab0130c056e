/** How large a document may be, with everything that it refers to. */
export const documentLimits = {
  bytes: 50_000_000,
  /** YAML costs ten times the time and memory of JSON. */
  yamlBytes: 10_000_000,
  depth: 200,
  values: 5_000_000,
  files: 5_000,
  operations: 50_000,
  /** Characters of the schemas of all operations together, before what is too large is cut. */
  written: 50_000_000,
} as const;
