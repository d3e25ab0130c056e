import { problem } from './problem.ts';

/** A parameter that only some operations need, which a schema cannot say without repeating itself for each of them. */
export function required<Input extends { readonly operation: string }, Name extends keyof Input & string>(
  input: Input,
  parameter: Name,
): Exclude<Input[Name], undefined> {
  const value = input[parameter];
  if (value === undefined) throw problem('missing_parameter', { operation: input.operation, parameter });
  return value as Exclude<Input[Name], undefined>;
}
