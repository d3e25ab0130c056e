import { isAbsolute } from 'node:path';
import type { Effect } from '@toolcrib/core';
import { isInside } from '../../fence/is-inside.ts';
import type { Bench } from '../bench.ts';
import { workbenchNotes } from '../notes.ts';
import type { LanguageServerDefinition } from './language-servers.ts';

/** Whether nothing keeps a language server in the project. */
export function isUncontained({ processes }: Pick<Bench, 'processes'>): boolean {
  return processes.layer() === 'checks';
}

/** Operations whose answer shows what the server has read, wherever that was: types of imported values, quoted lines. */
const tells: ReadonlySet<string> = new Set(['hover', 'diagnostics']);

/**
 * What a person must know before a server is asked that nothing contains: it follows what the project names (imports,
 * configuration, includes) out of the project, and others than ours may run code of the project. Once in a session for each.
 */
export function uncontainedRisk(
  operation: string,
  servers: readonly LanguageServerDefinition[],
  bench: Bench,
): Pick<Effect, 'risk' | 'once' | 'warning'> | undefined {
  if (!isUncontained(bench)) return undefined;
  const risky = servers.filter(({ isOurs }) => !isOurs || tells.has(operation));
  if (risky.length === 0) return undefined;
  const names = risky.map(({ name }) => name);
  const warning = workbenchNotes(bench.locale).uncontainedServer({
    servers: names,
    runsCode: risky.some(({ isOurs }) => !isOurs),
  });
  return { risk: 'high', once: `language_server ${names.join(' ')}`, warning };
}

/** Whether a place may be told: one in the project, or in what the server itself consists of. */
export function mayBeTold(path: string | undefined, reads: readonly string[] = []): boolean {
  return path === undefined || !isAbsolute(path) || reads.some((folder) => isInside(folder, path));
}
