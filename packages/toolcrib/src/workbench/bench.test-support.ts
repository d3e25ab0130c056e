import { join } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { createProcesses } from '../fence/processes/create-processes.ts';
import { createProjectFiles } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { createOutputs } from './outputs.ts';
import { createReadings } from './readings.ts';
import type { SampleProject } from './sample-project.test-support.ts';

/** A bench of real parts over a project, without a fence around its processes and without a network. */
export function createTestBench(
  { root, stateFolder }: Pick<SampleProject, 'root' | 'stateFolder'>,
  locale: Locale = 'en',
): Bench & { close(): Promise<void> } {
  const processes = createProcesses({ root, mode: 'off', stateFolder });
  const endings: (() => Promise<void>)[] = [];
  return {
    files: createProjectFiles({ root }),
    processes,
    commands: { judge: () => ({ decision: 'allow', programs: [], effects: [] }) },
    network: {
      allows: () => false,
      check: () => Promise.reject(new Error('no network here')),
    },
    outputs: createOutputs({ folder: join(stateFolder, 'outputs'), locale }),
    readings: createReadings(),
    locale,
    stateFolder,
    onClose: (end) => void endings.push(end),
    async close() {
      for (const end of endings) await end();
      await processes.close();
    },
  };
}
