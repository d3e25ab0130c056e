import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

/** Who has got in, in order. */
function lineFor(slots: Slots): { readonly inside: string[]; readonly ask: (name: string) => Promise<void> } {
  const inside: string[] = [];
  return { inside, ask: (name) => slots.take().then(() => void inside.push(name)) };
}

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('so many are let in, and the next when one leaves', async () => {
  const slots = new Slots(2);
  const { inside, ask } = lineFor(slots);
  for (const name of ['a', 'b', 'c', 'd']) void ask(name);
  await aTurn();
  expect(inside).toEqual(['a', 'b']);
  slots.give();
  await aTurn();
  expect(inside).toEqual(['a', 'b', 'c']);
  slots.give();
  slots.give();
  slots.give();
  await aTurn();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all([ask('e'), ask('f')]);
  void ask('g');
  await aTurn();
  expect(inside.at(-1)).toBe('f');
});

test('who gives up leaves the line, and nobody waits behind an empty place', async () => {
  const slots = new Slots(1);
  const { inside, ask } = lineFor(slots);
  const giving = new AbortController();
  await ask('a');
  const gone = slots.take(giving.signal);
  void ask('c');
  giving.abort(new Error('no time'));
  await expect(gone).rejects.toThrow('no time');
  slots.give();
  await aTurn();
  expect(inside).toEqual(['a', 'c']);
  slots.give();
  await expect(slots.take(giving.signal)).rejects.toThrow('no time');
  await ask('d');
  expect(inside).toEqual(['a', 'c', 'd']);
});

test('a signal that comes later harms nobody', async () => {
  const slots = new Slots(1);
  const late = new AbortController();
  await slots.take();
  const second = slots.take(late.signal);
  slots.give();
  await second;
  late.abort();
  const { inside, ask } = lineFor(slots);
  void ask('c');
  await aTurn();
  expect(inside).toEqual([]);
});
