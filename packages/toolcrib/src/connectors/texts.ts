import type { Locale } from '@toolcrib/core';

/** What keeps a source from being used, with the facts that its sentence needs. Each connector adds its own. */
export type SourceProblem =
  | { readonly kind: 'source_not_accepted' }
  | { readonly kind: 'source_unreachable'; readonly detail: string }
  | { readonly kind: 'source_timeout'; readonly milliseconds: number }
  | { readonly kind: 'source_invalid'; readonly detail: string };

export interface ConnectorTexts {
  problem(source: string, problem: SourceProblem): string;
}

const english: ConnectorTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'source_not_accepted':
        return `Nobody has accepted "${source}" on this machine yet. Look at it with: toolcrib tools diff ${source}`;
      case 'source_unreachable':
        return `"${source}" cannot be reached: ${problem.detail}`;
      case 'source_timeout':
        return `"${source}" has not answered within ${problem.milliseconds} ms.`;
      case 'source_invalid':
        return `What "${source}" says cannot be used: ${problem.detail}`;
    }
  },
};

const chinese: ConnectorTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'source_not_accepted':
        return `本机尚未有人接受"${source}"。请先查看：toolcrib tools diff ${source}`;
      case 'source_unreachable':
        return `无法连接"${source}"：${problem.detail}`;
      case 'source_timeout':
        return `"${source}"在 ${problem.milliseconds} 毫秒内没有应答。`;
      case 'source_invalid':
        return `"${source}"给出的内容无法使用：${problem.detail}`;
    }
  },
};

export function connectorTexts(locale: Locale): ConnectorTexts {
  return locale === 'zh-CN' ? chinese : english;
}
