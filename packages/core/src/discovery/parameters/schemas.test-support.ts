/** Short ways to write the schemas of tools in tests. */
interface Schema {
  readonly [keyword: string]: unknown;
}

export const text = (description = '', more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
export const integer = (description = '', more: Schema = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
export const number = (description = '', more: Schema = {}): Schema => ({
  type: 'number',
  description,
  ...more,
});
export const yesNo = (description = '', more: Schema = {}): Schema => ({
  type: 'boolean',
  description,
  ...more,
});
export const list = (items: Schema, description = ''): Schema => ({ type: 'array', items, description });

/** An object whose members are all required unless told otherwise. */
export const tool = (properties: Schema, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});

/** A request, the name and parameters of a tool, and the arguments that follow from the words. */
export type Case = readonly [request: string, name: string, parameters: Schema, expected: Schema];
