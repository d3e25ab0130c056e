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
let faults = 0;
async function work(): Promise<void> {
  for (let project = left.shift(); project !== undefined; project = left.shift()) {
    const start = performance.now();
    const found = await faultsOf(project);
    const verdict = found.length === 0 ? 'held ' : 'FAULT';
    const columns = [project.name.padEnd(30), secondsSince(start), `control: ${project.control.effect}`];
    console.log([`${verdict} ${columns.join('  ')}`, ...found.map((one) => `      ${one}`)].join('\n'));
    faults += found.length;
  }
}

/** Its harm, and a control that shows nothing; a project that cannot be opened is a fault, too. */
async function faultsOf(project: HostileProject): Promise<string[]> {
  try {
    const fault = await controlFault(project);
    return [...(await openProject(project, through)), ...(fault === undefined ? [] : [fault])];
  } catch (error) {
    return [`${project.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
console.log(
  `${projects.length} projects through ${through.join(', ')}: ${faults} faults,${secondsSince(begun)}`,
);
process.exitCode = faults === 0 ? 0 : 1;

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`;
}
