import { readFileSync } from 'node:fs';
import { code, row, table, typeWords, type Described } from './schema-words.ts';

interface Schema extends Described {
  readonly properties: { readonly [name: string]: Described };
  readonly $defs: { readonly [name: string]: Described };
}

/** Every key of the configuration, from the schema that editors are given. A test holds the parser to it. */
export function configurationReference(): string {
  const file = new URL('../../packages/toolcrib/schema/toolcrib.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const links = (name: string): string | undefined => {
    const part = schema.$defs[name];
    // A variable may stand everywhere: said once, above.
    if (name === 'variable') return '';
    if (part?.properties !== undefined) return `[${name}](#${name.toLowerCase()})`;
    return part && typeWords(part, links);
  };
  const section = (name: string, part: Described): string[] => {
    const { properties = {}, required = [] } = part;
    const rows = Object.entries(properties).map(([key, described]) =>
      row(
        code(key) + (required.includes(key) ? ' (required)' : ''),
        nested(key, described) ?? typeWords(described, links),
        described.default === undefined ? '' : code(described.default),
        described.description ?? '',
      ),
    );
    return [
      ...(name === '' ? [] : [`## ${name}`]),
      ...(name === '' || part.description === undefined ? [] : [part.description]),
      table(['key', 'type', 'default', 'meaning'], rows),
      ...Object.entries(properties).flatMap(([key, described]) =>
        described.properties === undefined ? [] : section(key, described),
      ),
    ];
  };
  const parts = Object.entries(schema.$defs).filter(([, part]) => part.properties !== undefined);
  return [
    '# Configuration',
    `${schema.description ?? ''} How it is used: [configure](../configure.md).`,
    ...section('', schema),
    ...parts.flatMap(([name, part]) => section(name, part)),
  ]
    .join('\n\n')
    .concat('\n');
}

/** An object that is written out where it stands has a section of its own. */
function nested(key: string, { properties }: Described): string | undefined {
  return properties === undefined ? undefined : `[${key}](#${key.toLowerCase()})`;
}
