/** Runs files of tests one after the other, until one of them fails, for each message; in a process of its own. */
import { createVitest } from 'vitest/node';

export interface RunRequest {
  readonly files: readonly string[];
  /** Whether the first that fails is enough. */
  readonly bail: boolean;
}

export interface RunAnswer {
  readonly files: readonly {
    readonly file: string;
    readonly passed: boolean;
    readonly milliseconds: number;
  }[];
}

const vitest = await createVitest('test', {
  root: process.cwd(),
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
});
await vitest.standalone();

async function run({ files, bail }: RunRequest): Promise<RunAnswer> {
  const ran = [];
  for (const file of files) {
    const begun = performance.now();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      await vitest.globTestSpecifications([file]),
    );
    const passed = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    ran.push({ file, passed, milliseconds: performance.now() - begun });
    if (bail && !passed) break;
  }
  return { files: ran };
}

process.on('message', (request: RunRequest) => {
  void run(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
