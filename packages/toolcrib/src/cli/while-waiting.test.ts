import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Screen } from './terminal.ts';
import { whileWaiting } from './while-waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function screenOf(): Screen & { readonly written: string[] } {
  const written: string[] = [];
  return { columns: 80, rows: 24, written, write: (text) => void written.push(text) };
}

const says = (seconds: number): string => `memory is asked: ${seconds} s`;
const sleep =
  (milliseconds: number): (() => Promise<string>) =>
  () =>
    new Promise((resolve) => setTimeout(() => resolve('done'), milliseconds));

test('what takes its time is told with the seconds, and nothing of it is left', async () => {
  const screen = screenOf();
  const waiting = whileWaiting({ screen }, says, sleep(3200));
  await vi.advanceTimersByTimeAsync(400);
  expect(screen.written).toEqual([]);
  await vi.advanceTimersByTimeAsync(2800);
  expect(await waiting).toBe('done');
  expect(screen.written.join('')).toContain('memory is asked: 1 s');
  expect(screen.written.join('')).toContain('memory is asked: 3 s');
  expect(screen.written.at(-1)).toBe('\u001b[J');
  const { length } = screen.written;
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.written.length).toBe(length);
});

test('what is quick, what fails and what nobody looks at is not told', async () => {
  const screen = screenOf();
  const quick = whileWaiting({ screen }, says, sleep(100));
  await vi.advanceTimersByTimeAsync(2000);
  expect([await quick, screen.written]).toEqual(['done', []]);
  await expect(whileWaiting({ screen }, says, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.written).toEqual([]);
  const unseen = whileWaiting({ screen: undefined }, says, sleep(5000));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await unseen).toBe('done');
});
