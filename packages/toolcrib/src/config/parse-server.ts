import type { ServerConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';
import { limitEntries, type ServerLimits } from './server-limits.ts';

/** Reads where the service listens. An entry that cannot be read leaves its default, which is the narrower one. */
export function parseServer(reader: ConfigReader): ServerConfig {
  reader.object('server');
  reader.refuseUnknown(['server'], knownKeys.server);
  const limits = limitEntries.map(([key, { name, fallback, unit, least }]) => [
    name,
    (reader.number(['server', key], { least, whole: true }) ?? fallback) * unit,
  ]);
  return {
    host: reader.text(['server', 'host']) ?? '127.0.0.1',
    port: reader.number(['server', 'port'], { least: 0, most: 65_535, whole: true }) ?? 4180,
    allowHosts: reader.names(['server', 'allow_hosts']) ?? [],
    publicOpenapi: reader.flag(['server', 'public_openapi']) ?? false,
    ...(Object.fromEntries(limits) as ServerLimits),
  };
}
