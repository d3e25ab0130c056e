import type { MessageCode } from '@toolcrib/core';
import { said, type Said } from '../page.ts';
import { asking } from './asking.ts';
import { definitions } from './definitions.ts';
import type { ErrorPages } from './error-page.ts';
import { execution } from './execution.ts';
import { refusals } from './refusals.ts';
import { understanding } from './understanding.ts';

/** Every code, complete by type. */
export const errorPages: ErrorPages<MessageCode> = {
  ...understanding,
  ...refusals,
  ...asking,
  ...execution,
  ...definitions,
};

export function isErrorCode(code: string): code is MessageCode {
  return Object.hasOwn(errorPages, code);
}

/** The codes in chapters. */
export const errorChapters: readonly { readonly says: Said; readonly codes: readonly MessageCode[] }[] = [
  { says: said('A call that could not be understood', '无法理解的调用'), codes: codesOf(understanding) },
  { says: said('A call that was not allowed', '不被允许的调用'), codes: codesOf(refusals) },
  { says: said('A call that needed a yes', '需要同意的调用'), codes: codesOf(asking) },
  { says: said('A call that went wrong', '出错的调用'), codes: codesOf(execution) },
  { says: said('Definitions and plans', '定义与计划'), codes: codesOf(definitions) },
];

function codesOf(pages: object): MessageCode[] {
  return Object.keys(pages) as MessageCode[];
}
