import { locales, remedy, type MessageCode } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { errorChapters, errorPages } from './errors.ts';
import { showError, tellError } from './show-error.ts';

const codes = Object.keys(errorPages) as MessageCode[];

test('every code stands in one chapter', () => {
  expect(errorChapters.flatMap((chapter) => chapter.codes).toSorted()).toEqual(codes.toSorted());
});

test('what to do is said once: by the catalogue for a refusal, by the page for everything else', () => {
  const wrong = codes.filter((code) => {
    const { facts, todo } = errorPages[code];
    return (remedy(code, facts as never, 'en') === undefined) === (todo === undefined);
  });
  expect(wrong).toEqual([]);
});

test.each(locales)('in %s every code has a meaning, a sentence, a remedy and a place', (locale) => {
  for (const code of codes) {
    const told = tellError(code, locale);
    expect(Object.values(told).filter((value) => value === '')).toEqual([]);
    for (const value of [told.says, told.sentence, told.remedy])
      expect(showError(code, locale)).toContain(value);
    if (locale === 'zh-CN') expect(told.says + told.remedy).toMatch(/\p{Script=Han}/u);
  }
});
