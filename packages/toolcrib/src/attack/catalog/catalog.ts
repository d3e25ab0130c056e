import type { Attack } from '../attack.ts';
import { commandGuard } from './command-guard.ts';
import { delayedEscape } from './delayed-escape.ts';
import { environment } from './environment.ts';
import { filesOutside } from './files-outside.ts';
import { network } from './network.ts';
import { processes } from './processes.ts';
import { protectedNames } from './protected-names.ts';

export const catalog: readonly Attack[] = [
  ...filesOutside,
  ...protectedNames,
  ...processes,
  ...network,
  ...environment,
  ...delayedEscape,
  ...commandGuard,
];
