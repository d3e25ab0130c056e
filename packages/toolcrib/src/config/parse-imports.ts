import type { ImportsConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads what is let in of other people's tools. What cannot be read lets in nothing. */
export function parseImports(reader: ConfigReader): ImportsConfig {
  reader.object('imports');
  reader.refuseUnknown(['imports'], knownKeys.imports);
  return {
    accept: reader.oneOf(['imports', 'accept'], ['nothing', 'read_only']) ?? 'nothing',
    changed: reader.oneOf(['imports', 'changed'], ['hold', 'keep']) ?? 'hold',
  };
}
