import type { Locale } from './catalog.ts';

/** What stations say to a call that they let pass, where there is no rule to name. */
interface PassingWords {
  readonly everyTool: string;
  timeout(milliseconds: number): string;
  grant(grant: GrantFacts): string;
  commands(decision: string, matches: readonly CommandFacts[]): string;
}

interface CommandFacts {
  readonly command: string;
  readonly source: string;
}

interface GrantFacts {
  readonly id: string;
  readonly scope: 'call' | 'session' | 'agent';
  readonly grantedBy: string;
  readonly expiresAt: number | undefined;
}

const words: Readonly<Record<Locale, PassingWords>> = {
  en: {
    everyTool: 'every tool',
    timeout: (milliseconds) => `at most ${milliseconds} ms`,
    grant: ({ id, scope, grantedBy, expiresAt }) =>
      `${id}: granted by ${grantedBy} (scope ${scope}, ${expiresAt === undefined ? 'until revoked' : `until ${timeOf(expiresAt)}`})`,
    commands: (decision, matches) =>
      `${decision}: ${matches.map(({ command, source }) => `"${command}" by ${source}`).join(', ')}`,
  },
  'zh-CN': {
    everyTool: '所有工具',
    timeout: (milliseconds) => `最多 ${milliseconds} 毫秒`,
    grant: ({ id, scope, grantedBy, expiresAt }) =>
      `${id}：由 ${grantedBy} 授权（范围 ${scope}，${expiresAt === undefined ? '直到撤销' : `有效期至 ${timeOf(expiresAt)}`}）`,
    commands: (decision, matches) =>
      `${decision}：${matches.map(({ command, source }) => `“${command}”（${source}）`).join('，')}`,
  },
};

/** A time that no clock has is shown as the number it is. */
function timeOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? String(milliseconds) : time.toISOString();
}

export function passing(locale: Locale): PassingWords {
  return words[locale];
}
