import { createRequire } from 'node:module';
import type * as Unbash from 'unbash';

let loaded: typeof Unbash | undefined;

/** The grammar of the shell. Loaded by the first command line: most starts of Toolcrib judge none. */
export function syntax(): Pick<typeof Unbash, 'parse' | 'forEachChild'> {
  loaded ??= createRequire(import.meta.url)('unbash') as typeof Unbash;
  return loaded;
}
