import { join } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { createProcesses } from '../fence/processes/create-processes.ts';
import { createProjectFiles } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import type { SampleProject } from './sample-project.test-support.ts';

/** A bench of real parts over a project, without a fence around its processes. */
export function createTestBench(
  { root, outside }: Pick<SampleProject, 'root' | 'outside'>,
  locale: Locale = 'en',
): Bench & { close(): Promise<void> } {
  const stateFolder = join(outside, 'state');
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
    outputs: createTestOutputs(),
    readings: { remember: () => undefined, last: () => undefined },
    locale,
    stateFolder,
    onClose: (end) => void endings.push(end),
    async close() {
      for (const end of endings) await end();
      await processes.close();
    },
  };
}

/** Until the real one stands on the bench. */
function createTestOutputs(): Bench['outputs'] {
  return {
    cut: async (text) => ({ text, cut: undefined }),
    keep: async () => 'output:test',
    find: async () => undefined,
    isHandle: (path) => path.startsWith('output:'),
  };
}
