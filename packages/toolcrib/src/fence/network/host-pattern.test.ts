import { describe, expect, test } from 'vitest';
import { parseHostPattern } from './host-pattern.ts';
import { createNetworkGuard } from './network-guard.ts';
import { hostPatternText } from './texts.ts';

describe('an entry of the allow-list', () => {
  test.each([
    ['api.example.com', 'api.example.com', false, [80, 443]],
    ['API.Example.COM.', 'api.example.com', false, [80, 443]],
    ['api.example.com:8443', 'api.example.com', false, [8443]],
    ['*.example.com', 'example.com', true, [80, 443]],
    ['*.example.com:8443', 'example.com', true, [8443]],
    ['*.a.co.uk', 'a.co.uk', true, [80, 443]],
    ['bücher.example', 'xn--bcher-kva.example', false, [80, 443]],
    ['localhost:8080', 'localhost', false, [8080]],
    ['127.0.0.1:8080', '127.0.0.1', false, [8080]],
    ['127.1', '127.0.0.1', false, [80, 443]],
    ['10.0.0.5', '10.0.0.5', false, [80, 443]],
    ['[::1]:8080', '::1', false, [8080]],
    ['[::1]', '::1', false, [80, 443]],
    ['::1', '::1', false, [80, 443]],
    ['[0:0::FFFF:10.0.0.5]', '10.0.0.5', false, [80, 443]],
    ['my_service', 'my_service', false, [80, 443]],
  ])('%j stands for %s', (pattern, text, below, ports) => {
    expect(parseHostPattern(pattern)).toMatchObject({ ok: true, listed: { host: { text }, below, ports } });
  });

  test.each([
    [42, 'not_text'],
    [undefined, 'not_text'],
    ['', 'bad_host'],
    [' ', 'bad_host'],
    ['https://api.example.com', 'bad_host'],
    ['api.example.com/path', 'bad_host'],
    ['api.example.com?q', 'bad_host'],
    ['user@api.example.com', 'bad_host'],
    ['api.example.com:', 'bad_host'],
    ['api.example.com:0', 'bad_host'],
    ['api.example.com:65536', 'bad_host'],
    ['api.example.com:http', 'bad_host'],
    ['api.example.com:*', 'bad_host'],
    ['api..example.com', 'bad_host'],
    ['.example.com', 'bad_host'],
    ['-api.example.com', 'bad_host'],
    ['api.example.com\0', 'bad_host'],
    ['api example.com', 'bad_host'],
    ['api%2eexample.com', 'bad_host'],
    ['1.2.3.4.5', 'bad_host'],
    ['256.1.1.1', 'bad_host'],
    ['10.0.0.0/8', 'bad_host'],
    ['[::1', 'bad_host'],
    ['::1:8080:', 'bad_host'],
    ['[fe80::1%lo]', 'bad_host'],
    [`${'a'.repeat(64)}.example`, 'bad_host'],
    [`${'a.'.repeat(150)}example`, 'bad_host'],
    ['x'.repeat(100_000), 'bad_host'],
    ['*', 'too_broad'],
    ['*:443', 'too_broad'],
    ['*.com', 'too_broad'],
    ['*.com.', 'too_broad'],
    ['*.localhost', 'too_broad'],
    ['*.co.uk', 'too_broad'],
    ['*.com.cn', 'too_broad'],
    ['**', 'bad_wildcard'],
    ['*.*', 'bad_wildcard'],
    ['*.*.example.com', 'bad_wildcard'],
    ['api.*.com', 'bad_wildcard'],
    ['api*.example.com', 'bad_wildcard'],
    ['*example.com', 'bad_wildcard'],
    ['*.127.0.0.1', 'bad_wildcard'],
    ['*.0x7f.1', 'bad_wildcard'],
  ] as const)('%j is none: %s', (pattern, problem) => {
    expect(parseHostPattern(pattern)).toEqual({ ok: false, problem });
  });

  test('what is wrong is said in both languages', () => {
    for (const problem of ['not_text', 'bad_host', 'bad_wildcard', 'too_broad'] as const)
      expect(hostPatternText(problem, 'en')).not.toBe(hostPatternText(problem, 'zh-CN'));
  });

  test('a guard is not made from one that is none', () => {
    expect(() => createNetworkGuard({ allow: ['good.example', '*'] })).toThrow('allow: "*": Too broad');
  });
});

describe('by name alone a guard allows', () => {
  const guard = createNetworkGuard({
    allow: ['api.example.com', '*.example.org', '10.0.0.5:8080', '[::1]:9000'],
    lookup: () => Promise.reject(new Error('nobody looks anything up')),
  });

  test.each([
    ['api.example.com', 443, true],
    ['api.example.com', 80, true],
    ['API.example.com.', 443, true],
    ['api.example.com', 8443, false],
    ['www.api.example.com', 443, false],
    ['example.com', 443, false],
    ['a.example.org', 443, true],
    ['a.b.example.org', 80, true],
    ['example.org', 443, false],
    ['badexample.org', 443, false],
    ['10.0.0.5', 8080, true],
    ['0x0a000005', 8080, true],
    ['10.0.0.5', 80, false],
    ['10.0.0.6', 8080, false],
    ['::1', 9000, true],
    ['[::1]', 9000, true],
    ['not a host', 443, false],
    ['', 443, false],
  ])('%s:%i %s', (host, port, expected) => {
    expect(guard.allows(host, port)).toBe(expected);
  });
});
