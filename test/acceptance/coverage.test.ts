import { expect, test } from 'vitest';
import { acceptanceTests, requirements, settled } from './requirements.ts';

test.each([...requirements, ...settled])('some test is about %s', (number) => {
  expect(acceptanceTests.filter(({ about }) => about.includes(number))).not.toEqual([]);
});
