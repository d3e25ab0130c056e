import {
  defineTool,
  ToolService,
  unwrap,
  ValidationError,
  type Locale,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { expect, test } from 'vitest';

function serviceWith(options: ToolServiceOptions = {}): { service: ToolService; ran: unknown[] } {
  const ran: unknown[] = [];
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool(
    defineTool({
      name: 'book',
      description: 'Book a seat.',
      parameters: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[A-Z]' },
          seats: { type: 'integer', minimum: 1, maximum: 9 },
          class: { type: 'string', enum: ['first', 'second'] },
          mail: { type: 'string', format: 'email' },
          day: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true },
          payer: {
            type: 'object',
            properties: { iban: { type: 'string' } },
            required: ['iban'],
            additionalProperties: false,
          },
          kind: { const: 'seat' },
        },
        required: ['name'],
        additionalProperties: false,
      },
      run: (input) => {
        ran.push(input);
        return 'booked';
      },
    }),
  );
  return { service, ran };
}

test.each<[string, unknown, string, string]>([
  [
    'no object',
    'Ada',
    'The arguments must be object, received string',
    '参数整体 的类型应为 object，实际为 string',
  ],
  [
    'a list',
    [{ name: 'Ada' }],
    'The arguments must be object, received array',
    '参数整体 的类型应为 object，实际为 array',
  ],
  ['a missing parameter', {}, 'Missing required parameter: name', '缺少必需参数: name'],
  [
    'a missing parameter further in',
    { name: 'Ada', payer: {} },
    'Missing required parameter: payer.iban',
    '缺少必需参数: payer.iban',
  ],
  [
    'a wrong type',
    { name: 'Ada', seats: '2' },
    'Parameter seats must be integer, received string',
    '参数 seats 的类型应为 integer，实际为 string',
  ],
  [
    'a wrong type in a list',
    { name: 'Ada', tags: ['a', 1] },
    'Parameter tags[1] must be string, received ',
    '参数 tags[1] 的类型应为 string，实际为 ',
  ],
  [
    'a fraction for an integer',
    { name: 'Ada', seats: 1.5 },
    'Parameter seats must be integer',
    '参数 seats 的类型应为 integer',
  ],
  [
    'a wrong format',
    { name: 'Ada', mail: 'nobody' },
    'Parameter mail must be a valid email',
    '参数 mail 必须是有效的 email',
  ],
  [
    'a day that does not exist',
    { name: 'Ada', day: '2026-02-30' },
    'Parameter day must be a valid date',
    '参数 day 必须是有效的 date',
  ],
  [
    'a value outside the enum',
    { name: 'Ada', class: 'third' },
    'Parameter class must be one of ["first","second"], received ',
    '参数 class 必须是 ["first","second"] 之一，实际为 ',
  ],
  [
    'a value that is not the const',
    { name: 'Ada', kind: 'bed' },
    'Parameter kind must be "seat", received ',
    '参数 kind 必须是 "seat"，实际为 ',
  ],
  [
    'a number that is too large',
    { name: 'Ada', seats: 10 },
    'Parameter seats must satisfy maximum 9, received ',
    '参数 seats 必须满足 maximum 9，实际为 ',
  ],
  [
    'a text that is too short',
    { name: 'A' },
    'Parameter name must satisfy minLength 2, received ',
    '参数 name 必须满足 minLength 2，实际为 ',
  ],
  [
    'a text that does not match',
    { name: 'ada' },
    'Parameter name must satisfy pattern "^[A-Z]", received ',
    '参数 name 必须满足 pattern "^[A-Z]"，实际为 ',
  ],
  [
    'a list that is too long',
    { name: 'Ada', tags: ['a', 'b', 'c'] },
    'Parameter tags must satisfy maxItems 2, received ',
    '参数 tags 必须满足 maxItems 2，实际为 ',
  ],
  ['an unknown parameter', { name: 'Ada', seat: 1 }, 'Unknown parameter: seat', '未知参数: seat'],
  [
    'a value that is not JSON',
    { name: 'Ada', seats: 1n },
    'Parameter seats must be JSON, received bigint',
    '参数 seats 必须是 JSON，实际为 bigint',
  ],
  [
    'NaN',
    { name: 'Ada', seats: Number.NaN },
    'Parameter seats must be JSON, received NaN',
    '参数 seats 必须是 JSON，实际为 NaN',
  ],
])(
  'E3 %s is a ValidationError that says so in both languages, and the tool does not run',
  async (_, given, english, chinese) => {
    for (const [locale, sentence] of [
      ['en', english],
      ['zh-CN', chinese],
    ] as [Locale, string][]) {
      const { service, ran } = serviceWith({ locale });

      const result = await service.execute('book', given);

      expect(result).toMatchObject({
        status: 'error',
        errorCode: 'invalid_arguments',
        errorType: 'ValidationError',
      });
      expect(
        result.status !== 'success' && result.error.startsWith(sentence),
        `${result.status !== 'success' && result.error}`,
      ).toBe(true);
      expect(() => unwrap(result)).toThrow(ValidationError);
      expect(ran).toEqual([]);
    }
  },
);

test('E3 every problem is told, not only the first', async () => {
  const { service } = serviceWith();

  expect(await service.execute('book', { seats: 0, class: 'third' })).toMatchObject({
    data: {
      problems: expect.arrayContaining([
        expect.objectContaining({ path: '', keyword: 'required', expected: 'name' }),
        expect.objectContaining({ path: 'seats', keyword: 'minimum', expected: 1 }),
        expect.objectContaining({ path: 'class', keyword: 'enum', expected: ['first', 'second'] }),
      ]),
    },
  });
});

test('E3 what fits is passed on as it was given', async () => {
  const { service, ran } = serviceWith();
  const given = {
    name: 'Ada',
    seats: 2,
    class: 'first',
    mail: 'ada@example.org',
    day: '2026-02-28',
    tags: ['a'],
    payer: { iban: 'x' },
    kind: 'seat',
  };

  expect(await service.execute('book', given)).toMatchObject({ status: 'success', output: 'booked' });
  expect(ran).toEqual([given]);
});

test('E3 nothing is converted: the text "2" is no number', async () => {
  const { service } = serviceWith();

  expect(await service.execute('book', { name: 'Ada', seats: '2' })).toMatchObject({ status: 'error' });
});
