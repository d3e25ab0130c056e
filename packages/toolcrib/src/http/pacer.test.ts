import { expect, test } from 'vitest';
import { createPacer, roundsBetween } from './pacer.ts';

test('long pieces are done one at a time in their order, and between two of them the event loop makes many rounds', async () => {
  const pacer = createPacer();
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const done: number[] = [];
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 5 }, async (_, piece) => {
      await pacer.turn();
      done.push(piece);
      seen.push(rounds);
    }),
  );
  isOver = true;
  expect(done).toEqual([0, 1, 2, 3, 4]);
  const between = seen.slice(1).map((now, at) => now - (seen[at] ?? 0));
  expect(Math.min(...between)).toBeGreaterThanOrEqual(roundsBetween - 1);
});

test('a piece that comes later has its turn as well', async () => {
  const pacer = createPacer();
  await pacer.turn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await pacer.turn();
});
