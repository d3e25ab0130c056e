/**
 * Opens every hostile project through every interface, and runs the control of each:
 * `npm run hostile -- --only git --interface serve --jobs 2`. Prints the harm that a project did; there should be none.
 */
import { parseArgs } from 'node:util';
import type { HostileProject } from '../test/hostile-repository/hostile-project.ts';
import { hostileProjects } from '../test/hostile-repository/hostile-projects.ts';
import { controlFault, interfaceNames, openProject } from '../test/hostile-repository/open-project.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    interface: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
  },
});
const projects = hostileProjects.filter(({ name }) => name.includes(values.only));
const through = interfaceNames.filter((name) => name.includes(values.interface));
if (projects.length === 0) throw new Error('--only takes a part of the name of a project');
if (through.length === 0) throw new Error(`--interface takes a part of one of ${interfaceNames.join(', ')}`);

const begun = performance.now();
const left = [...projects];
const count = { effects: 0, controls: 0, faults: 0 };

async function work(): Promise<void> {
  for (let project = left.shift(); project !== undefined; project = left.shift()) {
    const start = performance.now();
    const found = await faultsOf(project);
    const verdict = found.length === 0 ? 'held ' : 'FAULT';
    const columns = [project.name.padEnd(30), secondsSince(start), `control: ${project.control.effect}`];
    console.log([`${verdict} ${columns.join('  ')}`, ...found.map((one) => `      ${one}`)].join('\n'));
    count.faults += found.length;
  }
}

/** Its effects, and a control that has none; a project that cannot be opened is a fault, too. */
async function faultsOf(project: HostileProject): Promise<string[]> {
  try {
    const effects = await openProject(project, through);
    count.effects += effects.length;
    const fault = await controlFault(project);
    if (fault === undefined) count.controls++;
    return fault === undefined ? effects : [...effects, fault];
  } catch (error) {
    return [`${project.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
console.log(
  [
    `${projects.length} projects through ${through.length} interfaces (${through.join(', ')}) in${secondsSince(begun)}:`,
    `effects ${count.effects}, controls that had theirs ${count.controls} of ${projects.length}, faults ${count.faults}`,
  ].join('\n'),
);
process.exitCode = count.faults === 0 ? 0 : 1;

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`;
}
