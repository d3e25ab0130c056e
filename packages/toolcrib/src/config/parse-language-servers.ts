import type { LanguageServerDefinition } from '../workbench/lsp/language-servers.ts';
import { isObject, type ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the language servers by name. One that cannot be read is left out. */
export function parseLanguageServers(reader: ConfigReader): readonly LanguageServerDefinition[] {
  return Object.keys(reader.object('language_servers') ?? {}).flatMap((name) => {
    const path = ['language_servers', name];
    if (!reader.refuseUnknown(path, knownKeys.languageServer)) return [];
    const [program, ...given] = reader.names([...path, 'command']) ?? [];
    const languages = readLanguages(reader, [...path, 'languages']);
    if (program === undefined || languages === undefined) {
      reader.report(path, 'wrong_type', (_, texts) => texts.languageServer);
      return [];
    }
    return [
      {
        name,
        command: [program, ...given] as const,
        languages,
        reads: reader.names([...path, 'reads']),
        initializationOptions: reader.get([...path, 'initialization_options']),
      },
    ];
  });
}

/** Endings of file names with the ids of their languages, such as `{ ".py": "python" }`. */
function readLanguages(
  reader: ConfigReader,
  path: readonly string[],
): { readonly [ending: string]: string } | undefined {
  const value = reader.get(path);
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const right = entries.every(([ending, id]) => /^\.\w+$/u.test(ending) && typeof id === 'string');
  if (!right || entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([ending, id]) => [ending.toLowerCase(), id as string]));
}
