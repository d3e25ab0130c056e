import type { FileStamp } from '../fence/project-files.ts';

/** What each agent has last read of each file. */
export interface Readings {
  remember(agent: string | undefined, path: string, stamp: FileStamp): void;
  /** Undefined when this agent has not read the file. */
  last(agent: string | undefined, path: string): FileStamp | undefined;
}
