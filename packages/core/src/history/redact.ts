import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson, outputLimits, setOwn } from '../tool/json.ts';
import { redacted } from '../tool/secret-mask.ts';
import { isSecretName } from '../tool/secret-names.ts';

/** A copy with the values of secret-sounding names taken out; undefined when the value is not JSON. */
export function redact(value: unknown): JsonValue | undefined {
  const copy = copyJson(value, outputLimits);
  return copy.ok ? withoutSecrets(copy.value) : undefined;
}

function withoutSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value as JsonValue[];
    for (let index = 0; index < items.length; index++)
      items[index] = withoutSecrets(items[index] as JsonValue);
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, JsonValue>;
    for (const key of Object.keys(object)) {
      const held = object[key] as JsonValue;
      // Whether there is a password is no secret: `has_password: true` stays.
      const hidden = held !== null && typeof held !== 'boolean' && isSecretName(key);
      if (hidden) setOwn(object, key, redacted);
      else withoutSecrets(held);
    }
  }
  return value;
}
