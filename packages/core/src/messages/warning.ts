import type { Locale } from './catalog.ts';

/** What a call could do, as far as a person is told it. */
export interface Danger {
  readonly tool: string;
  readonly risk: 'low' | 'medium' | 'high';
  /** What could go wrong with this very call, in sentences. */
  readonly warnings: readonly string[];
  /** Whether a yes also counts for further calls with the same kind of risk. */
  readonly once: boolean;
}

interface Warnings extends Readonly<Record<Danger['risk'], (tool: string) => string>> {
  readonly once: string;
}

const texts: Readonly<Record<Locale, Warnings>> = {
  en: {
    low: (tool) => `${tool} asks for confirmation before it runs.`,
    medium: (tool) => `${tool} can change things.`,
    high: (tool) => `${tool} can destroy things that cannot be brought back.`,
    once: 'Any yes also counts for further calls of this agent with the same risk, until this session ends, for 8 hours at most.',
  },
  'zh-CN': {
    low: (tool) => `${tool} 在执行前需要确认。`,
    medium: (tool) => `${tool} 会修改内容。`,
    high: (tool) => `${tool} 可能造成无法恢复的破坏。`,
    once: '同意后，在本次会话结束前（最多 8 小时），该智能体风险相同的其他调用不再询问。',
  },
};

/** What a person is told before they say yes: the danger of this call, each once, and only without one what its risk means. */
export function warning({ tool, risk, warnings, once }: Danger, locale: Locale): string {
  const words = texts[locale];
  const dangers = warnings.length === 0 ? [words[risk](tool)] : new Set(warnings);
  return [...dangers, ...(once ? [words.once] : [])].join(' ');
}
