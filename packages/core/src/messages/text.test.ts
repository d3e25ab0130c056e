import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { parseLocale, text } from './text.ts';
import { visible } from './wording.ts';
import { zhCN } from './zh-cn.ts';

describe('the catalogs', () => {
  test('say the Chinese sentences of the specification to the letter', () => {
    const missing = {
      problems: [{ path: '', keyword: 'required', expected: 'file_path', received: 'undefined' }],
    };
    expect(text('invalid_arguments', missing, 'zh-CN')).toBe('缺少必需参数: file_path');
    expect(
      text('permission_denied', { tool: 'Write', required: 'read_write', held: 'read_only' }, 'zh-CN'),
    ).toBe('智能体无权限调用此工具（需要 read_write，当前仅有 read_only）');
    expect(text('outside_project', { path: '/etc/passwd' }, 'zh-CN')).toBe('文件路径超出项目目录范围');
    expect(text('command_not_allowed', { command: 'curl' }, 'zh-CN')).toBe('命令不在白名单中');
  });

  test('refuse http in one sentence, whatever the language', () => {
    for (const locale of ['en', 'zh-CN'] as const) {
      expect(text('http_not_supported', { tool: 'x' }, locale)).toBe(
        'HTTP tools not yet supported (coming in v2)',
      );
    }
  });

  test('say why a path cannot be followed at all', () => {
    const url = { path: 'file:///x', fault: 'url' } as const;
    expect(text('outside_project', url)).toBe(
      'File path is outside the project directory: "file:///x" (give a path, not a URL)',
    );
    expect(text('outside_project', url, 'zh-CN')).toBe('文件路径超出项目目录范围（请给出路径而不是 URL）');
  });

  test('have the same codes', () => {
    expect(Object.keys(zhCN)).toEqual(Object.keys(en));
  });

  test('make control and invisible characters in quoted values visible', () => {
    expect(text('tool_not_found', { name: 'a\u202Eb\u001B[31m', suggestions: [] })).toBe(
      'No tool "a\\u{202e}b\\u{1b}[31m". List the tools to see what there is.',
    );
    expect(visible('zero\u200Bwidth\ttab\nline')).toBe('zero\\u{200b}width\\u{9}tab\\nline');
  });
});

test('parseLocale understands the tags that systems use', () => {
  expect(
    ['zh_CN.UTF-8', 'zh-Hans', 'zh', 'en_US.UTF-8', 'en', 'de_DE', 'C', undefined].map(parseLocale),
  ).toEqual(['zh-CN', 'zh-CN', 'zh-CN', 'en', 'en', undefined, undefined, undefined]);
});
