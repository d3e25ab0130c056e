import { describe, expect, test } from 'vitest';
import { compileSchema } from './compile-schema.ts';

const cases: Record<string, readonly [valid: readonly unknown[], invalid: readonly unknown[]]> = {
  date: [
    ['2024-02-29', 5],
    ['2023-02-29', '2024-13-01', '2024-1-1', ''],
  ],
  time: [
    ['12:00:00Z', '23:59:60Z', '01:02:03.5+01:30', '00:59:60+01:00'],
    ['24:00:00Z', '12:00:00', '22:59:60Z'],
  ],
  'date-time': [
    ['2024-01-01T00:00:00Z', '2024-01-01t00:00:00.123-08:00'],
    ['2024-01-01', '2024-01-01 00:00:00Z'],
  ],
  duration: [
    ['P1Y2M3DT4H5M6S', 'PT5M', 'P2W', 'P1D'],
    ['P', 'PT', '1D', 'P1S', 'P1YT'],
  ],
  email: [['a.b+c@example.com'], ['a@', '@b.c', 'a..b@c.d', 'a b@c.d']],
  'idn-email': [['실례@실례.테스트'], ['a@b@c']],
  hostname: [
    ['example.com', 'a-b.c'],
    ['-a.b', 'a_b', 'a..b', `${'a'.repeat(64)}.b`, ''],
  ],
  ipv4: [['127.0.0.1'], ['256.0.0.1', '1.2.3', '01.2.3.4']],
  ipv6: [
    ['::1', '::', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4'],
    ['1:2', '1::2::3', ':::', '12345::', '1:2:3:4:5:6:7:8:9'],
  ],
  uri: [
    [
      'https://a.example/b?c=d#e',
      'mailto:a@b.c',
      'http://[::1]:80/',
      `data:text/plain;base64,${'A'.repeat(100_000)}`,
    ],
    ['/a', 'a b:c', 'http://[x]/', 'http://a/%zz', 'http://a/#b#c', 'http://a:b/'],
  ],
  'uri-reference': [
    ['/a', '?q', '#f', 'a/b', ''],
    ['a b', '\\\\x', '1:2'],
  ],
  'uri-template': [['/a/{id}{?q*}'], ['/{a', '/a}', '/{{a}}']],
  iri: [['https://é.example/ü'], ['é', 'http://a b']],
  uuid: [['123e4567-e89b-12d3-a456-426614174000'], ['123e4567e89b12d3a456426614174000']],
  'json-pointer': [
    ['', '/a~1b/0'],
    ['a', '/~2'],
  ],
  'relative-json-pointer': [
    ['0', '1/a', '2#'],
    ['/a', '01', '-1'],
  ],
  regex: [['^a(?=b)$'], ['(', '[b-a]']],
  int32: [
    [1, 'x'],
    [2 ** 31, 1.5],
  ],
  int64: [[2 ** 40], [1.5]],
  double: [[1.5], []],
  'of-no-standard': [['anything'], []],
};

describe.each(Object.entries(cases))('format %s', (format, [valid, invalid]) => {
  const { validate } = compileSchema({ format });

  test('accepts what its standard allows, and values of another type', () => {
    expect(valid.filter((value) => validate(value) !== undefined)).toEqual([]);
  });

  test('rejects the rest', () => {
    expect(invalid.filter((value) => validate(value) === undefined)).toEqual([]);
  });
});
