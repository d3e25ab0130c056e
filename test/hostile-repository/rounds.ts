import { seededRandom } from '../../packages/toolcrib/src/store/seeded-random.test-support.ts';
import { commonCalls } from './calls.ts';
import type { HostileProject } from './hostile-project.ts';
import { hostileProjects } from './hostile-projects.ts';
import { commonCommands } from './interfaces/commands.ts';
import { interfaceNames, type InterfaceName, type Visit } from './open-project.ts';

/** One project, and what is done in it. */
export interface Entry {
  readonly project: HostileProject;
  readonly through: readonly InterfaceName[];
  readonly visit: Visit;
  /** Whether its control runs, too. */
  readonly isControlled: boolean;
}

/** What the tests draw from: `ROUND_SEED` draws others. */
export const roundSeed = Number(process.env['ROUND_SEED'] ?? 7);

/** So many of the values, in random order. */
export function drawn<T>(
  from: readonly T[],
  { count, random }: { readonly count: number; readonly random: () => number },
): T[] {
  return from
    .map((value) => ({ value, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ value }) => value);
}

/** A test run has seconds for all of them. */
const projects = 10;
/** Common command lines and calls of each entry. */
const few = { commands: 1, calls: 3 };
/** One entry in so many runs its control. */
const everyControl = 4;
/** Starting a browser takes as long as many entries. */
const withoutBrowser = interfaceNames.filter((name) => name !== 'console');

/** A round that opens some projects, each through one interface, as the seed decides. Every interface has its turn. */
export function smallRound(seed: number): Entry[] {
  const random = seededRandom(seed);
  const through = drawn(withoutBrowser, { count: withoutBrowser.length, random });
  return drawn(hostileProjects, { count: projects, random }).map((project, index) => {
    const { calls = [], commands = [], atTerminal = [] } = project;
    const name = through[index % through.length] ?? 'mcp';
    return {
      project,
      through: [name],
      visit: {
        calls: [...calls, ...drawn(commonCalls, { count: few.calls, random })],
        commands: [...commands, ...drawn(commonCommands, { count: few.commands, random })],
        atTerminal,
      },
      isControlled: index % everyControl === 0,
    };
  });
}
