import type { SandboxMode } from '@toolcrib/core';
import { hostPatternText } from '../fence/network/texts.ts';
import { parseHostPattern } from '../fence/network/host-pattern.ts';
import type { AllowedCommand } from '../fence/commands/programs/operator-list.ts';
import type { SandboxConfig } from './config.ts';
import type { Path } from './config-place.ts';
import { isObject, type ConfigReader, type Consequence } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const modes = ['required', 'best_effort', 'off'] as const;

const required: Consequence = (texts) => texts.sandboxRequired;

/** A mode alone, or an object with the mode and what is allowed. What cannot be read might have been the strict mode. */
export function parseSandbox(reader: ConfigReader): SandboxConfig {
  if (!isObject(reader.get(['sandbox']))) {
    return {
      mode: parseMode(reader, ['sandbox'], reader.isWritten('sandbox')),
      allowHosts: [],
      allowCommands: [],
      onlyCommands: undefined,
    };
  }
  const known = reader.refuseUnknown(['sandbox'], knownKeys.sandbox, required);
  const mode = parseMode(reader, ['sandbox', 'mode'], reader.get(['sandbox', 'mode']) !== undefined);
  return {
    mode: known ? mode : 'required',
    allowHosts: reader.list(['sandbox', 'allow_hosts'], (value, path) => parseHost(reader, value, path)),
    allowCommands: reader.list(['sandbox', 'allow_commands'], (value, path) =>
      parseCommand(reader, value, path),
    ),
    onlyCommands: parseOnly(reader),
  };
}

function parseMode(reader: ConfigReader, path: Path, isWritten: boolean): SandboxMode | undefined {
  return reader.oneOf(path, modes, required) ?? (isWritten ? 'required' : undefined);
}

function parseHost(reader: ConfigReader, value: unknown, path: Path): string | undefined {
  const parsed = parseHostPattern(value);
  if (parsed.ok) return value as string;
  reader.report(path, 'bad_host', (locale) => hostPatternText(parsed.problem, locale));
  return undefined;
}

/** What cannot be read as a list is a list of nothing: it was meant to be a narrow one. */
function parseOnly(reader: ConfigReader): readonly AllowedCommand[] | undefined {
  const path = ['sandbox', 'commands'];
  if (reader.get(path) === undefined) return undefined;
  return reader.list(path, (value, place) => parseCommand(reader, value, place));
}

/** A program's name, or an object with its subcommands and flags. */
function parseCommand(reader: ConfigReader, value: unknown, path: Path): AllowedCommand | undefined {
  if (typeof value === 'string') return reader.name(path);
  if (!reader.refuseUnknown(path, knownKeys.command)) return undefined;
  const program = reader.name([...path, 'program']);
  if (program === undefined) return undefined;
  return {
    program,
    args: reader.oneOf([...path, 'args'], ['any']),
    subcommands: reader.names([...path, 'subcommands']),
    flags: reader.names([...path, 'flags']),
  };
}
