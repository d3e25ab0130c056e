/** Keys and indices from the root of a configuration. */
export type Path = readonly (string | number)[];

/** A path as people read it, such as `tools[2].name`. */
export function toText(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}

export interface ConfigPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where in the configuration, such as `tools[2]`. */
  readonly path: string;
}

/** Something in a configuration that cannot be used as it is. */
export interface ConfigProblem extends ConfigPlace {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}
