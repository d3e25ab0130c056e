import type { Usage } from '../tool/usage.ts';

/** Measures what executions take: started just before one, and asked just after it. */
export interface Meter {
  start(): () => Usage;
}
