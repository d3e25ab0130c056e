import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson, setOwn } from '../tool/json.ts';

const secretName =
  /pass(word|wd|phrase)?$|secret|token$|^auth(orization)?$|api[_-]?key|private[_-]?key|access[_-]?key|credential|cookie|bearer/iu;

const redacted = '[redacted]';

/** A copy with the values of secret-sounding names taken out; undefined when the value is not JSON. */
export function redact(value: unknown): JsonValue | undefined {
  const copy = copyJson(value);
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
      setOwn(object, key, secretName.test(key) && held !== null ? redacted : withoutSecrets(held));
    }
  }
  return value;
}
