/** Run in a process of its own by a test: of all that others start in the process of the tests, nothing is to be seen here. */
import { setTimeout as pause } from 'node:timers/promises';
import { createProcesses } from './create-processes.ts';
import { processesWith, sayAlone } from './site.test-support.ts';

const [, , root = '', stateFolder = ''] = process.argv;
const processes = createProcesses({ root, stateFolder, mode: 'best_effort' });

const say = (line: string): ReturnType<typeof sayAlone> => sayAlone(processes, line, root);
const waiting = (): string[] => processesWith(`parent=${process.pid}\0`);

async function theOneThatWaits(): Promise<string> {
  for (;;) {
    const [one, ...more] = waiting();
    if (one !== undefined && more.length === 0) return one;
    await pause(5);
  }
}

const first = await say('exit 1');
const ready = await theOneThatWaits();
const second = await say('echo $$');
process.kill(Number(await theOneThatWaits()), 'SIGKILL');
const third = await say('echo whole');
await theOneThatWaits();
await processes.close();
console.log(JSON.stringify({ first, becameIt: second.out === `${ready}\n`, third, left: waiting() }));
