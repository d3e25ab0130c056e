import { visible, type JsonSchemaObject, type JsonValue } from '@toolcrib/core';

interface Field {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: readonly JsonValue[];
  readonly default?: JsonValue;
}

/** Asks for one field of a form after the other. What is left empty is left to its default, or left out. */
export async function fillForm(
  { properties = {} }: JsonSchemaObject,
  ask: (prompt: string) => Promise<string>,
): Promise<{ readonly [field: string]: JsonValue }> {
  const filled: [string, JsonValue][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const field = schema as Field;
    const typed = (await ask(`  ${visible(promptFor(name, field))}: `)).trim();
    if (typed !== '') filled.push([name, valueOf(typed, field)]);
  }
  return Object.fromEntries(filled);
}

function promptFor(name: string, { title, description, enum: choices, default: usual }: Field): string {
  const words = [title, description].filter((word) => typeof word === 'string');
  return [
    words.length > 0 ? words.join(', ') : name,
    ...(choices === undefined
      ? []
      : [
          `(${choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(' | ')})`,
        ]),
    ...(usual === undefined ? [] : [`[${JSON.stringify(usual)}]`]),
  ].join(' ');
}

/** As the field wants it; what does not fit is refused with the whole form. */
function valueOf(typed: string, { type }: Field): JsonValue {
  if (type === 'number' || type === 'integer') return Number.isNaN(Number(typed)) ? typed : Number(typed);
  if (type === 'boolean')
    return /^(?:y|yes|true|1)$/iu.test(typed) || (/^(?:n|no|false|0)$/iu.test(typed) ? false : typed);
  if (type === 'array') return typed.split(/\s*,\s*/u);
  return typed;
}
