/** A JSON Schema, as far as a table tells of it. */
export interface Described {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly additionalProperties?: Described | boolean;
  readonly properties?: { readonly [name: string]: Described };
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a value may be, in a few words; a part that is described elsewhere on the page is a link. */
export function typeWords(schema: Described, links: (name: string) => string | undefined): string {
  const { $ref, enum: values, const: only, anyOf, type, items, additionalProperties: others } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return links(name) ?? name;
  }
  if (values !== undefined) return values.map(code).join(', ');
  if (only !== undefined) return code(only);
  const words = (part: Described): string => typeWords(part, links);
  if (anyOf !== undefined)
    return anyOf
      .map(words)
      .filter((word) => word !== '' && word !== 'null')
      .join(' or ');
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  return types
    .map((one) => {
      if (one === 'array' && items !== undefined) return `list of ${words(items)}`;
      if (one === 'object' && typeof others === 'object') return `object of ${words(others)}`;
      return one;
    })
    .join(' or ');
}

/** A row of a table; what would end a cell is escaped. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

export function table(heads: readonly string[], rows: readonly string[]): string {
  return [row(...heads), `|${heads.map(() => '---').join('|')}|`, ...rows].join('\n');
}

export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
