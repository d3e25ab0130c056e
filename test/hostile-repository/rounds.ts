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

/** Common command lines and calls of each entry. */
const few = { commands: 1, calls: 3 };
/** One entry in so many opens a browser, and one runs its control. */
const every = { console: 25, control: 4 };

/** A round that opens each project by some commands and through one more interface, as the seed decides. */
export function smallRound(seed: number): Entry[] {
  const random = seededRandom(seed);
  const draw = <T>(from: readonly T[], count: number): T[] =>
    from
      .map((value) => ({ value, order: random() }))
      .toSorted((one, other) => one.order - other.order)
      .slice(0, count)
      .map(({ value }) => value);
  const cheap = interfaceNames.filter((name) => name !== 'commands' && name !== 'console');
  return draw(hostileProjects, hostileProjects.length).map((project, index) => {
    const { calls = [], commands = [], atTerminal = [] } = project;
    const another = index % every.console === 0 ? 'console' : (draw(cheap, 1)[0] ?? 'mcp');
    return {
      project,
      through: ['commands', another],
      visit: {
        calls: [...calls, ...draw(commonCalls, few.calls)],
        commands: [...commands, ...draw(commonCommands, few.commands)],
        atTerminal,
      },
      isControlled: index % every.control === 0,
    };
  });
}
