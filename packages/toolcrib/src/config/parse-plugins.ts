import { resolve } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { noCapabilities, parseCapabilities, type Capabilities } from '../connectors/wasm/capabilities.ts';
import { limitSpellings, type PluginLimits } from '../connectors/wasm/limits.ts';
import type { PluginEntry } from '../connectors/wasm/plugin-entry.ts';
import type { RunningCalls } from '../connectors/wasm/plugin-pool.ts';
import { PluginFault } from '../connectors/wasm/plugin-problem.ts';
import { pluginTexts } from '../connectors/wasm/texts.ts';
import type { Path } from './config-place.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads the plugins by name. One with anything that cannot be read is left out: it might have been a limit. */
export function parsePlugins(reader: ConfigReader, directory: string): readonly PluginEntry[] {
  return Object.keys(reader.object('plugins') ?? {}).flatMap((name) => {
    const path = ['plugins', name];
    const known = reader.refuseUnknown(path, knownKeys.plugin);
    const file = reader.object(path) === undefined ? undefined : reader.name([...path, 'file']);
    const limits = readLimits(reader, [...path, 'limits']);
    const grant = readGrant(reader, [...path, 'grant'], name);
    const onRemoval = readOnRemoval(reader, [...path, 'on_removal']);
    const readable = known && file !== undefined;
    if (!readable || limits === undefined || grant === undefined || onRemoval === undefined) return [];
    return [{ name, file: resolve(directory, file), limits, grant, onRemoval }];
  });
}

function readOnRemoval(reader: ConfigReader, path: Path): RunningCalls | undefined {
  const said = reader.oneOf(path, ['finish', 'cancel'] as const);
  return reader.get(path) === undefined ? 'finish' : said;
}

/** Undefined when one of them cannot be read. */
function readLimits(reader: ConfigReader, path: Path): Partial<PluginLimits> | undefined {
  const said = reader.get(path);
  if (said === undefined) return {};
  if (reader.object(path) === undefined) return undefined;
  const known = reader.refuseUnknown(path, knownKeys.pluginLimits);
  const limits: { -readonly [limit in keyof PluginLimits]?: number } = {};
  for (const [name, { limit, most }] of Object.entries(limitSpellings)) {
    const place = [...path, name];
    if (reader.get(place) === undefined) continue;
    const amount = reader.number(place, { least: 1, most, whole: true });
    if (amount === undefined) return undefined;
    limits[limit] = amount;
  }
  return known ? limits : undefined;
}

function readGrant(reader: ConfigReader, path: Path, name: string): Capabilities | undefined {
  if (reader.get(path) === undefined) return noCapabilities;
  try {
    return parseCapabilities(reader.get(path), 'grant');
  } catch (error) {
    if (!(error instanceof PluginFault)) throw error;
    const say = (locale: Locale): string => pluginTexts(locale).problem(name, error.problem);
    reader.report(path, error.problem.kind, say);
    return undefined;
  }
}
