import type { ConfigProblem } from '../config/config-place.ts';
import type { Config } from '../config/config.ts';
import { idleCommands as findIdle } from '../config/idle-commands.ts';
import type { CliTexts } from './texts.ts';

/** Entries in the lists of commands that allow nothing: what they say is seldom what was meant. */
export function idleCommands({ config }: { readonly config: Config }, texts: CliTexts): ConfigProblem[] {
  return findIdle(config.sandbox).map(({ path, reason, program }) => ({
    ...config.placeOf(path),
    code: 'matches_nothing',
    message: texts.entryAllowsNothing,
    remedy: texts.idleCommand[reason](program),
  }));
}
