import type { Locale } from './catalog.ts';

const en = {
  string: 'string',
  boolean: 'boolean',
  function: 'function',
  object: 'an object',
  json: 'JSON',
  positive_number: 'a positive number',
  list_of_strings: 'a list of at most 256 strings',
  list_of_rules: 'a list of rules',
  list_of_examples: 'a list of { description, arguments }',
  object_of_strings: 'an object of strings',
  web_address: 'an http or https address without credentials',
  absent_beside_allow_list: 'left out beside an allow-list',
  positive_milliseconds: 'a positive number of milliseconds',
  milliseconds_from_0: 'a number of milliseconds from 0',
  whole_number_from_0: 'a whole number from 0',
  number_from_1: 'a number from 1',
  version_or_range: 'a version or a range',
  agent_id: 'an id',
  abort_signal: 'an AbortSignal',
} as const;

/** What a field or an option should have been. The word is stable; each language says it in its own way. */
export type Expectation = keyof typeof en;

const zhCN: Readonly<Record<Expectation, string>> = {
  string: '字符串',
  boolean: '布尔值',
  function: '函数',
  object: '对象',
  json: 'JSON',
  positive_number: '正数',
  list_of_strings: '最多 256 个字符串的列表',
  list_of_rules: '规则列表',
  list_of_examples: '由 { description, arguments } 组成的列表',
  object_of_strings: '值均为字符串的对象',
  web_address: '不含凭据的 http 或 https 地址',
  absent_beside_allow_list: '空缺的，因为已有允许列表',
  positive_milliseconds: '正的毫秒数',
  milliseconds_from_0: '不小于 0 的毫秒数',
  whole_number_from_0: '不小于 0 的整数',
  number_from_1: '不小于 1 的数',
  version_or_range: '版本号或版本范围',
  agent_id: '标识',
  abort_signal: 'AbortSignal',
};

const words: Readonly<Record<Locale, Readonly<Record<Expectation, string>>>> = { en, 'zh-CN': zhCN };

export function expectation(word: Expectation, locale: Locale): string {
  return words[locale][word];
}
