import { createError, remedy, text, type Locale, type MessageCode } from '@toolcrib/core';
import { said, type Said } from '../page.ts';
import { errorPages } from './errors.ts';

/** A code in one language. */
export interface ToldError {
  readonly code: MessageCode;
  readonly says: string;
  /** The sentence that it comes with, for example. */
  readonly sentence: string;
  readonly remedy: string;
  readonly status: 'blocked' | 'error';
  /** The class of the error, such as `BlockedError`. */
  readonly type: string;
  readonly where: string;
  readonly more: string;
}

const outside = {
  thrown: said('outside of a call, thrown', '调用之外，抛出'),
  plan: said('the end of a plan or of a node', '计划或节点的结束'),
};

export function tellError(code: MessageCode, locale: Locale): ToldError {
  const { says, facts, todo, where, more } = errorPages[code];
  const wayOut = remedy(code, facts as never, locale);
  return {
    code,
    says: says[locale],
    sentence: text(code, facts as never, locale),
    remedy: wayOut ?? todo?.[locale] ?? '',
    status: wayOut === undefined ? 'error' : 'blocked',
    type: createError(code, facts as never).name,
    where: where
      .map((place) => (place === 'thrown' || place === 'plan' ? outside[place][locale] : place))
      .join(locale === 'en' ? '; ' : '；'),
    more,
  };
}

/** What the words beside the facts are called. */
export const errorHeadings: Readonly<Record<'sentence' | 'remedy' | 'where' | 'ending' | 'more', Said>> = {
  sentence: said('For example', '例如'),
  remedy: said('What to do', '怎么办'),
  where: said('Where', '出现于'),
  ending: said('Status and type', '状态与类型'),
  more: said('More', '更多'),
};

/** The page of a code, for a terminal. */
export function showError(code: MessageCode, locale: Locale): string {
  const { says, sentence, remedy: todo, status, type, where, more } = tellError(code, locale);
  const rows = [
    [errorHeadings.sentence, sentence],
    [errorHeadings.remedy, todo],
    [errorHeadings.where, where],
    [errorHeadings.ending, `${status}, ${type}`],
    [errorHeadings.more, `docs/${more}.md`],
  ] as const;
  return [`${code}: ${says}`, rows.map(([heading, value]) => `${heading[locale]}: ${value}`).join('\n')].join(
    '\n\n',
  );
}
