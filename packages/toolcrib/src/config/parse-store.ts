import { resolve } from 'node:path';
import type { StorePlace } from '../store/store-place.ts';
import type { StoreConfig } from './config.ts';
import type { Path } from './config-place.ts';
import { isObject, type ConfigReader } from './config-reader.ts';
import { systemReads } from '../fence/processes/system-reads.ts';
import { knownKeys } from './known-keys.ts';
import { liesIn } from './lies-in.ts';

interface Folders {
  /** Of the configuration: paths are relative to it. */
  readonly directory: string;
  readonly project: string;
}

/** The place alone, or an object with the place and how much is kept. */
export function parseStore(reader: ConfigReader, folders: Folders): StoreConfig {
  if (!isObject(reader.get(['store']))) return { place: parsePlace(reader, ['store'], folders) };
  reader.refuseUnknown(['store'], knownKeys.store);
  const place = parsePlace(reader, ['store', 'url'], folders);
  const schema = parseSchema(reader, ['store', 'schema']);
  return {
    place: place?.kind === 'postgres' && schema !== undefined ? { ...place, schema } : place,
    keepDays: reader.number(['store', 'keep_days'], { least: 1 }),
    keepMegabytes: reader.number(['store', 'keep_mb'], { least: 1 }),
    queryTimeout: reader.number(['store', 'query_timeout'], { least: 1, whole: true }),
  };
}

function parsePlace(
  reader: ConfigReader,
  path: Path,
  { directory, project }: Folders,
): StorePlace | undefined {
  const text = reader.text(path);
  if (text === undefined) return undefined;
  if (text === 'memory') return { kind: 'memory' };
  if (/^postgres(?:ql)?:\/\/./u.test(text)) return { kind: 'postgres', url: text, schema: 'toolcrib' };
  const file =
    /^sqlite:(?<file>.+)$/u.exec(text)?.groups?.['file'] ?? (text.endsWith('.db') ? text : undefined);
  if (file === undefined) {
    reader.report(path, 'bad_store', (_, texts) => texts.badStore);
    return undefined;
  }
  const full = resolve(directory, file);
  if (systemReads().some((folder) => liesIn(folder, full))) {
    // Programs in the sandbox read these folders, and would see the history of all agents.
    reader.report(path, 'store_visible', (_, texts) => texts.storeVisible);
    return undefined;
  }
  if (![directory, project].some((folder) => liesIn(folder, full))) return { kind: 'sqlite', file: full };
  // Its grants and tokens would be those of whoever made the project, and tools could write there.
  reader.report(path, 'store_in_project', (_, texts) => texts.storeInProject);
  return undefined;
}

function parseSchema(reader: ConfigReader, path: Path): string | undefined {
  const schema = reader.text(path);
  if (schema === undefined || /^[a-z_][a-z0-9_]{0,62}$/u.test(schema)) return schema;
  reader.report(path, 'bad_schema', (_, texts) => texts.badSchema);
  return undefined;
}
