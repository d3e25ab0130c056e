import type { Config } from '../config/config.ts';
import { Problem } from './problem.ts';

/** Throws when there is no such agent: what is said for a slip would hold for nobody, or for one that comes later. */
export function requireAgent(agent: string, { agents }: Pick<Config, 'agents'>): void {
  const known = [...new Set(['user', ...Object.keys(agents)])];
  if (!known.includes(agent)) throw new Problem('agent_unknown', { agent, known });
}
