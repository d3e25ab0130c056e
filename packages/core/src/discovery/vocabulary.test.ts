import { expect, test } from 'vitest';
import { ToolIndex } from './tool-index.ts';
import { vocabulary } from './vocabulary.ts';

const parameters = { type: 'object' } as const;
const english = indexOf({
  credit_card_limit: 'Tells how much may be spent with a credit card.',
  business_card: 'Designs a business card.',
  fridge_temperature: 'Sets the temperature of a refrigerator.',
  oven_temperature: 'Sets the temperature of an oven.',
  gcd: 'The greatest common divisor of two integers.',
  rainfall: 'Rainfall of the last days.',
});
const chinese = indexOf({
  limit: '查询信用卡的额度。',
  fridge: '设置冰箱的温度。',
  oven: '设置烤箱的温度。',
  gcd: '两个整数的最大公约数。',
});

test.each([
  ['我的信用卡还能花多少？', 'credit_card_limit'],
  ['把冰箱调到四度', 'fridge_temperature'],
  ['把烤箱调到两百度', 'oven_temperature'],
  ['12 和 18 的最大公约数', 'gcd'],
  ['上周下雨多吗？', 'rainfall'],
])('a Chinese request finds an English tool: %s', (request, tool) => {
  expect(english.search(request)[0]?.name).toBe(tool);
});

test.each([
  ['how much is left on my credit card?', 'limit'],
  ['make the fridge colder', 'fridge'],
  ['heat the oven', 'oven'],
  ['greatest common divisor of 12 and 18', 'gcd'],
])('an English request finds a Chinese tool: %s', (request, tool) => {
  expect(chinese.search(request)[0]?.name).toBe(tool);
});

test('a Chinese word that joins two is found by either, and best where both are', () => {
  const [first, second] = english.search('信用卡').map(({ name }) => name);
  expect([first, second]).toEqual(['credit_card_limit', 'business_card']);
});

test('every entry has English words and then Chinese ones', () => {
  for (const [about, text] of Object.entries(vocabulary)) {
    expect(text.trim(), about).toMatch(/^[a-z][a-z+\s]*\s\p{Script=Han}/u);
    expect(text.trim(), about).toMatch(/\p{Script=Han}$/u);
    expect(text.trim().split(/\s+/u), about).toSatisfy((words: string[]) =>
      words.every((word) => /^(?:[a-z]+(?:\+[a-z]+)*|\p{Script=Han}+)$/u.test(word)),
    );
  }
});

function indexOf(descriptions: Readonly<Record<string, string>>): ToolIndex {
  const index = new ToolIndex();
  for (const [name, description] of Object.entries(descriptions))
    index.add({ name, description, parameters });
  return index;
}
