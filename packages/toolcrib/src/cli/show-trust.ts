import { isDeepStrictEqual } from 'node:util';
import { visible, type Locale } from '@toolcrib/core';
import { abilities, type Ability } from '../config/trust/abilities.ts';
import type { WithheldEntry } from '../config/trust/config-trust.ts';
import { isRecord } from '../config/trust/setting.ts';
import { trustTexts } from '../config/trust/texts.ts';

const signs = { added: '+', changed: '~', removed: '-' } as const;

/** What a project asks for, grouped by what it could do. An entry that could do several things stands in each group. */
export function showWithheld(withheld: readonly WithheldEntry[], locale: Locale): string {
  const words = trustTexts(locale);
  return abilities
    .map((ability) => ({ ability, group: withheld.filter((entry) => entry.abilities.includes(ability)) }))
    .filter(({ group }) => group.length > 0)
    .map(({ ability, group }) =>
      [
        `${words.abilities[ability]} (${group.length}):`,
        ...group.map((entry) => `  ${showEntry(entry, { ability, locale })}`),
      ].join('\n'),
    )
    .join('\n\n');
}

interface Group {
  readonly ability: Ability;
  readonly locale: Locale;
}

function showEntry(entry: WithheldEntry, { ability, locale }: Group): string {
  const { change, path, line, secrets } = entry;
  const shown = ability === 'receive_secrets' ? secrets.join(', ') : showChange(entry);
  return visible(`${signs[change]} ${path} (${trustTexts(locale).line(line)}): ${cut(shown)}`);
}

/** Of an entry that was accepted before, what is different now. */
function showChange({ path, current, accepted }: WithheldEntry): string {
  if (!isRecord(current) || !isRecord(accepted))
    return [accepted, current]
      .filter((value) => value !== undefined)
      .map((value) => showValue(value, path))
      .join(arrow);
  const keys = new Set([...Object.keys(accepted), ...Object.keys(current)]);
  return [...keys]
    .filter((key) => !isDeepStrictEqual(accepted[key], current[key]))
    .map((key) => `${key} ${[accepted[key], current[key]].map(toJson).join(arrow)}`)
    .join('; ');
}

const arrow = '  →  ';

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? '–';
}

/** Of a program its command line and then everything else it says; of anything else the text. */
function showValue(value: unknown, path: string): string {
  if (!path.startsWith('mcpServers.') || !isRecord(value) || value['command'] === undefined)
    return toJson(value);
  const { command, args, ...others } = value;
  const isWords = args === undefined || Array.isArray(args);
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map((word) =>
    typeof word === 'string' && /^[\w@%+=:,./-]+$/u.test(word) ? word : toJson(word),
  );
  const rest = Object.entries({ ...others, ...(!isWords && { args }) });
  return [words.join(' '), ...rest.map(([key, one]) => `${key} ${toJson(one)}`)].join('; ');
}

/** Characters of one entry. What is left out is said, because what is not shown must not be accepted unseen. */
const longest = { begin: 1500, end: 500 };

function cut(text: string): string {
  const left = text.length - longest.begin - longest.end;
  return left <= 0 ? text : `${text.slice(0, longest.begin)} … (+${left}) … ${text.slice(-longest.end)}`;
}
