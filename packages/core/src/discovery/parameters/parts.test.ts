import { describe, expect, test } from 'vitest';
import { findEntities } from './entities.ts';
import { choicesIn, describedDefault, examplesIn, glossOf } from './hints.ts';
import { findJson, findQuoted, findShapes } from './literals.ts';
import { completePlace } from './places.ts';
import { readText } from './spans.ts';
import { convert, unitOf } from './units.ts';
import { nameWords, stem } from './words.ts';

const pieces = (text: string, places: readonly { start: number; end: number }[]): string[] =>
  places.map(({ start, end }) => text.slice(start, end));

describe('names', () => {
  test.each([
    ['Find Tom Brady in New York City', ['Tom Brady', 'New York City']],
    ['What does the Metropolitan Museum of Art show?', ['Metropolitan Museum of Art']],
    ["I'm looking for songs by Sia", ['Sia']],
    ['Compare the GDP of Germany and France', ['Germany', 'France']],
    ['Call Dr. Smith', ['Dr. Smith']],
    ['告诉Tom和Jerry', ['Tom', 'Jerry']],
  ])('of "%s"', (text, names) => {
    expect(pieces(text, findEntities(text))).toEqual(names);
  });
});

describe('literals', () => {
  test.each([
    ['say "a b" and \'c d\'', ['a b', 'c d']],
    ["it's 'Son's goal' here", ["Son's goal"]],
    ['说“你好”和《红楼梦》', ['你好', '红楼梦']],
    ['an open "quote to the end', ['quote to the end']],
  ])('in quotation marks: %s', (text, values) => {
    expect(findQuoted(text).map(({ value }) => value)).toEqual(values);
  });

  test.each([
    ['see https://a.example/x?y=1.', 'url', 'https://a.example/x?y=1'],
    ['to a.b+c@mail.example.org!', 'email', 'a.b+c@mail.example.org'],
    ['in /var/log/syslog now', 'path', '/var/log/syslog'],
    ['open src/index.ts', 'path', 'src/index.ts'],
    ['all *.py files', 'path', '*.py'],
    ['order TX-1234567', 'code', 'TX-1234567'],
    ['host 192.168.0.12.', 'code', '192.168.0.12'],
    ['call 800-555-1234', 'phone', '800-555-1234'],
    ['for 3x^2 + 2x - 1', 'formula', '3x^2 + 2x - 1'],
    ['what is (12.5 + 3) * 7?', 'formula', '(12.5 + 3) * 7'],
  ])('by shape: %s', (text, kind, value) => {
    expect(findShapes(text)).toContainEqual(expect.objectContaining({ kind, value }));
  });

  test('as JSON', () => {
    expect(findJson('with [1, 2] and {"a": "b"} but not [x').map(({ json }) => json)).toEqual([
      [1, 2],
      { a: 'b' },
    ]);
  });
});

test('rows of values become lists, two in a sentence stay two', () => {
  const lists = readText('jobs like Nurse, Cook and Pilot, paid 10, 20 and 30').spans.filter(
    ({ kind }) => kind === 'list',
  );
  const texts = lists.map(({ items }) => items?.map(({ text }) => text));
  expect(texts).toContainEqual(['10', '20', '30']);
  expect(texts).toContainEqual(['Nurse', 'Cook', 'Pilot']);
});

describe('descriptions give away', () => {
  test('examples', () => {
    expect(examplesIn('The visa (e.g., work visa, student visa)')).toEqual(['work visa', 'student visa']);
    expect(examplesIn('类型，例如：分类或回归。')).toEqual(['分类', '回归']);
  });

  test('choices', () => {
    expect(choicesIn("Choices are 'trapezoid' or 'simpson'.")).toEqual(['trapezoid', 'simpson']);
    expect(choicesIn("品牌，候选集: {'Nike', 'Levi’s'}")).toEqual(['Nike', 'Levi’s']);
    expect(choicesIn('Method (optional values: Standard, Express)')).toEqual(['Standard', 'Express']);
  });

  test('what a choice means', () => {
    expect(glossOf('imperial', "'metric' for Celsius, 'imperial' for Fahrenheit")).toBe('Fahrenheit');
    expect(glossOf('2', '1 represents cleaning, 2 represents ironing')).toBe('ironing');
  });

  test('defaults', () => {
    expect(describedDefault("Default is 'all'")).toBe('all');
    expect(describedDefault('Defaults to false.')).toBe('false');
    expect(describedDefault('默认为10')).toBe('10');
  });
});

test('a known city gets its state or country where the format asks for it', () => {
  const asks = { abbreviated: true, country: true };
  expect(completePlace('San Francisco', asks)).toBe('San Francisco, CA');
  expect(completePlace('Naples, Florida', asks)).toBe('Naples, FL');
  expect(completePlace('Paris', asks)).toBe('Paris, France');
  expect(completePlace('Paris', { ...asks, country: false })).toBe('Paris');
  expect(completePlace('Nowhere', asks)).toBe('Nowhere');
});

test('units of one dimension are converted', () => {
  const [hours, minutes, miles] = [unitOf('hours'), unitOf('分钟'), unitOf('miles')];
  if (hours === undefined || minutes === undefined || miles === undefined)
    throw new Error('units are missing');
  expect(convert(2, hours, minutes)).toBe(120);
  expect(convert(2, hours, miles)).toBeUndefined();
});

test('names fall into words, and words into stems', () => {
  expect(nameWords('getUserByID_list2')).toEqual(['get', 'user', 'by', 'id', 'list', '2']);
  expect(stem('departing')).toBe(stem('departs'));
  expect(stem('recursively')).toBe(stem('recursive'));
});
