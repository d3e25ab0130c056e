import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAnswer, RunRequest } from './runner.ts';

/** A file of tests, and how long it takes. */
export interface TestFile {
  readonly file: string;
  readonly milliseconds: number;
}

/** Milliseconds for a test file beyond what it needs. */
const patience = 6000;

export type Outcome = 'killed' | 'endless' | 'lived';

/** A process that runs tests, and is replaced when one of them does not end. */
export class Tester {
  readonly #copy: string;
  readonly #folder: string;
  #child: ChildProcess;

  private constructor(copy: string, folder: string, child: ChildProcess) {
    this.#copy = copy;
    this.#folder = folder;
    this.#child = child;
  }

  static async start(copy: string, folder: string): Promise<Tester> {
    mkdirSync(folder);
    return new Tester(copy, folder, await startRunner(copy, folder));
  }

  async record(file: string): Promise<RunAnswer['files']> {
    writeFileSync(join(this.#folder, 'active'), 'record');
    return (await this.#run({ files: [file], bail: true }, 300_000)) ?? [];
  }

  /** Which mutants each test file came by. */
  seen(): readonly (readonly [test: string, id: number])[] {
    const lines = readFileSync(join(this.#folder, 'seen.jsonl'), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as [string, number]);
  }

  async try(id: number, files: readonly TestFile[]): Promise<Outcome> {
    writeFileSync(join(this.#folder, 'active'), String(id));
    for (const { file, milliseconds } of files) {
      const ran = await this.#run({ files: [file], bail: true }, patience + 4 * milliseconds);
      if (ran === undefined) return 'endless';
      if (ran.some(({ passed }) => !passed)) return 'killed';
    }
    return 'lived';
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** Undefined when it took too long. */
  async #run(request: RunRequest, milliseconds: number): Promise<RunAnswer['files'] | undefined> {
    this.#child.send(request);
    const signal = AbortSignal.timeout(Math.ceil(milliseconds));
    try {
      const [{ files }] = (await once(this.#child, 'message', { signal })) as [RunAnswer];
      return files;
    } catch {
      this.#child.kill('SIGKILL');
      this.#child = await startRunner(this.#copy, this.#folder);
      return undefined;
    }
  }
}

async function startRunner(copy: string, folder: string): Promise<ChildProcess> {
  const child = fork(join(copy, 'test/mutants/runner.ts'), {
    cwd: copy,
    env: { ...process.env, TOOLCRIB_MUTANTS: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
