import { sql, type RawBuilder } from 'kysely';
import type { DatabaseKind } from '../databases/database.ts';
import { toColumn } from './record-line.ts';

/** More of a text than this does not narrow a search any further. */
const maxCharacters = 500;

/**
 * The records that may have this text in them, which is in lower case; all that have it are among them. The databases agree
 * on the cases of ASCII alone, so that any other letter with a case stands for anything, and who reads the record looks again.
 */
export function hasText(text: string, kind: DatabaseKind): RawBuilder<boolean> {
  const beginning = Array.from(toColumn(text)).slice(0, maxCharacters).join('');
  const escaped = beginning.replaceAll(/[%_\\]/gu, '\\$&');
  const pattern = `%${escaped.replaceAll(/[\p{Changes_When_Casemapped}--\p{ASCII}]+/gv, '%')}%`;
  return kind === 'sqlite'
    ? sql<boolean>`record like ${pattern} escape '\\'`
    : sql<boolean>`record collate "C" ilike ${pattern} escape '\\'`;
}
