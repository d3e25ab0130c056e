import { existsSync } from 'node:fs';
import type { JsonValue } from '@toolcrib/core';
import { replaceFile } from '../../files/replace-file.ts';
import { withLock } from '../../files/with-lock.ts';
import type { Path } from '../config-place.ts';
import { editConfig } from '../edit-config.ts';
import { parseDocument, readDocument } from '../read-config.ts';
import { restrict } from './restrict.ts';
import { isRecord } from './setting.ts';
import { textDigest } from './text-digest.ts';
import { identityOf, TrustRecords } from './trust-records.ts';

interface Edit {
  readonly file: string;
  readonly path: Path;
  /** Undefined removes the entry. */
  readonly value: JsonValue | undefined;
  /** Where acceptances are kept. */
  readonly trustFolder: string;
  /** Leaves an entry alone that is there already. @default false */
  readonly fresh?: boolean | undefined;
}

/**
 * Writes one entry of a configuration by a person's command, and accepts that entry and nothing else of the file. The file
 * and the record of what was accepted change under one lock: of two commands at once neither loses its entry.
 *
 * @returns whether the file has changed
 */
export async function editTrusted(edit: Edit): Promise<boolean> {
  return withLock(edit.trustFolder, () => editLocked(edit));
}

async function editLocked({ file, path, value, trustFolder, fresh = false }: Edit): Promise<boolean> {
  const isThere = existsSync(file);
  // A file that cannot be read as a whole is not edited: its parser guesses where an entry belongs.
  const found = isThere ? await readDocument(file, 'en') : undefined;
  if (fresh && valueAt(found?.value, path) !== undefined) return false;
  if (!isThere && value === undefined) return false;
  const isChanged = await editConfig(file, path, value);
  const records = new TrustRecords(trustFolder);
  const identity = identityOf(file);
  const before = records.read(identity);
  const accepted = withEntry(before?.document ?? {}, path, value);
  const written = await readDocument(file, 'en');
  const { withheld } = restrict(written, accepted);
  const digest = withheld.length === 0 ? textDigest(written.text) : (before?.digest ?? '');
  records.write({ file: identity, digest, acceptedAt: Date.now(), document: accepted });
  return isChanged;
}

function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/**
 * Writes a configuration where there is none, and accepts it: a person's command has made it. Fails with `file_exists` where
 * there is one.
 */
export async function createTrusted(file: string, text: string, trustFolder: string): Promise<void> {
  // What is accepted is this text, whatever another program makes of the file.
  const { value } = await parseDocument({ file, text }, 'en');
  await withLock(trustFolder, () => {
    replaceFile(file, text, { fresh: true });
    new TrustRecords(trustFolder).write({
      file: identityOf(file),
      digest: textDigest(text),
      acceptedAt: Date.now(),
      document: isRecord(value) ? structuredClone(value) : {},
    });
  });
}

function withEntry(
  document: { readonly [key: string]: unknown },
  [key, ...deeper]: Path,
  value: JsonValue | undefined,
): { readonly [key: string]: unknown } {
  const name = String(key);
  const { [name]: held, ...others } = document;
  if (deeper.length > 0) return { ...others, [name]: withEntry(isRecord(held) ? held : {}, deeper, value) };
  // As the file has it: without what JSON leaves out.
  return value === undefined ? others : { ...others, [name]: JSON.parse(JSON.stringify(value)) as unknown };
}
