import { isDeepStrictEqual } from 'node:util';
import { fields, grant, hasReference, isRecord, list, restored, type Treatment } from './setting.ts';

const modes = ['off', 'best_effort', 'required'];

/** A mode alone, or an object: the stricter mode counts. */
export function treatSandbox(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current, accepted, path } = setting;
  if (isDeepStrictEqual(current, accepted)) return current;
  const held = asSandbox(accepted);
  const written = asSandbox(current);
  if (current !== undefined && written === undefined) return current;
  return treatSandboxFields({ path, current: written, accepted: held }, notes);
}

function asSandbox(value: unknown): { readonly [key: string]: unknown } | undefined {
  if (typeof value === 'string') return { mode: value };
  return isRecord(value) ? value : undefined;
}

const treatMode: Treatment = (setting, notes) => {
  const { current, accepted } = setting;
  const limit = typeof accepted === 'string' ? accepted : 'best_effort';
  if (current === undefined) return accepted === 'required' ? restored(setting, notes) : undefined;
  // What is no mode means `required`.
  if (typeof current !== 'string' || !modes.includes(current))
    return hasReference(current) ? 'required' : current;
  return modes.indexOf(current) >= modes.indexOf(limit) ? current : grant(setting, notes);
};

const treatSandboxFields = fields({
  mode: treatMode,
  allow_hosts: list(),
  allow_commands: list(),
  commands: treatExactCommands,
});

/** The exact list of commands: a plain name is at most a command that is allowed anyway. */
function treatExactCommands(...[setting, notes]: Parameters<Treatment>): unknown {
  const { current, accepted } = setting;
  if (current === undefined) return accepted === undefined ? undefined : restored(setting, notes);
  const isPlain = (entry: unknown): boolean => typeof entry === 'string' && accepted === undefined;
  return list({ isRestriction: isPlain })(setting, notes);
}
