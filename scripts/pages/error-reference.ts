import { locales, type Locale, type MessageCode } from '@toolcrib/core';
import { errorChapters } from '../../packages/toolcrib/src/cli/manual/errors/errors.ts';
import { errorHeadings, tellError } from '../../packages/toolcrib/src/cli/manual/errors/show-error.ts';
import { code, row, table } from './schema-words.ts';

/** A page for each code in both languages, and the list of them, by file. */
export function errorReference(): Map<string, string> {
  const pages = new Map<string, string>();
  const chapters = errorChapters.flatMap(({ says, codes }) => [
    `## ${says.en} · ${says['zh-CN']}`,
    table(
      ['code', 'meaning', '含义'],
      codes.map((one) =>
        row(`[${code(one)}](${one}.md)`, tellError(one, 'en').says, tellError(one, 'zh-CN').says),
      ),
    ),
  ]);
  const about =
    'What every code means, where a call ends with it, and what to do: `toolcrib help CODE` says the same. How errors are put together: [errors](../../errors.md).';
  pages.set('README.md', `${['# Error codes', about, ...chapters].join('\n\n')}\n`);
  for (const one of errorChapters.flatMap(({ codes }) => codes)) pages.set(`${one}.md`, errorPage(one));
  return pages;
}

function errorPage(one: MessageCode): string {
  const parts = locales.flatMap((locale) => inLanguage(one, locale));
  return `${[`# ${one}`, ...parts, '[All codes](README.md)'].join('\n\n')}\n`;
}

function inLanguage(one: MessageCode, locale: Locale): string[] {
  const { says, sentence, remedy, where, status, type, more } = tellError(one, locale);
  const rows = [
    row(errorHeadings.sentence[locale], sentence),
    row(errorHeadings.where[locale], where),
    row(errorHeadings.ending[locale], `${code(status)}, ${code(type)}`),
    row(errorHeadings.more[locale], `[${more}](../../${more}.md)`),
  ];
  return [
    `## ${locale === 'en' ? 'English' : '中文'}`,
    says,
    `**${errorHeadings.remedy[locale]}${locale === 'en' ? '.' : '：'}** ${remedy}`,
    table(['', ''], rows),
  ];
}
