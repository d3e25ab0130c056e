import type { Locale } from '@toolcrib/core';
import type { CommandGuard } from '../fence/commands/command-guard.ts';
import type { NetworkGuard } from '../fence/network/network-guard.ts';
import type { Processes } from '../fence/processes/processes.ts';
import type { ProjectFiles } from '../fence/project-files.ts';
import type { Outputs } from './outputs.ts';
import type { Readings } from './readings.ts';

/** What the tools of the workbench work with. Everything they touch, they touch through this. */
export interface Bench {
  readonly files: ProjectFiles;
  readonly commands: CommandGuard;
  readonly processes: Processes;
  readonly network: NetworkGuard;
  /** Where output goes that is too long for a model. */
  readonly outputs: Outputs;
  /** What each agent has read, so that it does not overwrite what it has not seen. */
  readonly readings: Readings;
  readonly locale: Locale;
  /** A folder outside the project that belongs to Toolcrib alone, for indexes and the like. */
  readonly stateFolder: string;
  /** Work to be done when the bench is closed, such as ending what still runs. */
  onClose(end: () => Promise<void>): void;
}
