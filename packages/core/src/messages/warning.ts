import type { Locale } from './catalog.ts';

type Warnings = Readonly<Record<'low' | 'medium' | 'high', (tool: string) => string>>;

const warnings: Readonly<Record<Locale, Warnings>> = {
  en: {
    low: (tool) => `${tool} asks for confirmation before it runs.`,
    medium: (tool) => `${tool} can change things.`,
    high: (tool) => `${tool} can destroy things that cannot be brought back.`,
  },
  'zh-CN': {
    low: (tool) => `${tool} 在执行前需要确认。`,
    medium: (tool) => `${tool} 会修改内容。`,
    high: (tool) => `${tool} 可能造成无法恢复的破坏。`,
  },
};

/** What a person is told before they say yes. */
export function warning(risk: keyof Warnings, tool: string, locale: Locale): string {
  return warnings[locale][risk](tool);
}
