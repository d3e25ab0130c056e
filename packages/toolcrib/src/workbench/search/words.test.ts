import { expect, test } from 'vitest';
import { toIndexedText, toMatch, wordsOf } from './words.ts';

test.each([
  ['getUserName', 'getUserName get User Name'],
  ['parseHTTPRequest', 'parseHTTPRequest parse HTTP Request'],
  ['utf8Decoder', 'utf8Decoder utf8 Decoder'],
  ['plain words stay', 'plain words stay'],
  ['配置A', ' 配  置 A'],
  ['aB'.repeat(40), 'aB'.repeat(40)],
])('%s is indexed as %s', (text, indexed) => {
  expect(toIndexedText(text)).toBe(indexed);
});

test.each([
  ['two words', '"two"* AND "words"*'],
  ['ab', '"ab"'],
  ['UserName', '("username"* OR ("user"* AND "name"*))'],
  ['get_user-name', '"get"* AND "user"* AND "name"*'],
  ['配置 说明x', '"配 置" AND "说 明" AND "x"'],
  ['NEAR(a, b) OR "x" -y * ^z', '"near"* AND "a" AND "b" AND "or" AND "x" AND "y" AND "z"'],
  ['a a A', '"a"'],
])('%s asks for %s', (query, match) => {
  expect(toMatch(wordsOf(query), 'AND')).toBe(match);
});

test('what holds no word asks for nothing, and nobody asks for more than sixteen', () => {
  expect(wordsOf('"*" -- () 🧰')).toEqual([]);
  expect(wordsOf(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(16);
});
