import { expect, test } from 'vitest';
import { attackBySwaps, swapNames } from './swap-attack.test-support.ts';

test.each(swapNames)('nothing escapes while another process swaps %s', async (name) => {
  const { escapes, endings } = await attackBySwaps(name, 200);
  expect(escapes).toEqual([]);
  // Not because nothing was tried.
  expect(endings['read']).toBeGreaterThan(0);
  expect(endings['written']).toBeGreaterThan(0);
});
