import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAnswer } from './runner.ts';

/** A file of tests, and how long it takes. */
export interface TestFile {
  readonly file: string;
  readonly milliseconds: number;
}

/** Milliseconds for a test file beyond what it needs. */
const patience = 6000;
/** Milliseconds for one whose time is not known yet. */
const mostAtFirst = 300_000;

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

  /** Runs it as it is, and remembers which mutants it comes by; undefined when it does not pass. */
  async record(file: string): Promise<TestFile | undefined> {
    this.#tell('record');
    const ran = await this.#run(file, mostAtFirst);
    return ran?.passed ? { file, milliseconds: ran.milliseconds } : undefined;
  }

  /** Which mutants each test file came by. */
  seen(): readonly (readonly [test: string, id: number])[] {
    const file = join(this.#folder, 'seen.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as [string, number]);
  }

  async try(id: number, files: readonly TestFile[]): Promise<Outcome> {
    this.#tell(String(id));
    for (const { file, milliseconds } of files) {
      const ran = await this.#run(file, patience + 4 * milliseconds);
      if (ran === undefined) return 'endless';
      if (!ran.passed) return 'killed';
    }
    return 'lived';
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #tell(active: string): void {
    writeFileSync(join(this.#folder, 'active'), active);
  }

  /** Undefined when it took too long. */
  async #run(file: string, milliseconds: number): Promise<RunAnswer | undefined> {
    this.#child.send(file);
    try {
      const signal = AbortSignal.timeout(Math.ceil(milliseconds));
      const [answer] = (await once(this.#child, 'message', { signal })) as [RunAnswer];
      return answer;
    } catch {
      this.stop();
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
