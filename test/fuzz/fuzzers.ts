import { commands } from './commands.ts';
import { configuration } from './configuration.ts';
import type { Fuzzer } from './fuzzer.ts';
import { http } from './http.ts';
import { mcp } from './mcp.ts';
import { network } from './network.ts';
import { paths } from './paths.ts';
import { plans } from './plans.ts';
import { schemas } from './schemas.ts';

export const fuzzers: readonly Fuzzer[] = [
  commands,
  paths,
  network,
  schemas,
  plans,
  mcp,
  http,
  configuration,
];
