import { expect, test } from 'vitest';
import { findNumbers } from './numbers.ts';

const valuesIn = (text: string): number[] => findNumbers(text).map(({ value }) => value);

test('digits are read with thousands, decimals, signs, exponents and magnitudes', () => {
  expect(valuesIn('1,000,000 and 0.25 and -3 and 2e3')).toEqual([1_000_000, 0.25, -3, 2000]);
  expect(valuesIn('1.5k, 3 million, 2 dozen, 7B')).toEqual([1500, 3_000_000, 24, 7e9]);
});

test('number words are read, alone and together', () => {
  expect(valuesIn('twenty five')).toEqual([25]);
  expect(valuesIn('three hundred and ten')).toEqual([310]);
  expect(valuesIn('two thousand')).toEqual([2000]);
});

test('Chinese numerals are read, with digits before their magnitudes, too', () => {
  expect(valuesIn('三千五百')).toEqual([3500]);
  expect(valuesIn('两万元')).toEqual([20_000]);
  expect(valuesIn('一亿二千万')).toEqual([120_000_000]);
  expect(valuesIn('一千零五')).toEqual([1005]);
  expect(valuesIn('三千五')).toEqual([3500]);
  expect(valuesIn('3.5万')).toEqual([35_000]);
});

test('percents, money and units are told apart', () => {
  expect(findNumbers('5%')[0]).toMatchObject({ value: 5, percent: true });
  expect(findNumbers('百分之五')[0]).toMatchObject({ value: 5, percent: true });
  expect(findNumbers('百分之四点五')[0]).toMatchObject({ value: 4.5, percent: true });
  expect(findNumbers('$40')[0]).toMatchObject({ value: 40, money: true });
  expect(findNumbers('40 euros')[0]).toMatchObject({ value: 40, money: true });
  expect(findNumbers('5 miles')[0]).toMatchObject({ value: 5, unit: 'miles' });
  expect(findNumbers('5公里')[0]).toMatchObject({ value: 5, unit: '公里' });
  expect(findNumbers('the 19th century')[0]).toMatchObject({ value: 19, ordinal: true, unit: 'century' });
});

test('a party without a noun is of people', () => {
  expect(findNumbers('a table for four at eight')[0]).toMatchObject({ value: 4, unit: 'people' });
});

test('codes, versions, addresses and times are no numbers', () => {
  expect(valuesIn('DNA123 and 12x18 and C6H12O6')).toEqual([]);
  expect(valuesIn('version 2.1.3 at 192.168.0.1')).toEqual([]);
  expect(valuesIn('at 10:30')).toEqual([]);
});

test('a Chinese digit inside a word counts nothing', () => {
  expect(valuesIn('二氧化碳')).toEqual([]);
});
