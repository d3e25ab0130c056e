import { visible, type Locale } from '@toolcrib/core';
import type { HostPatternProblem } from './host-pattern.ts';

interface NetworkTexts {
  readonly patterns: Readonly<Record<HostPatternProblem, string>>;
  /** What a process hears from the proxy besides a refusal. */
  notForProxy: string;
  unreachable(host: string, detail: string): string;
}

const en: NetworkTexts = {
  patterns: {
    not_text: 'Must be text, such as "api.example.com".',
    bad_host:
      'Must be a host alone, such as "api.example.com", "*.example.com", "127.0.0.1:8080" or "[::1]:8080".',
    bad_wildcard: 'A star may only stand at the front, before a name: "*.example.com".',
    too_broad: 'Too broad: a star needs a name below a public suffix, such as "*.example.com".',
  },
  notForProxy:
    'This proxy takes CONNECT host:port and requests for http:// addresses with a Host header that agrees.',
  unreachable: (host, detail) => `${visible(host)} could not be reached: ${visible(detail)}`,
};

const zhCN: NetworkTexts = {
  patterns: {
    not_text: '必须是文本，例如 "api.example.com"。',
    bad_host: '只能写主机，例如 "api.example.com"、"*.example.com"、"127.0.0.1:8080" 或 "[::1]:8080"。',
    bad_wildcard: '星号只能位于最前面，后接名称："*.example.com"。',
    too_broad: '范围过大：星号之后须是公共后缀之下的名称，例如 "*.example.com"。',
  },
  notForProxy: '此代理只接受 CONNECT host:port，以及 Host 头与之一致的 http:// 地址请求。',
  unreachable: (host, detail) => `无法连接 ${visible(host)}：${visible(detail)}`,
};

export function networkTexts(locale: Locale): NetworkTexts {
  return locale === 'zh-CN' ? zhCN : en;
}

/** What is wrong with an entry of the allow-list, in a sentence. */
export function hostPatternText(problem: HostPatternProblem, locale: Locale): string {
  return networkTexts(locale).patterns[problem];
}
