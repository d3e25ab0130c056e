import { basename, dirname, join } from 'node:path';

/** What a configuration is called in its project; the first that is there counts. */
export const configFileNames = ['toolcrib.json', 'toolcrib.jsonc', 'toolcrib.yaml', 'toolcrib.yml'] as const;

/** The other names under which the same project could have its configuration; none for a file with a name of its own. */
export function otherNamesOf(file: string): readonly string[] {
  const names: readonly string[] = configFileNames;
  const own = basename(file);
  return names.includes(own)
    ? names.filter((name) => name !== own).map((name) => join(dirname(file), name))
    : [];
}
