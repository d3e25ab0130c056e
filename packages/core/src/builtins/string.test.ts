import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endingOf, resultOf } from './call-builtin.test-support.ts';
import { string } from './string.ts';

type Input = { readonly [name: string]: unknown };

const family = '👨‍👩‍👧';

describe('string', () => {
  test.each<[string, Input, unknown]>([
    ['upper', { text: 'straße' }, 'STRASSE'],
    ['lower', { text: 'ÀB' }, 'àb'],
    ['capitalize', { text: 'élan vital' }, 'Élan vital'],
    ['capitalize', { text: '' }, ''],
    ['title', { text: "the KING'S speech" }, "The King's Speech"],
    ['trim', { text: ' \n a b\t' }, 'a b'],
    ['reverse', { text: 'abc' }, 'cba'],
    ['reverse', { text: `e\u0301${family}a` }, `a${family}e\u0301`],
    ['reverse', { text: 'a\r\nb' }, 'b\r\na'],
    ['replace', { text: 'a.b.c', search: '.', replacement: '$&' }, 'a$&b$&c'],
    ['replace', { text: 'aaa', search: 'aa' }, 'a'],
    ['split', { text: 'a,b,,c' }, ['a', 'b', '', 'c']],
    ['split', { text: 'a->b', separator: '->' }, ['a', 'b']],
    ['split', { text: `x${family}`, separator: '' }, ['x', family]],
    ['split', { text: '' }, ['']],
    ['join', { items: ['a', 1, true], separator: ', ' }, 'a, 1, true'],
    ['join', { items: [] }, ''],
    ['slice', { text: 'h😀llo', start: 1, end: 3 }, '😀l'],
    ['slice', { text: 'hello', start: -2 }, 'lo'],
    ['slice', { text: 'hello', start: 3, end: 1 }, ''],
    ['pad_start', { text: '7', length: 3, fill: '0' }, '007'],
    ['pad_end', { text: 'ab', length: 5, fill: '😀x' }, 'ab😀x😀'],
    ['pad_end', { text: 'abc', length: 2 }, 'abc'],
    ['repeat', { text: 'ab', count: 3 }, 'ababab'],
    ['repeat', { text: 'ab', count: 0 }, ''],
    ['contains', { text: 'haystack', search: 'st' }, true],
    ['contains', { text: 'haystack', search: 'St' }, false],
    ['starts_with', { text: 'haystack', search: 'hay' }, true],
    ['ends_with', { text: 'haystack', search: 'hay' }, false],
    ['index_of', { text: '😀ab', search: 'b' }, 2],
    ['index_of', { text: 'ab', search: 'c' }, -1],
    ['count', { text: 'banana', search: 'an' }, 2],
    ['lines', { text: 'a\r\nb\n\nc' }, ['a', 'b', '', 'c']],
    ['words', { text: "It's 5 o'clock, now." }, ["It's", '5', "o'clock", 'now']],
    ['words', { text: '你好世界' }, ['你好', '世界']],
    ['camel_case', { text: 'HTTP server-name 2x' }, 'httpServerName2X'],
    ['pascal_case', { text: 'user_id' }, 'UserId'],
    ['snake_case', { text: 'parseHTTPResponse' }, 'parse_http_response'],
    ['kebab_case', { text: '  Größe der Übung ' }, 'größe-der-übung'],
    ['base64_encode', { text: 'Man' }, 'TWFu'],
    ['base64_encode', { text: 'M' }, 'TQ=='],
    ['base64_encode', { text: '' }, ''],
    ['base64_decode', { text: 'R3LDvMOfZQ==' }, 'Grüße'],
    ['base64_decode', { text: 'fn5_\nfw' }, '~~\u007f\u007f'],
    ['hex_encode', { text: 'é\n' }, 'c3a90a'],
    ['hex_decode', { text: 'C3 A9' }, 'é'],
    ['url_encode', { text: 'a b&ü/' }, 'a%20b%26%C3%BC%2F'],
    ['url_encode', { text: '\ud800' }, '%EF%BF%BD'],
    ['url_decode', { text: 'a%20b+%C3%BC' }, 'a b+ü'],
    ['html_escape', { text: `<a href="x">'&'</a>` }, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;'],
    ['html_unescape', { text: '&lt;&#x1F600;&#233;&amp;lt;&nope;&#9999999;' }, '<😀é&lt;&nope;&#9999999;'],
    ['html_unescape', { text: '&#0;&#xD800;&#55296;' }, '\ufffd\ufffd\ufffd'],
    ['normalize', { text: 'e\u0301' }, 'é'],
    ['normalize', { text: 'ﬁ①', form: 'NFKC' }, 'fi1'],
  ])('%s of %j is %j', async (operation, input, expected) => {
    expect(await resultOf(string, { operation, ...input })).toEqual(expected);
  });

  test('length counts what people, programs and files count', async () => {
    expect(await resultOf(string, { operation: 'length', text: `a ${family}\nb` })).toEqual({
      characters: 5,
      code_points: 9,
      bytes: 22,
      words: 2,
      lines: 2,
    });
  });

  test.each<[string, Input, string]>([
    ['upper', {}, 'Operation "upper" needs "text"'],
    ['join', { text: 'x' }, 'Operation "join" needs "items"'],
    ['contains', { text: 'x' }, 'needs "search"'],
    ['count', { text: 'x', search: '' }, 'not empty'],
    ['repeat', { text: 'x' }, 'needs "count"'],
    ['pad_end', { text: 'x' }, 'needs "length"'],
    ['base64_decode', { text: 'a*b=' }, '"*" is not a Base64 character'],
    ['base64_decode', { text: 'TWFuT' }, 'cut off'],
    ['base64_decode', { text: '/////w==' }, 'binary data'],
    ['hex_decode', { text: 'abc' }, 'pairs of the digits'],
    ['url_decode', { text: '100%' }, 'A "%" is not followed'],
    ['__proto__', { text: 'x' }, 'refused by the schema'],
  ])('%s of %j fails and says: %s', async (operation, input, message) => {
    await expect(resultOf(string, { operation, ...input })).rejects.toThrow(message);
  });

  const long = 'a'.repeat(100_000);

  test.each<[string, string, Input]>([
    ['repeat', 'more than 1,000,000 characters', { text: long, count: 1_000_000 }],
    ['replace', 'more than 1,000,000 characters', { text: long, search: 'a', replacement: long }],
    [
      'join',
      'more than 1,000,000 characters',
      { items: Array.from({ length: 1000 }, () => 'x'.repeat(10_000)) },
    ],
    ['upper', 'refused by the schema', { text: `${long}a` }],
    ['split', 'list of 100001', { text: long, separator: 'a' }],
    ['split', 'more than 50,000 characters', { text: long, separator: '' }],
    ['length', 'more than 50,000 characters', { text: long }],
    ['words', 'more than 50,000 characters', { text: '我们'.repeat(25_001) }],
    ['reverse', 'more than 50,000 characters', { text: 'e\u0301'.repeat(25_001) }],
    ['url_encode', 'text of 900000', { text: '中'.repeat(100_000) }],
    ['url_encode', 'more than 1,000,000 characters', { text: '😀'.repeat(100_000) }],
    ['hex_encode', 'text of 800000', { text: '😀'.repeat(100_000) }],
    ['normalize', 'more than 100 combining marks', { text: `a${'\u0301\u0316'.repeat(49_999)}` }],
    ['normalize', 'text of 95950', { text: `a${'\u0301\u0316'.repeat(50)}`.repeat(950), form: 'NFKD' }],
    ['normalize', 'more than 1,000,000 characters', { text: '\ufdfa'.repeat(100_000), form: 'NFKD' }],
    ['pad_end', 'text of 1000000', { text: '', length: 1_000_000 }],
    ['pad_start', 'more than 1,000,000 characters', { text: '', length: 1_000_000, fill: 'a😀' }],
    ['length', 'object of 5', { text: '😀'.repeat(25_000) }],
    ['reverse', 'text of 50000', { text: 'e\u0301'.repeat(25_000) }],
    ['words', 'list of 25000', { text: '我们'.repeat(25_000) }],
    ['contains', 'false', { text: long, search: `${'a'.repeat(40_000)}b${'a'.repeat(40_000)}` }],
    ['snake_case', 'text of 100000', { text: 'A'.repeat(100_000) }],
    ['title', 'text of 100000', { text: "'".repeat(100_000) }],
    ['lower', 'text of 100000', { text: `A${'Σ'.repeat(99_999)}` }],
    ['base64_decode', 'text of 0', { text: ' '.repeat(100_000) }],
    ['html_unescape', 'text of 100000', { text: '&#'.repeat(50_000) }],
    ['trim', 'text of 100000', { text: `x${' '.repeat(99_998)}x` }],
  ])('a hostile %s ends with %s', async (operation, ending, input) => {
    expect(await endingOf(string, { operation, ...input })).toContain(ending);
  });

  test.each(['base64', 'hex', 'url'])('%s gives back every text', async (encoding) => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const encoded = await resultOf(string, { operation: `${encoding}_encode`, text });
      expect(await resultOf(string, { operation: `${encoding}_decode`, text: encoded })).toBe(text);
    });
    await fc.assert(property);
  });

  test('Base64 and hex are those of Node', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const bytes = Buffer.from(text);
      expect(await resultOf(string, { operation: 'base64_encode', text })).toBe(bytes.toString('base64'));
      expect(await resultOf(string, { operation: 'hex_encode', text })).toBe(bytes.toString('hex'));
    });
    await fc.assert(property);
  });

  test('escaping HTML leaves no sign that could open anything', async () => {
    const property = fc.asyncProperty(fc.string(), async (text) => {
      const escaped = await resultOf(string, { operation: 'html_escape', text });
      expect(escaped).not.toMatch(/[<>"']/u);
      expect(await resultOf(string, { operation: 'html_unescape', text: escaped })).toBe(text);
    });
    await fc.assert(property);
  });
});
