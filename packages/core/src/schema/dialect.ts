export type Dialect = '2020-12' | 'draft-07';

/** The dialect that a root's `$schema` asks for; undefined when it is one we cannot honour. */
export function dialectOf($schema: unknown): Dialect | undefined {
  if ($schema === undefined) return '2020-12';
  return typeof $schema === 'string' ? dialects.get($schema.replace(/#$/, '')) : undefined;
}

// 2019-09 differs from 2020-12 in tuples, which we read in both spellings; draft-06 is a part of draft-07.
const dialects: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2020-12'],
  ['http://json-schema.org/draft/2019-09/schema', '2020-12'],
  ['http://json-schema.org/schema', '2020-12'],
  ['https://json-schema.org/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema', 'draft-07'],
  ['http://json-schema.org/draft-06/schema', 'draft-07'],
  ['https://json-schema.org/draft-06/schema', 'draft-07'],
]);
