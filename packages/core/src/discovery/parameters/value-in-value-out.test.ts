import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillParameters } from './fill-parameters.ts';
import { integer, list, number, text, tool, yesNo } from './schemas.test-support.ts';

const filled = (request: string, parameters: object): unknown =>
  fillParameters(request, parameters as never, { now: '2024-03-06' }).arguments;

test('a number written into a sentence comes back', () => {
  const value = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
  );
  const sentence = fc.constantFrom(
    (n: number) => `Draw a box with a width of ${n} please.`,
    (n: number) => `the width is ${n}`,
    (n: number) => `width: ${n}, and quickly`,
    (n: number) => `请把宽度设为${n}，谢谢`,
  );
  fc.assert(
    fc.property(value, sentence, (n, write) => {
      expect(filled(write(n), tool({ width: number('The width. 宽度') }))).toEqual({
        width: n === 0 ? 0 : n,
      });
    }),
  );
});

test('a Chinese numeral comes back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (n) => {
      expect(filled(`数量为${toChinese(n)}`, tool({ count: integer('数量') }))).toEqual({ count: n });
    }),
  );
});

test('a date comes back in the format that is asked for', () => {
  const day = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const months =
    'January February March April May June July August September October November December'.split(' ');
  const written = fc.constantFrom(
    (iso: string) => `on ${iso}`,
    (iso: string) => `on ${months[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8))}, ${iso.slice(0, 4)}`,
    (iso: string) =>
      `on the ${Number(iso.slice(8))}th of ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`,
    (iso: string) => `在${iso.slice(0, 4)}年${Number(iso.slice(5, 7))}月${Number(iso.slice(8))}日`,
  );
  fc.assert(
    fc.property(day, written, (iso, write) => {
      expect(filled(`Remind me ${write(iso)}`, tool({ day: text('Day', { format: 'date' }) }))).toEqual({
        day: iso,
      });
      const reversed = iso.split('-').toReversed().join('/');
      expect(filled(`Remind me ${write(iso)}`, tool({ day: text('Day, DD/MM/YYYY') }))).toEqual({
        day: reversed,
      });
    }),
  );
});

test('a time comes back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
      const [h, m] = [String(hour).padStart(2, '0'), String(minute).padStart(2, '0')];
      const twelve = `${((hour + 11) % 12) + 1}:${m} ${hour < 12 ? 'am' : 'pm'}`;
      const parameters = tool({ time: text('Time in HH:MM') });
      expect(filled(`Wake me at ${h}:${m}`, parameters)).toEqual({ time: `${h}:${m}` });
      expect(filled(`Wake me at ${twelve}`, parameters)).toEqual({ time: `${h}:${m}` });
    }),
  );
});

test('a list comes back in its order', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(numbers, (values) => {
      const row = `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;
      expect(filled(`Sort the numbers ${row}.`, tool({ numbers: list(integer(), 'The numbers') }))).toEqual({
        numbers: values,
      });
    }),
  );
  const names = fc.uniqueArray(fc.constantFrom('Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(names, (values) => {
      const row = `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;
      expect(
        filled(`Invite ${row} to the party`, tool({ guests: list(text(), 'Names of the guests') })),
      ).toEqual({ guests: values });
      const chinese = `${values.slice(0, -1).join('、')}和${values.at(-1)}`;
      expect(filled(`邀请的客人有${chinese}。`, tool({ guests: list(text(), '客人名单') }))).toEqual({
        guests: values,
      });
    }),
  );
});

test('a choice comes back, however its letters are written', () => {
  const choices = ['economy', 'premium', 'business', 'first class'];
  const spelling = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1),
  );
  fc.assert(
    fc.property(fc.constantFrom(...choices), spelling, (choice, spell) => {
      const parameters = tool({ cabin: text('The cabin', { enum: choices }) });
      expect(filled(`I would like a seat in ${spell(choice)}, please`, parameters)).toEqual({
        cabin: choice,
      });
    }),
  );
});

