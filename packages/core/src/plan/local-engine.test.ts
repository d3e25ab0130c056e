import { describe, test } from 'vitest';
import { engineContract } from '../testing/engine-contract.ts';
import { LocalEngine } from './local-engine.ts';
import { MemoryPlans } from './memory-plans.ts';

describe('the engine of one process keeps the contract of engines', () => {
  let store = new MemoryPlans();
  const cases = engineContract({
    create: (run) => {
      store = new MemoryPlans();
      return new LocalEngine(run, { store });
    },
    reopen: (run) => new LocalEngine(run, { store }),
  });
  for (const { title, check } of cases) test(title, check);
});
