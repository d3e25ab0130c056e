import { parseAllowList, type AllowList } from '@toolcrib/core';
import type { ConfigReader, Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the allow-lists. One that cannot be read holds nothing: a ready-made one of its name must not step in for it. */
export function parseConfiguredAllowLists(reader: ConfigReader): readonly AllowList[] {
  return Object.entries(reader.object('allow_lists') ?? {}).map(([name, value]) => {
    const path = ['allow_lists', name];
    const empty: Consequence = (texts) => texts.allowListEmpty(name);
    const known = reader.refuseUnknown(path, knownKeys.allowList, empty);
    const allowList = known && reader.attempt(path, () => parseAllowList(name, value), empty);
    return allowList || { name, toolNames: [] };
  });
}
