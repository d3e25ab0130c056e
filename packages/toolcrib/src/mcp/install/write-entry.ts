import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@toolcrib/core';
import { documentLimits } from '../../config/document-limits.ts';
import { editJson } from '../../config/edit-config.ts';
import { parseJson } from '../../config/parse-json.ts';
import { isObject, member } from '../../connectors/json-object.ts';
import { targetOf } from '../../files/link-out.ts';
import { rewriteFile } from '../../files/rewrite-file.ts';
import { withLock } from '../../files/with-lock.ts';
import type { KnownClient, StartedBy } from './clients.ts';
import { findTomlEntry, isInline, toTomlEntry } from './toml-entry.ts';

/** What became of the file. All but the first two have left it as it was. */
export type Written = 'written' | 'there' | 'taken' | 'unreadable' | 'other_form';

export interface WriteOptions {
  readonly file: string;
  readonly name: string;
  /** Takes the place of another entry of this name. */
  readonly force: boolean;
  /** Of the user: two commands that write such entries at once take turns. */
  readonly lockFolder: string;
  /** A link in here may not lead the write out of it. */
  readonly project: string;
}

/** The entry alone, as a person would paste it. */
export function showEntry({ format, section, more }: KnownClient, name: string, started: StartedBy): string {
  if (format === 'toml') return toTomlEntry(section, name, started);
  return JSON.stringify({ [section]: { [name]: { ...more, ...started } } }, null, 2);
}

/** Writes the entry into the client's own file, and leaves everything else in it as it is, comments too. */
export async function writeEntry(
  client: KnownClient,
  started: StartedBy,
  { file, name, force, lockFolder, project }: WriteOptions,
): Promise<Written> {
  const edit = client.format === 'toml' ? editToml : editObject;
  let done: Written = 'written';
  const change = async (text = ''): Promise<string | undefined> => {
    const edited = await edit(text, client, started, { name, force });
    done = typeof edited === 'string' ? edited : 'written';
    return typeof edited === 'string' ? undefined : edited.text;
  };
  await withLock(lockFolder, () => {
    // Many keep such files elsewhere and link to them: what is linked to is written, and the link stays.
    return rewriteFile(targetOf(file, project), change, { freshMode: 0o600, maxBytes: documentLimits.bytes });
  });
  return done;
}

type Edited = Exclude<Written, 'written'> | { readonly text: string };
type EntryOptions = Pick<WriteOptions, 'name' | 'force'>;

async function editObject(
  text: string,
  { section, more }: KnownClient,
  started: StartedBy,
  { name, force }: EntryOptions,
): Promise<Edited> {
  const whole = text.trim() === '' ? '{}\n' : text;
  let entries: unknown;
  try {
    const { value } = parseJson(whole);
    if (!isObject(value)) return 'unreadable';
    entries = member(value, section) ?? {};
  } catch {
    return 'unreadable';
  }
  if (!isObject(entries)) return 'unreadable';
  const entry = { ...more, ...started, args: [...started.args] };
  const there = member(entries, name);
  if (isSame(there, entry)) return 'there';
  if (there !== undefined && !force) return 'taken';
  return { text: await editJson(whole, [section, name], entry) };
}

function isSame(there: unknown, entry: { readonly [key: string]: JsonValue }): boolean {
  // What was parsed has no prototypes.
  return isObject(there) && isDeepStrictEqual(JSON.parse(JSON.stringify(there)), entry);
}

function editToml(
  text: string,
  { section }: KnownClient,
  started: StartedBy,
  { name, force }: EntryOptions,
): Edited {
  if (isInline(text, section)) return 'other_form';
  const entry = toTomlEntry(section, name, started);
  const there = findTomlEntry(text, section, name);
  if (there === undefined) {
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return { text: `${text}${gap}${entry}` };
  }
  const { start, end } = there;
  if (text.slice(start, end).trim() === entry.trim()) return 'there';
  if (!force) return 'taken';
  const rest = text.slice(end);
  return { text: `${text.slice(0, start)}${entry}${rest === '' ? '' : `\n${rest}`}` };
}
