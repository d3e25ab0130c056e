import type { JsonValue, Locale } from '@toolcrib/core';
import { claimsReadOnly, readOnlyClaims } from '../connectors/belief.ts';
import type { Review, ReviewedTool } from '../connectors/review.ts';
import { connectorTexts } from '../connectors/texts.ts';
import type { SourceState } from '../connectors/imports.ts';
import { visibleLines } from './terminal.ts';
import { toolsTexts } from './tools-texts.ts';

/** How many tools wait for acceptance. */
export function changesOf({ tools, gone }: Review): number {
  return tools.filter(({ change }) => change !== undefined).length + gone.length;
}

/** How a source is reached, and which of its files have changed, for the person who has to say yes to that. */
export function showOrigin(
  { source: { name, kind, origin, program }, changedFiles }: Pick<SourceState, 'source' | 'changedFiles'>,
  locale: Locale,
): string {
  const words = toolsTexts(locale);
  const lines = Object.entries(origin).map(([key, value]) => `  ${key}: ${brief(value)}`);
  const count = Object.keys(program?.digests() ?? {}).length;
  if (count > 0) lines.push(`  (${words.programFiles(count, program?.truncated ?? false)})`);
  const marks = { new: '+', changed: '~', gone: '-' } as const;
  const changes = changedFiles.slice(0, most).map(({ path, change }) => `  ${marks[change]} ${path}`);
  const why = changes.length === 0 ? words.notYetAccepted : words.programChanged;
  return [`${name} (${kind}), ${why}; ${words.reachedBy}:`, ...lines, ...changes]
    .map(visibleLines)
    .join('\n');
}

/** What has changed, in the way of a difference: with nothing hidden, and what is suspicious last. */
export function showReview({ source, tools, gone, unusable }: Review, locale: Locale): string {
  const words = toolsTexts(locale);
  const lines = [`${source.name} (${source.kind})`];
  for (const one of tools) if (one.change !== undefined) lines.push(...showTool(one, locale));
  for (const { definition, version } of gone)
    lines.push(`- ${definition.name} ${version} (${words.change.gone})`);
  const { claimed, believed } = readOnlyClaims({ tools });
  if (claimed.length > believed.length) lines.push(words.claims(claimed.length, tools.length));
  for (const { name, message } of unusable) lines.push(`! ${name} (${words.unusable}): ${message(locale)}`);
  return `${visibleLines(lines.join('\n'))}\n`;
}

function showTool(
  { tool, definition, change = 'new', before, differences, suspicions }: ReviewedTool,
  locale: Locale,
): string[] {
  const words = toolsTexts(locale);
  const versions = before === undefined ? tool.version : `${before} → ${tool.version}`;
  const said =
    differences.length > 0
      ? differences
          .slice(0, most)
          .flatMap(({ path, before: old, after }) => [
            `    ${path}`,
            ...(old === undefined ? [] : [`    - ${brief(old)}`]),
            ...(after === undefined ? [] : [`    + ${brief(after)}`]),
          ])
      : [`    ${tool.shortDescription}`, `    (${Object.keys(tool.parameters.properties ?? {}).join(', ')})`];
  const twice = suspicions.map(
    ({ kind, path, words: cited }) =>
      `    ! ${words.suspicious}: ${connectorTexts(locale).suspicion[kind]} (${path}): ${cited}`,
  );
  const facts = [
    words.change[change],
    tool.permission,
    tool.approval,
    ...(claimsReadOnly(definition) ? [words.saysReadOnly] : []),
  ];
  return [
    `${change === 'new' ? '+' : '~'} ${tool.name} ${versions} (${facts.join(', ')})`,
    ...said,
    ...twice,
  ];
}

/** Of one tool more differences than these are the same as another tool. */
const most = 30;

function brief(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 500 ? `${text.slice(0, 497)}…` : text;
}
