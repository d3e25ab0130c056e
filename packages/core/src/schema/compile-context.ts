import type { Dialect } from './dialect.ts';
import type { Check } from './validation-run.ts';

/** What the compiler of a keyword may ask of the compiler of the whole schema. */
export interface CompileContext {
  readonly dialect: Dialect;
  readonly compile: (schema: unknown) => Check;
}
