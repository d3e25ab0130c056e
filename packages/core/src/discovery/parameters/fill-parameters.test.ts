import { describe, expect, test } from 'vitest';
import { createFiller, fillParameters } from './fill-parameters.ts';
import { parameterFit } from './parameter-fit.ts';
import { integer, list, number, text, tool, yesNo } from './schemas.test-support.ts';

const weather = tool({ city: text('City'), date: text('Date', { format: 'date' }) });

test('what nobody said is named as missing and not made up', () => {
  const filled = fillParameters('What is the weather in Oslo?', weather);
  expect(filled.arguments).toEqual({ city: 'Oslo' });
  expect(filled.missing).toEqual([{ path: 'date', reason: 'not_said' }]);
  expect(filled.confidence).toBe(0);
});

test('every value tells where it comes from', () => {
  const parameters = tool({
    city: text('City'),
    unit: text('Unit', { enum: ['celsius', 'fahrenheit'] }),
    user: text('Name of the user'),
    limit: integer('How many', { default: 5 }),
  });
  const request = 'Weather in Oslo in Celsius';
  const { sources } = fillParameters(request, parameters, { context: { user: 'Ada' } });
  expect(sources).toMatchObject([
    { path: 'city', from: 'text', required: true },
    { path: 'unit', from: 'enum' },
    { path: 'user', from: 'context' },
    { path: 'limit', from: 'default' },
  ]);
  const [start = 0, end = 0] = sources[0]?.span ?? [];
  expect(request.slice(start, end)).toBe('Oslo');
});

test('an optional default is left to validation', () => {
  const parameters = tool({ city: text('City'), days: integer('Days', { default: 3 }) }, ['city']);
  expect(fillParameters('Weather in Oslo', parameters).arguments).toEqual({ city: 'Oslo' });
});

test('what does not validate is dropped and named', () => {
  const parameters = tool({ code: text('The code', { pattern: '^[A-Z]{3}$' }) });
  const filled = fillParameters('with the code "abc-99"', parameters);
  expect(filled.arguments).toEqual({});
  expect(filled.missing).toEqual([{ path: 'code', reason: 'not_valid' }]);
});

test('numbers out of bounds are not taken', () => {
  const parameters = tool({ volume: integer('Volume', { minimum: 0, maximum: 100 }) });
  expect(fillParameters('set the volume to 300', parameters).arguments).toEqual({});
});

test('a nested object is missing member by member, and an optional one goes as a whole', () => {
  const address = tool({ street: text('Street'), city: text('City') });
  const filled = fillParameters('I live in Denver', tool({ address }));
  expect(filled.arguments).toEqual({ address: { city: 'Denver' } });
  expect(filled.missing.map(({ path }) => path)).toEqual(['address.street']);
  expect(fillParameters('I live in Denver', tool({ address }, [])).arguments).toEqual({});
});

describe('the context', () => {
  const parameters = tool({ userName: text('Name of the user'), email: text('E-mail') });

  test('gives what the words leave out, by name', () => {
    const context = { user: { username: 'ada', email: 'ada@example.org' } };
    expect(fillParameters('Update my profile', parameters, { context }).arguments).toEqual({
      userName: 'ada',
      email: 'ada@example.org',
    });
  });

  test('does not outweigh what the words say', () => {
    const context = { username: 'ada', email: 'ada@example.org' };
    expect(fillParameters('My email is new@example.org', parameters, { context }).arguments).toMatchObject({
      email: 'new@example.org',
    });
  });

  test('gives the output of an earlier call by its name', () => {
    const filled = fillParameters('Publish it', tool({ article_id: integer('ID of the article') }), {
      context: { create_article: { article_id: 17 } },
    });
    expect(filled.arguments).toEqual({ article_id: 17 });
  });
});

describe('yes and no', () => {
  const parameters = tool({ include_archived: yesNo('Whether to include archived items') }, []);
  test.each([
    ['list everything with archived items', { include_archived: true }],
    ['list everything without archived items', { include_archived: false }],
    ["list everything, but don't include archived ones", { include_archived: false }],
    ['list everything', {}],
  ])('%s', (request, expected) => {
    expect(fillParameters(request, parameters).arguments).toEqual(expected);
  });

  const chinese = tool({ breakfast: yesNo('是否包括早餐') }, []);
  test.each([
    ['订一间房，要早餐', { breakfast: true }],
    ['订一间房，不要早餐', { breakfast: false }],
    ['订一间房', {}],
  ])('%s', (request, expected) => {
    expect(fillParameters(request, chinese).arguments).toEqual(expected);
  });

  test('a choice between words for them is one, too', () => {
    const pets = tool(
      { pets_allowed: text('Whether pets are allowed', { enum: ['True', 'False', 'any'] }) },
      [],
    );
    expect(fillParameters('a flat where pets are welcome', pets).arguments).toEqual({ pets_allowed: 'True' });
  });
});

