import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolService } from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCommandGuard } from '../../fence/commands/command-guard.ts';
import { createFence } from '../../fence/fence.ts';
import { createProcessesIn } from '../../fence/processes/create-processes.ts';
import type { Hold } from '../../fence/processes/hold.ts';
import { testedHolds } from '../../fence/processes/site.test-support.ts';
import { createTestBench } from '../bench.test-support.ts';
import { createSampleProject } from '../sample-project.test-support.ts';
import { createBashTool } from './bash.ts';

const direct = [
  'echo x > .toolcrib/store.db',
  'echo x | tee -a .toolcrib/store.db',
  'cp notes.txt .toolcrib/store.db',
  'sed -i s/a/b/ .toolcrib/store.db',
  'rm .toolcrib/store.db',
  'mv .toolcrib aside',
  'cd .toolcrib && echo x > store.db',
  'echo x > .toolcrib/store.db-wal',
];
const script = [...direct, 'rm -rf .toolcrib', 'ln -sfT src .toolcrib', 'mkdir -p .toolcrib'].join('\n');

/** Bash behind the whole fence, in a project whose store holds one word. */
function open(hold: Hold, answers: Parameters<typeof scriptedApprover>[0]) {
  const project = createSampleProject();
  const { root } = project;
  const store = join(root, '.toolcrib/store.db');
  mkdirSync(join(root, '.toolcrib'));
  writeFileSync(store, 'kept');
  writeFileSync(join(root, 'write.sh'), script);
  const processes = createProcessesIn(() => hold, { ...project, mode: 'best_effort' });
  const commands = createCommandGuard({ root });
  const bench = createTestBench(project, { parts: { processes, commands } });
  const { approver, questions } = scriptedApprover(answers);
  const service = new ToolService({ fence: createFence({ mode: 'best_effort', ...bench }), approver });
  service.registerTool(createBashTool(bench));
  onTestFinished(async () => {
    await processes.close();
    await bench.close();
    project.remove();
  });
  const run = (command: string) => service.execute('Bash', { command });
  return { run, questions, kept: () => readFileSync(store, 'utf8') };
}

const holds = testedHolds().filter(({ hold }) => hold !== undefined);

describe.each(holds)('the store of the project: $name', ({ hold, walled }) => {
  test('is not written by a command that names it, whoever says yes', async () => {
    const { run, kept } = open(hold!, ['allow_once', 'allow_once']);
    for (const command of direct) {
      const result = await run(command);
      expect([command, result.status, kept()]).toEqual([command, 'blocked', 'kept']);
    }
  });

  test.runIf(walled)('is not written by a program that names it itself', async () => {
    const { run, kept } = open(hold!, []);
    expect(await run('bash write.sh')).toMatchObject({ status: 'success' });
    expect(kept()).toBe('kept');
  });

  test.runIf(!walled)('is not in reach of such a program without a question', async () => {
    const { run, questions, kept } = open(hold!, ['reject_once']);
    expect(await run('bash write.sh')).toMatchObject({ errorCode: 'approval_refused' });
    expect([questions.length, kept()]).toEqual([1, 'kept']);
  });
});
