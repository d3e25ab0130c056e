import { spawnBare } from './bare-tree.ts';
import { markName } from './process-tree.ts';
import { thisMachine } from './machine.ts';
import { reportDescriptor, spawnSupervised } from './supervised-tree.ts';
import type { Launch, Tree } from './tree.ts';

export interface CompanionRequest {
  readonly argv: readonly [program: string, ...given: string[]];
  readonly directory: string;
  /** All of it: nothing of ours is added. */
  readonly environment: { readonly [name: string]: string };
}

/** More than any file or any memory has. */
const unlimited = Number.MAX_SAFE_INTEGER;

/**
 * Starts a program that a person has chosen to run beside us, such as a server of tools. It may do what the person may do,
 * so no walls are put around it; but with everything that comes from it, it ends when it is told to, and when we are gone.
 */
export function startCompanion({ argv, directory, environment }: CompanionRequest): Promise<Tree> {
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const mark = randomBytes(12).toString('hex');
  const [program, ...given] = argv;
  const shared = { program, directory, mark, environment: { ...environment, [markName]: mark } };
  const { supervisor } = thisMachine();
  if (supervisor === undefined) return spawnBare({ ...shared, file: program, arguments: given });
  const options = [
    'layer=checks',
    `report=${reportDescriptor}`,
    `directory=${directory}`,
    `file=${unlimited}`,
    `memory=${unlimited}`,
  ];
  const launch: Launch = {
    ...shared,
    file: supervisor.perl,
    arguments: ['-e', supervisor.text, 'outer', ...options, '--', ...argv],
  };
  return spawnSupervised(launch);
}
