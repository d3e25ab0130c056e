import { expect, test } from 'vitest';
import { hasTerminal } from '../at-terminal.ts';
import { runTrial } from './trial.ts';

// In full: npm run faults:approvals.
test.skipIf(!hasTerminal)(
  'of requests at five interfaces exactly the approved ones take effect, each once, with kills in between',
  { timeout: 300_000 },
  async () => {
    const requests = 15;
    const { endings, effects, used, answers, kills, wrong } = await runTrial({ requests, kills: 3, seed: 7 });
    expect(wrong).toEqual([]);
    expect(endings.success + endings.refused + endings.used + endings.lost).toBe(requests);
    expect(effects).toBeGreaterThanOrEqual(endings.success);
    expect(effects).toBeLessThanOrEqual(used);
    expect(endings.success).toBeGreaterThan(0);
    expect([...kills.values()].reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const who of answers.keys()) expect(who).toMatch(/^(?:token|terminal):/u);
  },
);
