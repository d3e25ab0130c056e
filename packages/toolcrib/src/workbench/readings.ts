import type { FileStamp } from '../fence/project-files.ts';

/** What each agent has last read of each file. */
export interface Readings {
  remember(agent: string | undefined, path: string, stamp: FileStamp): void;
  /** Undefined when this agent has not read the file. */
  last(agent: string | undefined, path: string): FileStamp | undefined;
}

/** Remembers the latest readings, up to a limit: those that nobody has asked about for longest are forgotten. */
export function createReadings({ limit = 10_000 }: { readonly limit?: number } = {}): Readings {
  const readings = new Map<string, FileStamp>();
  const put = (key: string, stamp: FileStamp): void => {
    readings.delete(key);
    readings.set(key, stamp);
    const [oldest] = readings.keys();
    if (readings.size > limit && oldest !== undefined) readings.delete(oldest);
  };
  return {
    remember: (agent, path, stamp) => put(keyOf(agent, path), stamp),
    last(agent, path) {
      const key = keyOf(agent, path);
      const stamp = readings.get(key);
      if (stamp !== undefined) put(key, stamp);
      return stamp;
    },
  };
}

function keyOf(agent: string | undefined, path: string): string {
  return JSON.stringify([agent ?? null, path]);
}
