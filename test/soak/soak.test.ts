import { expect, test } from 'vitest';
import { canFillDisk } from './processes.ts';
import { soak } from './soak.ts';

// In full, with what grows: npm run soak.
test('nothing acknowledged is lost while everything around it fails', { timeout: 180_000 }, async () => {
  const { wrong, faultsMade, ledger, plans, records } = await soak({
    seconds: 4,
    rate: 15,
    seed: 7,
    rest: 0.3,
  });
  expect(wrong).toEqual([]);
  expect(Object.keys(faultsMade)).toHaveLength(canFillDisk ? 5 : 4);
  expect(ledger.answered).toBeGreaterThan(20);
  expect(Object.keys(ledger.count(({ door }) => door))).toHaveLength(4);
  expect(plans).toBeGreaterThan(0);
  expect(records).toBeGreaterThan(ledger.answered);
});
