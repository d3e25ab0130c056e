import { expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import type { BuiltinReason } from '../messages/builtin-problem.ts';

type Input = { readonly [name: string]: unknown };

/** For every reason a call that ends with it. */
const provoked: { readonly [Reason in BuiltinReason]: readonly [tool: string, input: Input] } = {
  missing_parameter: ['string', { operation: 'upper' }],
  empty_parameter: ['string', { operation: 'count', text: 'a', search: '' }],
  too_much_input: ['array', { operation: 'length', items: [Array.from({ length: 25_000 }, () => 1)] }],
  too_much_output: ['string', { operation: 'repeat', text: 'ab', count: 1_000_000 }],

  unreadable_path: ['object', { operation: 'get', object: {}, path: 'a[' }],
  path_too_long: ['object', { operation: 'get', object: {}, path: `a${'.a'.repeat(200)}` }],

  operator_needs: ['array', { operation: 'filter', items: [], operator: 'in', value: 1 }],
  not_a_number: ['array', { operation: 'sum', items: ['1'] }],
  no_common_order: ['array', { operation: 'sort', items: [1, 'a'] }],
  step_of_zero: ['array', { operation: 'range', end: 1, step: 0 }],
  beyond_double: ['array', { operation: 'sum', items: [1e308, 1e308] }],

  name_taken: ['object', { operation: 'rename', object: { a: 1, b: 2 }, names: { a: 'b' } }],
  not_a_key: ['object', { operation: 'invert', object: { a: null } }],
  path_taken: ['object', { operation: 'unflatten', object: { a: 1, 'a.b': 2 } }],
  gap_in_list: ['object', { operation: 'unflatten', object: { 'a[1]': 1 } }],
  outside_list: ['object', { operation: 'set', object: { a: [] }, path: 'a[1]', value: 1 }],
  not_a_container: ['object', { operation: 'set', object: { a: 1 }, path: 'a.b', value: 1 }],

  not_base64: ['string', { operation: 'base64_decode', text: '*' }],
  base64_cut_off: ['string', { operation: 'base64_decode', text: 'A' }],
  not_hexadecimal: ['string', { operation: 'hex_decode', text: 'x' }],
  not_percent_encoded: ['string', { operation: 'url_decode', text: '%' }],
  not_utf8: ['string', { operation: 'hex_decode', text: 'ff' }],
  too_many_marks: ['string', { operation: 'normalize', text: '\u0301'.repeat(101) }],

  unreadable_date: ['datetime', { operation: 'parse', date: 'tomorrow' }],
  nonexistent_date: ['datetime', { operation: 'parse', date: '2026-02-30' }],
  unknown_time_zone: ['datetime', { operation: 'now', time_zone: 'Mars' }],
  unknown_locale: ['datetime', { operation: 'format', date: 0, locale: '!!' }],
  beyond_calendar: ['datetime', { operation: 'add', date: 0, duration: { years: 300_000 } }],
  no_style: ['datetime', { operation: 'format', date: 0, date_style: 'none' }],

  unknown_sign: ['calculator', { expression: '1 & 2' }],
  unexpected: ['calculator', { expression: '1 2' }],
  stray_comma: ['calculator', { expression: '1,234' }],
  ends_too_early: ['calculator', { expression: '1 +' }],
  leading_zero: ['calculator', { expression: '007' }],
  nested_too_deep: ['calculator', { expression: '('.repeat(200) }],
  unknown_name: ['calculator', { expression: 'foo' }],
  wrong_count: ['calculator', { expression: 'sqrt()' }],
  ambiguous_percent: ['calculator', { expression: '10 % -3' }],
  too_much_work: ['calculator', { expression: `${'2^.5+'.repeat(300)}1` }],
  division_by_zero: ['calculator', { expression: '1/0' }],
  number_too_large: ['calculator', { expression: '9^9^9' }],
  number_too_small: ['calculator', { expression: '1e-1001' }],
  exponent_too_large: ['calculator', { expression: '1.0000000000000000001^1e18' }],
  root_of_negative: ['calculator', { expression: '(-8)^(1/3)' }],
  outside_domain: ['calculator', { expression: 'ln(0)' }],
  not_whole: ['calculator', { expression: 'gcd(1.5, 2)' }],
};

const english = new ToolService();
const chinese = new ToolService({ locale: 'zh-CN' });

test.each(Object.entries(provoked))('%s is said in both languages', async (reason, [tool, input]) => {
  const failed = {
    status: 'error',
    errorCode: 'builtin_failed',
    errorType: 'ToolExecutionError',
    data: { reason },
  };
  const [said, translated] = [await english.execute(tool, input), await chinese.execute(tool, input)];
  expect(said).toMatchObject(failed);
  expect(translated).toMatchObject(failed);
  expect(said).toMatchObject({ error: expect.stringMatching(/^["A-Z][^]*[.?]$/u) as string });
  expect(translated).toMatchObject({ error: expect.stringMatching(/\p{Script=Han}[^]*[。？]$/u) as string });
  for (const { error } of [said, translated] as { error: string }[])
    expect(error).not.toMatch(/undefined|\[object/u);
});

test('what is named in an expression comes with its place', async () => {
  expect(await english.execute('calculator', { expression: '1 / 0' })).toMatchObject({
    error: 'At "/" (position 3): Division by zero.',
    data: { reason: 'division_by_zero', at: { text: '/', position: 3 } },
  });
  expect(await chinese.execute('calculator', { expression: '1 / 0' })).toMatchObject({
    error: '第 3 个字符 "/" 处：除数为零。',
  });
});
