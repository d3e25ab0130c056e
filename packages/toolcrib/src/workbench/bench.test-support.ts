import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createError, type Locale } from '@toolcrib/core';
import { createProcesses } from '../fence/processes/create-processes.ts';
import { createProjectFiles } from '../fence/project-files.ts';
import type { Bench } from './bench.ts';
import { outputLimits } from './outputs.ts';
import type { SampleProject } from './sample-project.test-support.ts';

export type TestBench = Bench & { close(): Promise<void> };

export interface TestBenchOptions {
  readonly locale?: Locale | undefined;
  /** Parts that stand on the bench instead of the usual ones. */
  readonly parts?: Partial<Bench> | undefined;
}

/** A bench of real parts over a project, without a fence around its processes. */
export function createTestBench(
  { root, outside }: Pick<SampleProject, 'root' | 'outside'>,
  { locale = 'en', parts }: TestBenchOptions = {},
): TestBench {
  const stateFolder = join(outside, 'state');
  const processes = createProcesses({ root, mode: 'off', stateFolder });
  const endings: (() => Promise<void>)[] = [];
  return {
    files: createProjectFiles({ root }),
    processes,
    commands: { judge: () => ({ decision: 'allow', programs: [], effects: [] }) },
    network: {
      allows: () => false,
      check: (host) => Promise.reject(createError('host_not_allowed', { host })),
    },
    outputs: createTestOutputs(join(outside, 'outputs')),
    readings: { remember: () => undefined, last: () => undefined },
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

/** Until the real one stands on the bench. */
function createTestOutputs(folder: string): Bench['outputs'] {
  let count = 0;
  const keep = async (text: string): Promise<string> => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${++count}`), text);
    return `output:${count}`;
  };
  return {
    keep,
    cut: async (text) => {
      const lines = text.split('\n');
      if (lines.length <= outputLimits.lines && text.length <= outputLimits.bytes)
        return { text, cut: undefined };
      const shown = lines.slice(0, outputLimits.lines).join('\n').slice(0, outputLimits.bytes);
      const sizes = { totalBytes: Buffer.byteLength(text), totalLines: lines.length };
      return { text: shown, cut: { handle: await keep(text), ...sizes, shownLines: outputLimits.lines } };
    },
    find: async (handle) => join(folder, handle.slice('output:'.length)),
    isHandle: (path) => path.startsWith('output:'),
  };
}
