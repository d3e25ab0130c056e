import type { JsonValue, Locale } from '@toolcrib/core';
import { claimsReadOnly, readOnlyClaims } from '../connectors/belief.ts';
import type { Review, ReviewedTool } from '../connectors/review.ts';
import { connectorTexts } from '../connectors/texts.ts';
import type { ToolSource } from '../connectors/tool-source.ts';
import { visibleLines } from './terminal.ts';
import { toolsTexts } from './tools-texts.ts';

/** How many tools wait for acceptance. */
export function changesOf({ tools, gone }: Review): number {
  return tools.filter(({ change }) => change !== undefined).length + gone.length;
}

/** How a source is reached, for the person who has to say yes to that. */
export function showOrigin({ name, kind, origin }: ToolSource, locale: Locale): string {
  const words = toolsTexts(locale);
  const lines = Object.entries(origin).map(([key, value]) => `  ${key}: ${brief(value)}`);
  return [`${name} (${kind}), ${words.notYetAccepted}; ${words.reachedBy}:`, ...lines]
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
