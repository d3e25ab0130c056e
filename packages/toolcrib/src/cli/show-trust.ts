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
    .flatMap((ability) => {
      const group = withheld.filter((entry) => entry.abilities.includes(ability));
      return group.length === 0
        ? []
        : [
            [`${words.abilities[ability]}:`, ...group.map((entry) => `  ${showEntry(entry, ability)}`)].join(
              '\n',
            ),
          ];
    })
    .join('\n\n');
}

function showEntry(entry: WithheldEntry, ability: Ability): string {
  const { change, path, line, current, accepted, secrets } = entry;
  const shown = ability === 'receive_secrets' ? secrets.join(', ') : showChange(current, accepted, path);
  return visible(`${signs[change]} ${path} (line ${line}): ${shown}`);
}

function showChange(current: unknown, accepted: unknown, path: string): string {
  const parts = [accepted, current]
    .filter((value) => value !== undefined)
    .map((value) => showValue(value, path));
  return parts.join('  →  ');
}

/** Of a program its command line, of a server its address, of anything else the text. */
function showValue(value: unknown, path: string): string {
  return cut(isProgram(value, path) ? commandLine(value) : JSON.stringify(value));
}

interface Program {
  readonly command: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
}

function isProgram(value: unknown, path: string): value is Program {
  return path.startsWith('mcpServers.') && isRecord(value) && value['command'] !== undefined;
}

function commandLine({ command, args, env, cwd }: Program): string {
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String);
  const line = words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : JSON.stringify(word))).join(' ');
  const names = isRecord(env) ? Object.keys(env) : [];
  return [
    line,
    ...(names.length > 0 ? [`[${names.join(', ')}]`] : []),
    ...(cwd === undefined ? [] : [`(${JSON.stringify(cwd)})`]),
  ].join(' ');
}

/** Characters of one entry. What is left out is said, because what is not shown must not be accepted unseen. */
const longest = 2000;

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (+${text.length - longest})`;
}
