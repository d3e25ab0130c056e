import { programOf, type AllowedCommand } from '../fence/commands/programs/operator-list.ts';
import { isAlwaysAllowed } from '../fence/commands/programs/programs.ts';
import type { Path } from './config-place.ts';
import type { SandboxConfig } from './config.ts';

/** Why an entry in a list of commands allows nothing. */
export type IdleReason =
  | 'beside_exact'
  | 'no_name'
  | 'known'
  | 'repeated'
  | 'nothing_listed'
  | 'any_and_listed';

export interface IdleCommand {
  readonly path: Path;
  readonly reason: IdleReason;
  readonly program: string;
}

/** Entries of `sandbox.allow_commands` and `sandbox.commands` that are valid and change nothing. */
export function idleCommands({
  allowCommands,
  onlyCommands,
}: Pick<SandboxConfig, 'allowCommands' | 'onlyCommands'>): IdleCommand[] {
  if (onlyCommands === undefined) return idleIn('allow_commands', allowCommands);
  const beside = { path: ['sandbox', 'allow_commands'], reason: 'beside_exact', program: '' } as const;
  return [...(allowCommands.length > 0 ? [beside] : []), ...idleIn('commands', onlyCommands)];
}

type List = 'allow_commands' | 'commands';

function idleIn(list: List, entries: readonly AllowedCommand[]): IdleCommand[] {
  return entries.flatMap((entry, index) => {
    const isRepeated = entries
      .slice(0, index)
      .some((other) => JSON.stringify(other) === JSON.stringify(entry));
    const reason = isRepeated ? 'repeated' : reasonOf(entry, list);
    return reason === undefined
      ? []
      : [{ path: ['sandbox', list, index], reason, program: programOf(entry) }];
  });
}

function reasonOf(entry: AllowedCommand, list: List): IdleReason | undefined {
  const program = programOf(entry);
  if (!/^[\w./+@:[-]+$/u.test(program)) return 'no_name';
  const isKnown = list === 'allow_commands' && isAlwaysAllowed(program) ? 'known' : undefined;
  if (typeof entry === 'string') return isKnown;
  const { args, subcommands, flags } = entry;
  const lists = subcommands !== undefined || flags !== undefined;
  if (args === 'any') return lists ? 'any_and_listed' : undefined;
  if (subcommands?.length === 0) return 'nothing_listed';
  return lists ? undefined : isKnown;
}
