import { parseAllowList, type AllowList } from '@toolcrib/core';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the allow-lists. One that cannot be read holds nothing: a ready-made one of its name must not step in for it. */
export function parseConfiguredAllowLists(
  reader: ConfigReader,
  readyMade: readonly string[],
): readonly AllowList[] {
  const allowLists = reader.object('allow_lists', (texts) => texts.allowListsEmpty);
  if (allowLists === undefined) return reader.has('allow_lists') ? readyMade.map(empty) : [];
  return Object.entries(allowLists).map(([name, value]) => {
    const path = ['allow_lists', name];
    const empties: Consequence = (texts) => texts.allowListEmpty(name);
    const known = reader.refuseUnknown(path, knownKeys.allowList, empties);
    return (known && reader.attempt(path, () => parseAllowList(name, value), empties)) || empty(name);
  });
}

function empty(name: string): AllowList {
  return { name, toolNames: [] };
}
