import { expect, test } from 'vitest';
import { createZeroWidthLimit } from './zero-width.ts';

test('what people write passes as it is', () => {
  const limit = createZeroWidthLimit();
  for (const text of [
    'plain',
    'e\u0301te\u0301',
    '👩\u200D👩\u200D👧\u200D👦',
    'हिन्दी',
    '한국어',
    '\u001B[31mred\u001B[0m',
  ])
    expect(limit(text)).toBe(text);
});

test('a row of marks ends after sixteen, however it is cut in pieces', () => {
  const whole = createZeroWidthLimit();
  expect(whole(`a${'\u0301'.repeat(1000)}b`)).toBe(`a${'\u0301'.repeat(16)}b`);
  const pieces = createZeroWidthLimit();
  let passed = pieces('a');
  for (let index = 0; index < 1000; index++) passed += pieces('\u0301\u200D');
  expect(passed).toHaveLength(17);
  expect(pieces('b\u0301')).toBe('b\u0301');
});
