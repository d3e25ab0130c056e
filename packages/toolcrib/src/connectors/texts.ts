import type { Locale } from '@toolcrib/core';

/** What keeps a source from being used, with the facts that its sentence needs. Each connector adds its own. */
export type SourceProblem =
  | { readonly kind: 'source_name_taken' }
  | { readonly kind: 'source_unknown'; readonly known: readonly string[] }
  | { readonly kind: 'source_unreachable'; readonly detail: string }
  | { readonly kind: 'source_timeout'; readonly milliseconds: number }
  | { readonly kind: 'source_invalid'; readonly detail: string };

export interface ConnectorTexts {
  problem(source: string, problem: SourceProblem): string;
}

const english: ConnectorTexts = {
  problem(source, problem) {
    switch (problem.kind) {
      case 'source_name_taken':
        return `Two sources of tools are called "${source}". Give one of them another name.`;
      case 'source_unknown':
        return `No source of tools is called "${source}".${problem.known.length > 0 ? ` There are: ${problem.known.join(', ')}.` : ''}`;
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
      case 'source_name_taken':
        return `有两个工具来源都叫"${source}"。请给其中一个改名。`;
      case 'source_unknown':
        return `没有名为"${source}"的工具来源。${problem.known.length > 0 ? `现有：${problem.known.join('、')}。` : ''}`;
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
