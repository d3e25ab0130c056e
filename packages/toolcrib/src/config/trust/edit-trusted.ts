import { readFileSync } from 'node:fs';
import type { JsonValue } from '@toolcrib/core';
import type { Path } from '../config-place.ts';
import { editConfig } from '../edit-config.ts';
import { readDocument } from '../read-config.ts';
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
}

/** Writes one entry of a configuration by a person's command, and accepts that entry and nothing else of the file. */
export async function editTrusted({ file, path, value, trustFolder }: Edit): Promise<void> {
  await editConfig(file, path, value);
  const records = new TrustRecords(trustFolder);
  const identity = identityOf(file);
  const before = records.read(identity);
  const accepted = withEntry(before?.document ?? {}, path, value);
  const { withheld } = restrict(await readDocument(file, 'en'), accepted);
  const digest = withheld.length === 0 ? digestOf(file) : (before?.digest ?? '');
  records.write({ file: identity, digest, acceptedAt: Date.now(), document: accepted });
}

/** Accepts a configuration as it is, because a person's command has just written it. */
export async function trustFile(file: string, trustFolder: string): Promise<void> {
  const { value } = await readDocument(file, 'en');
  const document = isRecord(value) ? structuredClone(value) : {};
  new TrustRecords(trustFolder).write({
    file: identityOf(file),
    digest: digestOf(file),
    acceptedAt: Date.now(),
    document,
  });
}

function digestOf(file: string): string {
  return textDigest(readFileSync(file, 'utf8'));
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
