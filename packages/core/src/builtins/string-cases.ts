/** `HTTPServer_name2` → `http_server_name_2`, `http-server-name-2`, `httpServerName2`. */
export function toSnakeCase(text: string): string {
  return partsOf(text).join('_');
}

export function toKebabCase(text: string): string {
  return partsOf(text).join('-');
}

export function toCamelCase(text: string): string {
  const [first = '', ...rest] = partsOf(text);
  return first + rest.map(capitalize).join('');
}

export function toPascalCase(text: string): string {
  return partsOf(text).map(capitalize).join('');
}

export function toTitle(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu, (word) => capitalize(word.toLowerCase()));
}

export function capitalize(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

function partsOf(text: string): readonly string[] {
  const parts = text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?(?:(?!\p{Lu})[\p{L}\p{M}])+|\p{N}+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}
