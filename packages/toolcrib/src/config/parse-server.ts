import type { ServerConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads where the service listens. An entry that cannot be read leaves its default, which is the narrower one. */
export function parseServer(reader: ConfigReader): ServerConfig {
  reader.object('server');
  reader.refuseUnknown(['server'], knownKeys.server);
  const whole = { least: 1, whole: true } as const;
  return {
    host: reader.text(['server', 'host']) ?? '127.0.0.1',
    port: reader.number(['server', 'port'], { least: 0, most: 65_535, whole: true }) ?? 4180,
    allowHosts: reader.names(['server', 'allow_hosts']) ?? [],
    maxBodyBytes: (reader.number(['server', 'max_body_kb'], whole) ?? 1024) * 1024,
    deadline: reader.number(['server', 'deadline'], { least: 1 }) ?? 600_000,
    maxRequests: reader.number(['server', 'max_requests'], whole) ?? 256,
    maxRequestsPerToken: reader.number(['server', 'max_requests_per_token'], whole) ?? 64,
  };
}