test('quoted text, addresses, paths and codes come back as they are', () => {
  const word = fc.stringMatching(/^[a-z]{2,8}$/u);
  fc.assert(
    fc.property(word, word, fc.integer({ min: 10, max: 99_999 }), (one, other, n) => {
      expect(filled(`a note that says "${one} ${n} ${other}"`, tool({ note: text('The note') }))).toEqual({
        note: `${one} ${n} ${other}`,
      });
      expect(filled(`write to ${one}.${n}@${other}.org`, tool({ email: text('E-mail') }))).toEqual({
        email: `${one}.${n}@${other}.org`,
      });
      expect(filled(`see https://${one}.org/${other}?n=${n} now`, tool({ url: text('Link') }))).toEqual({
        url: `https://${one}.org/${other}?n=${n}`,
      });
      expect(filled(`read /srv/${one}/${other}-${n}.log`, tool({ path: text('Path of the file') }))).toEqual({
        path: `/srv/${one}/${other}-${n}.log`,
      });
      expect(
        filled(`track parcel ${one.toUpperCase()}-${n}`, tool({ parcel_id: text('ID of the parcel') })),
      ).toEqual({ parcel_id: `${one.toUpperCase()}-${n}` });
    }),
  );
});

test('no text and no schema makes it throw, and what it gives is valid by type', () => {
  const parameters = tool({
    name: text('Name'),
    count: integer('Count'),
    tags: list(text(), 'Tags'),
    on: yesNo('Whether it is on'),
    rows: list(tool({ a: text('A'), b: number('B') }), 'Rows'),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (request) => {
      const { arguments: values } = fillParameters(request, parameters, { context: { name: request } });
      expect(typeof (values['name'] ?? '')).toBe('string');
      expect(Number.isInteger(values['count'] ?? 0)).toBe(true);
    }),
  );
});

test.each([
  ['quotation marks', '"'.repeat(10_000)],
  ['brackets', '[{'.repeat(5_000)],
  ['digits and commas', '1,'.repeat(5_000)],
  ['dots', '1.'.repeat(5_000)],
  ['signs of e-mail', 'a@'.repeat(5_000)],
  ['slashes', '/a'.repeat(5_000)],
  ['capitals', 'Ab '.repeat(3_333)],
  ['lists', 'a, b and '.repeat(1_111)],
  ['months', 'may 1 '.repeat(1_666)],
  ['Chinese numerals', '一'.repeat(10_000)],
  ['Chinese particles', '的'.repeat(10_000)],
  ['places', '中国北京'.repeat(2_500)],
  ['streets', '1 a a a a '.repeat(1_000)],
  ['formulas', 'x^2+'.repeat(2_500)],
])('a text of nothing but %s is read to its end', (_, request) => {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (__, index) => [
      `field_${index}`,
      index % 2 === 0 ? text('Some text') : list(number(), 'Some numbers'),
    ]),
  );
  expect(fillParameters(request, tool(properties, [])).missing).toEqual([]);
});

test.each([
  ['quotation marks', "'"],
  ['brackets', '({['],
  ['examples', 'e.g., '],
  ['formats', 'YYYY-MM-'],
  ['defaults', 'default is '],
  ['choices', 'one of: a, '],
  ['Chinese', '例如：甲、乙或'],
])('a schema whose descriptions are nothing but %s is read to its end', (_, piece) => {
  const description = piece.repeat(20_000);
  const properties = Object.fromEntries(
    Array.from({ length: 50 }, (__, index) => [
      `field_${index}`,
      index % 2 === 0 ? text(description) : number(description),
    ]),
  );
  expect(fillParameters('a few words and 5 numbers', tool(properties, [])).missing).toEqual([]);
});

/** 12034 as 一万二千零三十四. */
function toChinese(value: number): string {
  if (value >= 10_000) {
    const rest = value % 10_000;
    const zero = rest > 0 && rest < 1000 ? '零' : '';
    return `${toChinese(Math.floor(value / 10_000))}万${rest === 0 ? '' : zero + toChinese(rest)}`;
  }
  let written = '';
  let gap = false;
  for (const [scale, sign] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / scale) % 10;
    if (digit === 0) gap = written !== '';
    else {
      written += `${gap ? '零' : ''}${'零一二三四五六七八九'[digit]}${sign}`;
      gap = false;
    }
  }
  return written;
}
