/** Starts something that does not want to die, says so, and waits to be killed. */
import { createProcessesIn } from './create-processes.ts';
import type { Hold } from './hold.ts';
import { systemReads } from './system-reads.ts';

const [, , root = '', stateFolder = '', hold = '', line = '', lone] = process.argv;
const processes = createProcessesIn(() => JSON.parse(hold) as Hold, {
  root,
  stateFolder,
  mode: 'best_effort',
});
const started = await processes.start({
  argv: ['/bin/bash', '-c', line],
  directory: root,
  lone: lone === 'lone',
  reads: systemReads(),
});
started.stdout.once('data', () => console.log('started'));
