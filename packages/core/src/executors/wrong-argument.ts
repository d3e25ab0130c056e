import type { JsonValue } from '../schema/json-schema.ts';
import { receivedType } from '../schema/json-type.ts';
import { createError, type KnownError } from '../tool/errors.ts';

/** An argument that fits the schema, and still makes no request. */
export function wrongArgument(
  path: string,
  keyword: string,
  expected: unknown,
  value: JsonValue | undefined,
): KnownError {
  const problem = { path, keyword, expected, received: receivedType(value) };
  return createError('invalid_arguments', { problems: [problem] });
}
