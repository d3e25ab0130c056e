import { commonCalls, type Call } from './calls.ts';
import type { HostileProject } from './hostile-project.ts';
import { commonCommands, openByCommands } from './interfaces/commands.ts';
import { openByConsole } from './interfaces/console.ts';
import { openByExecuteTool } from './interfaces/execute-tool.ts';
import { openByLibrary } from './interfaces/library.ts';
import { openByGateway } from './interfaces/mcp.ts';
import { openByService } from './interfaces/serve.ts';
import type { EffectKind } from './testbed/effects.ts';
import { Testbed } from './testbed/testbed.ts';

/** What is done in a project. */
export interface Visit {
  readonly calls: readonly Call[];
  readonly commands: readonly (readonly string[])[];
  readonly atTerminal: readonly (readonly string[])[];
}

/** Every way to open a project. Each gives what it printed and answered. */
export const interfaces = {
  commands: openByCommands,
  execute_tool: (testbed, { calls }) => openByExecuteTool(testbed, calls),
  serve: (testbed, { calls }) => openByService(testbed, calls),
  mcp: (testbed, { calls }) => openByGateway(testbed, calls),
  library: (testbed, { calls }) => openByLibrary(testbed, { calls, sandbox: 'best_effort' }),
  library_checks_only: (testbed, { calls }) => openByLibrary(testbed, { calls, sandbox: 'off' }),
  console: (testbed) =>
    openByConsole(testbed, [
      ['Read', { file_path: 'README.md' }],
      ['helper', {}],
    ]),
} satisfies { readonly [name: string]: (testbed: Testbed, visit: Visit) => Promise<string> };

export type InterfaceName = keyof typeof interfaces;
export const interfaceNames = Object.keys(interfaces) as readonly InterfaceName[];

/** Everything that can be done in a project. */
function wholeVisit({ calls = [], commands = [], atTerminal = [] }: HostileProject): Visit {
  return { calls: [...calls, ...commonCalls], commands: [...commands, ...commonCommands], atTerminal };
}

/** Opens a project through some interfaces, and gives the harm it did; there should be none. */
export async function openProject(
  project: HostileProject,
  through: readonly InterfaceName[],
  visit: Visit = wholeVisit(project),
): Promise<string[]> {
  const testbed = await Testbed.open();
  try {
    await project.build(testbed);
    testbed.begin();
    const seen = new Set<string>();
    const harm: string[] = [];
    for (const name of through) {
      await interfaces[name](testbed, visit);
      for (const { kind, what } of testbed.effects()) {
        const isNew = !seen.has(`${kind} ${what}`);
        seen.add(`${kind} ${what}`);
        if (isNew && !mayHappen(kind, name, project))
          harm.push(`${project.name} by ${name}: ${kind}: ${what}`);
      }
    }
    return harm;
  } finally {
    testbed.close();
  }
}

function mayHappen(kind: EffectKind, name: InterfaceName, project: HostileProject): boolean {
  const { mayRunInSandbox = false, mayBeReadUncontained = false } = project;
  if (kind === 'executed_in_sandbox') return mayRunInSandbox;
  return kind === 'read_outside' && name === 'library_checks_only' && mayBeReadUncontained;
}

/** Tells when a project does no harm even where nothing stands in its way, and so proves nothing; else undefined. */
export async function controlFault(project: HostileProject): Promise<string | undefined> {
  const { name, control } = project;
  const testbed = await Testbed.open();
  try {
    await project.build(testbed);
    testbed.begin();
    await control.run(testbed);
    const effects = testbed.effects();
    if (effects.some(({ kind }) => kind === control.effect)) return undefined;
    if (control.effect === 'read_outside' && !testbed.noticesReads) return undefined;
    return `${name}: its control has no effect "${control.effect}", only ${JSON.stringify(effects)}`;
  } finally {
    testbed.close();
  }
}