describe('choices', () => {
  const size = (values: readonly string[]): object => tool({ choice: text('The choice', { enum: values }) });
  test.each([
    ['by case', 'as PDF', ['pdf', 'html'], 'pdf'],
    ['by plural', 'show strength', ['strengths', 'weaknesses'], 'strengths'],
    ['by a slip of the pen', 'a luxary ride', ['Luxury', 'Regular'], 'Luxury'],
    ['by translation', '每周一次', ['Daily', 'Weekly'], 'Weekly'],
    ['by the last part of a path', 'at 4pm London time', ['Asia/Tokyo', 'Europe/London'], 'Europe/London'],
    ['by another name', 'a cartoon, please', ['Animation', 'Drama'], 'Animation'],
  ])('are found %s', (_, request, values, expected) => {
    expect(fillParameters(request, size(values) as never).arguments).toEqual({ choice: expected });
  });

  test('are not found where nobody names one', () => {
    expect(fillParameters('which of them acted?', size(['Action', 'Drama']) as never).arguments).toEqual({});
  });
});

test('percents are fractions or percents, as bounds, examples and words say', () => {
  const rate = (schema: object): unknown =>
    fillParameters('a rate of 5%', tool({ rate: schema })).arguments['rate'];
  expect(rate(number('The annual rate'))).toBe(0.05);
  expect(rate(number('The rate in percent'))).toBe(5);
  expect(rate(number('The rate, e.g. 3.8'))).toBe(5);
  expect(rate(number('The rate', { maximum: 1 }))).toBe(0.05);
});

test('a date in words of the locale', () => {
  const parameters = tool({ day: text('Day, YYYY-MM-DD') });
  expect(fillParameters('on 03/04/2024', parameters, { locale: 'en-US' }).arguments).toEqual({
    day: '2024-03-04',
  });
  expect(fillParameters('on 03/04/2024', parameters, { locale: 'en-GB' }).arguments).toEqual({
    day: '2024-04-03',
  });
});

test('now may be a Date, an ISO text or a sentence', () => {
  const parameters = tool({ day: text('Day, YYYY-MM-DD') });
  for (const now of [
    new Date(2024, 2, 6, 10),
    '2024-03-06',
    'Today is Wednesday, March 6, 2024.',
    '今天是2024年03月06日。',
  ]) {
    expect(fillParameters('tomorrow', parameters, { now }).arguments).toEqual({ day: '2024-03-07' });
  }
});

test('two lists in one sentence go to their slots', () => {
  const parameters = tool({
    labels: list(text(), 'Labels of the points'),
    values: list(number(), 'Values of the points'),
  });
  expect(
    fillParameters('Plot Nurse, Cook and Pilot with salaries 50, 60 and 70', parameters).arguments,
  ).toEqual({
    labels: ['Nurse', 'Cook', 'Pilot'],
    values: [50, 60, 70],
  });
});

test('a schema may be anything: empty, odd, recursive', () => {
  const recursive = {
    type: 'object',
    properties: { child: { $ref: '#' }, name: text('Name') },
    required: ['name'],
  };
  expect(fillParameters('named "x"', recursive as never).arguments).toMatchObject({ name: 'x' });
  for (const schema of [
    {},
    true,
    { type: 'object', properties: { a: true, b: { type: ['null', 'string'] } } },
  ]) {
    expect(() => fillParameters('some words 5', schema as never)).not.toThrow();
  }
});

test('names of the language itself are names like any other', () => {
  const parameters = tool(
    JSON.parse('{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}') as never,
  );
  const { arguments: filled } = fillParameters('constructor 5', parameters);
  expect(Object.hasOwn(filled, 'constructor')).toBe(true);
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
});

describe('the fit of a text to a tool', () => {
  const fill = createFiller('What is the weather in Oslo tomorrow?', { now: '2024-03-06' });

  test('is high when all that is required was said', () => {
    expect(parameterFit(fill(weather))).toBeGreaterThan(0.8);
  });

  test('is low when the tool asks for other things', () => {
    const transfer = tool({
      amount: number('Amount'),
      iban: text('IBAN of the account'),
      currency: text('Currency code'),
    });
    expect(parameterFit(fill(transfer))).toBeLessThan(0.4);
  });

  test('is in the middle for a tool that requires nothing', () => {
    expect(parameterFit(fill(tool({})))).toBe(0.5);
  });
});

test('a path with wildcards is a pattern of names, no path and no regular expression', () => {
  const request = 'Find files matching src/**/*.ts';
  const glob = tool({ pattern: text('Pattern of names'), path: text('Folder') }, ['pattern']);
  expect(fillParameters(request, glob).arguments).toEqual({ pattern: 'src/**/*.ts' });
  const grep = tool({ pattern: text('A regular expression'), glob: text('Which files') }, ['pattern']);
  expect(fillParameters(request, grep).arguments).toMatchObject({ glob: 'src/**/*.ts' });
});

test.each(['Add 3 apples at 2 dollars and 5 pears at 4 dollars', 'What is the weather in Oslo?'])(
  'asked for the fit alone, a filler tells the same of a list of objects as one that takes it apart: %s',
  (request) => {
    const item = {
      type: 'object',
      properties: { name: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['name', 'quantity'],
    } as const;
    const schema = {
      type: 'object',
      properties: { items: { type: 'array', items: item } },
      required: ['items'],
    } as const;
    const [whole, fit] = [createFiller(request)(schema), createFiller(request, { onlyFit: true })(schema)];
    expect(fit.missing).toEqual(whole.missing);
    expect(fit.sources).toEqual(whole.sources);
  },
);
