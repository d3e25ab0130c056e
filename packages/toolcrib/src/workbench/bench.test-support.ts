import { join } from 'node:path';
import { createError, type Locale } from '@toolcrib/core';
import { createProcesses } from '../fence/processes/create-processes.ts';
import { createProjectFiles } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { createOutputs } from './outputs.ts';
import { createReadings } from './readings.ts';
import type { SampleProject } from './sample-project.test-support.ts';

export type TestBench = Bench & { close(): Promise<void> };

export interface TestBenchOptions {
  readonly locale?: Locale | undefined;
  /** Parts that stand on the bench instead of the usual ones. */
  readonly parts?: Partial<Bench> | undefined;
}

/** A bench of real parts over a project, without a fence around its processes and without a network. */
export function createTestBench(
  { root, stateFolder }: Pick<SampleProject, 'root' | 'stateFolder'>,
  { locale = 'en', parts }: TestBenchOptions = {},
): TestBench {
  const processes = createProcesses({ root, mode: 'off', stateFolder });
  const endings: (() => Promise<void>)[] = [];
  return {
    files: createProjectFiles({ root }),
    processes,
    commands: {
      isExact: false,
      listedOwn: [],
      judge: () => ({
        decision: 'allow',
        programs: [],
        ownPrograms: [],
        effects: [],
        onlyReads: false,
        losses: [],
        showsRepository: false,
        commands: [],
        needsExactRule: false,
      }),
    },
    network: {
      allows: () => false,
      check: (host) => Promise.reject(createError('host_not_allowed', { host })),
    },
    outputs: createOutputs({ folder: join(stateFolder, 'outputs'), locale }),
    readings: createReadings(),
    locale,
    stateFolder,
    onClose: (end) => void endings.push(end),
    ...parts,
    async close() {
      for (const end of endings) await end();
      await processes.close();
    },
  };
}
