import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import type { Clock } from './clock.ts';
import { SharedTimer } from './shared-timer.ts';

/** A clock that also counts the timers of the host. */
function countingClock(): {
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly timers: () => { set: number; open: number };
} {
  const fake = createFakeClock();
  const open = new Set<unknown>();
  let set = 0;
  const clock: typeof fake = {
    ...fake,
    setTimeout(callback, milliseconds) {
      set++;
      const timer = fake.setTimeout(() => {
        open.delete(timer);
        callback();
      }, milliseconds);
      open.add(timer);
      return timer;
    },
    clearTimeout(timer) {
      open.delete(timer);
      fake.clearTimeout(timer);
    },
  };
  return { clock, timers: () => ({ set, open: open.size }) };
}

test('deadlines expire in time, whatever the order in which they were armed', async () => {
  const clock = createFakeClock();
  const timer = new SharedTimer(clock);
  const fired: string[] = [];
  timer.arm(1000, () => fired.push(`long at ${clock.elapsed()}`));
  timer.arm(20, () => fired.push(`short at ${clock.elapsed()}`));
  timer.arm(300, () => fired.push(`middle at ${clock.elapsed()}`));
  await clock.advance(5000);
  expect(fired).toEqual(['short at 20', 'middle at 300', 'long at 1000']);
});

test('a disarmed deadline never fires, and disarming twice does no harm', async () => {
  const clock = createFakeClock();
  const timer = new SharedTimer(clock);
  const fired: number[] = [];
  timer.arm(100, () => fired.push(1));
  const second = timer.arm(100, () => fired.push(2));
  timer.arm(100, () => fired.push(3));
  timer.disarm(second);
  timer.disarm(second);
  await clock.advance(100);
  expect(fired).toEqual([1, 3]);
});

test('ten thousand quick calls share one timer of the host', async () => {
  const { clock, timers } = countingClock();
  const timer = new SharedTimer(clock);
  for (let call = 0; call < 10_000; call++) timer.disarm(timer.arm(10_000, () => undefined));
  expect(timers().set).toBe(1);
  await clock.advance(60);
  expect(timers().open).toBe(0);
});

test('nothing is left to keep the process alive when the last long call ends', async () => {
  const { clock, timers } = countingClock();
  const timer = new SharedTimer(clock);
  const deadline = timer.arm(10_000, () => undefined);
  await clock.advance(500);
  expect(timers().open).toBe(1);
  timer.disarm(deadline);
  expect(timers().open).toBe(0);
});

test('a host that wakes early, as for waits of more than 32 bits, does not end the wait early', async () => {
  const fake = createFakeClock();
  const capped: Clock = {
    ...fake,
    setTimeout: (callback, delay) => fake.setTimeout(callback, Math.min(delay, 1000)),
  };
  const timer = new SharedTimer(capped);
  const fired: number[] = [];
  timer.arm(10_000, () => fired.push(fake.elapsed()));
  await fake.advance(9_999);
  expect(fired).toEqual([]);
  await fake.advance(1);
  expect(fired).toEqual([10_000]);
});
