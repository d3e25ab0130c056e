import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BlockedError } from '@toolcrib/core';
import { FileProblem } from './file-problem.ts';
import { canary, createHostileProject, pathsIn } from './hostile-project.test-support.ts';
import { createProjectFiles } from './project-files.ts';

/** What is swapped for a link, and where the link points. */
const swaps = {
  'a folder for one outside': { path: 'work/folder', target: '../../outside' },
  'a file for one outside': { path: 'work/folder/canary.txt', target: '../../../outside/canary.txt' },
  'a folder for a protected one': { path: 'work/folder', target: '../.git' },
} as const;

export type SwapName = keyof typeof swaps;
export const swapNames = Object.keys(swaps) as SwapName[];

export interface SwapReport {
  /** What was read from outside, or found changed where nothing may be written. */
  readonly escapes: readonly string[];
  /** How the reads and writes ended, by word. */
  readonly endings: { readonly [word: string]: number };
}

/** Reads and writes below a path that another process swaps for a link all the time. */
export async function attackBySwaps(name: SwapName, count: number): Promise<SwapReport> {
  const project = createHostileProject();
  try {
    const folder = join(project.root, 'work/folder');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'canary.txt'), 'inside');
    const files = createProjectFiles({ root: project.root });
    const forbidden = (): string => project.outside() + pathsIn(join(project.root, '.git')).join('\n');
    const before = forbidden();

    const swapped = new AbortController();
    const { path, target } = swaps[name];
    const script = fileURLToPath(new URL('./swapper.test-support.ts', import.meta.url));
    const swapping = new Promise<void>((resolve, reject) => {
      execFile(process.execPath, [script, join(project.root, path), target, String(count)], (error) => {
        swapped.abort();
        if (error === null) resolve();
        else reject(error);
      });
    });

    const escapes: string[] = [];
    const endings: Record<string, number> = {};
    const attempt = async (work: () => Promise<string>): Promise<void> => {
      const word = await work().catch((error: unknown) => {
        if (error instanceof BlockedError) return error.code;
        if (error instanceof FileProblem) return error.reason;
        throw error;
      });
      endings[word] = (endings[word] ?? 0) + 1;
    };
    const touch = async (turn: number): Promise<void> => {
      await attempt(async () => {
        const { handle } = await files.open('work/folder/canary.txt');
        const text = await handle.readFile('utf8').finally(() => handle.close());
        if (text.includes(canary)) escapes.push(`read ${text}`);
        return 'read';
      });
      await attempt(async () => {
        const { content } = files.glance('work/folder/canary.txt', 1000);
        if (content?.includes(canary)) escapes.push('glanced');
        return 'glanced';
      });
      await attempt(async () => {
        await files.replace(
          `work/folder/${turn % 2 === 0 ? 'canary.txt' : `new/${turn}/file.txt`}`,
          Buffer.from('written'),
        );
        return 'written';
      });
    };
    const touching = async (): Promise<void> => {
      for (let turn = 0; !swapped.signal.aborted; turn++) await touch(turn);
    };
    await Promise.all([swapping, touching()]);
    if (forbidden() !== before) escapes.push('written');
    return { escapes, endings };
  } finally {
    project.remove();
  }
}
