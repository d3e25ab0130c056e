import { expect, test } from 'vitest';
import { createReadings } from './readings.ts';

const stamp = (size: number): { size: bigint; modified: bigint; inode: bigint } => ({
  size: BigInt(size),
  modified: 1n,
  inode: 1n,
});

test('each agent has its own readings, and the application too', () => {
  const readings = createReadings();
  readings.remember('a', '/x', stamp(1));
  readings.remember(undefined, '/x', stamp(2));
  expect(readings.last('a', '/x')).toEqual(stamp(1));
  expect(readings.last(undefined, '/x')).toEqual(stamp(2));
  expect(readings.last('b', '/x')).toBeUndefined();
  expect(readings.last('', '/x')).toBeUndefined();
  readings.remember('a', '/x', stamp(3));
  expect(readings.last('a', '/x')).toEqual(stamp(3));
});

test('beyond the limit, what nobody has asked about for longest is forgotten', () => {
  const readings = createReadings({ limit: 3 });
  for (const path of ['/1', '/2', '/3']) readings.remember('a', path, stamp(1));
  readings.last('a', '/1');
  readings.remember('a', '/4', stamp(1));
  expect(['/1', '/2', '/3', '/4'].filter((path) => readings.last('a', path) !== undefined)).toEqual([
    '/1',
    '/3',
    '/4',
  ]);
});
