/** The public surface of the package for Node: the core, and what the machine brings. Pinned by test/pins. */
export * from '@toolcrib/core';
export { openToolcrib, type OpenOptions, type Toolcrib } from './open-toolcrib.ts';
export { ConfigError } from './config/config-error.ts';
export type { Config, ConfigPlace, ConfigProblem, ConfiguredTool } from './config/config.ts';
export type { StoredGrant, StoredGrants } from './store/stored-grants.ts';
