/** Runs a file of tests for each message that names one, in a process of its own. */
import { createVitest } from 'vitest/node';

export interface RunAnswer {
  readonly passed: boolean;
  readonly milliseconds: number;
}

const vitest = await createVitest('test', {
  root: process.cwd(),
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
});
await vitest.standalone();

async function run(file: string): Promise<RunAnswer> {
  const begun = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([file]),
  );
  const passed = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
  return { passed, milliseconds: performance.now() - begun };
}

process.on('message', (file: string) => {
  void run(file).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
