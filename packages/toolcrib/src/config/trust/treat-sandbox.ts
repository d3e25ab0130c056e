import type { SandboxMode } from '@toolcrib/core';
import { isAlwaysAllowed } from '../../fence/commands/programs/programs.ts';
import { fields, hasReference, isRecord, list, pinned, restored, type Treatment } from './setting.ts';

const modes = ['off', 'best_effort', 'required'] as const;

/** A mode alone, or an object: the stricter mode counts. */
export function treatSandbox(without: SandboxMode): Treatment {
  const treatFields = fields({
    mode: atLeastMode(without),
    allow_hosts: list(),
    allow_commands: list(),
    commands: treatExactCommands,
  });
  return ({ path, current, accepted }, notes) =>
    treatFields({ path, current: asSandbox(current), accepted: asSandbox(accepted) }, notes);
}

function asSandbox(value: unknown): { readonly [key: string]: unknown } | undefined {
  if (isRecord(value)) return value;
  return value === undefined ? undefined : { mode: value };
}

/** @param without the mode that holds where nothing is said */
function atLeastMode(without: SandboxMode): Treatment {
  return (setting, notes) => {
    const { current, accepted } = setting;
    const limit = accepted === undefined ? without : toMode(accepted);
    if (current === undefined && accepted === undefined) return undefined;
    const mode = current === undefined ? without : toMode(current);
    if (modes.indexOf(mode) < modes.indexOf(limit)) {
      if (current === undefined) return restored(setting, notes);
      pinned(setting, notes);
      return limit;
    }
    return hasReference(current) ? 'required' : current;
  };
}

/** What is no mode means `required`. */
function toMode(value: unknown): SandboxMode {
  return modes.find((mode) => mode === value) ?? 'required';
}

/** The exact list of commands: the plain name of a command that is allowed anyway restricts. */
function treatExactCommands(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current, accepted } = setting;
  if (current === undefined) return accepted === undefined ? undefined : restored(setting, notes);
  const isPlain = (entry: unknown): boolean =>
    typeof entry === 'string' && isAlwaysAllowed(entry) && accepted === undefined;
  return list({ isRestriction: isPlain })(setting, notes);
}
