import { expect, onTestFinished, test } from 'vitest';
import { fuzzers } from './fuzzers.ts';

// In full: npm run fuzz.
test.each(fuzzers)('$name: $about', { timeout: 120_000 }, async ({ few, hindrance, open }) => {
  if ((await hindrance?.()) !== undefined) return;
  const attack = await open();
  onTestFinished(() => attack.close());
  expect(await attack.run(20_261_116, few)).toEqual([]);
});
