import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createProcessesIn } from './fence/processes/create-processes.ts';
import type { Hold } from './fence/processes/hold.ts';
import { testedHolds } from './fence/processes/site.test-support.ts';
import { openToolcrib, openToolcribWith, type Toolcrib } from './open-toolcrib.ts';

/** Stands in the history of another agent, and in a file beside the store. */
const secret = 'canary-of-another-agent';

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-hidden-')));
  return folder;
}

/** Ways to the store that a program may be told: by its path, through links, through other processes. */
function linesTo(store: string, state: string): readonly string[] {
  const { pid } = process;
  return [
    `grep -a canary "${store}"`,
    `cat < "${store}"`,
    'cat link',
    'cat folder/store.db',
    'ln -s "$(pwd)/folder" again; cat again/store.db',
    `ln "${store}" taken; cat taken`,
    `cp "${store}" taken; cat taken`,
    `cat "/proc/self/root${store}"`,
    `cat "/proc/${pid}/root${store}"`,
    `timeout 0.2 cat /proc/${pid}/fd/*`,
    'timeout 0.2 cat /proc/self/fd/*',
    `for one in /proc/[0-9]*; do cat $one/root"${store}" $one/cwd/store.db; done`,
    'timeout 0.2 cat /proc/[0-9]*/fd/*',
    `cat ~/../../../store.db ~/../../../../*/store.db`,
    `find /tmp -name "store.db*" -exec cat {} +`,
    `ls -Ra "${state}"; cat "${state}"/* "${state}"/*/*`,
    'cat "$(dirname "$HOME")/../../store.db"',
  ];
}

const layers = ['checks', 'checks with Landlock', 'namespaces', 'bubblewrap'];

for (const { name, hold, files } of testedHolds().filter((one) => layers.includes(one.name))) {
  describe.skipIf(hold === undefined)(name, () => {
    let toolcrib: Toolcrib;
    let project: string;
    let base: string;
    let store: string;
    beforeAll(async () => {
      project = temporary();
      base = temporary();
      toolcrib = await openToolcribWith(
        {
          project,
          trust: 'always',
          environment: { TOOLCRIB_STATE: base, TOOLCRIB_LOG: 'off', PATH: process.env['PATH'] },
          service: {
            agents: { other: { permission: 'admin' }, spy: { permission: 'admin' } },
            // Where the system holds what runs, a person agrees to everything; elsewhere to nothing.
            approver: () => ({ decision: files ? 'allow_once' : 'reject_once' }),
          },
        },
        (options) => createProcessesIn(() => hold as Hold, options),
      );
      const { service, workbench, store: opened } = toolcrib;
      await service.execute('calculator', { expression: `1 ${secret}` }, { agent: 'other' });
      await opened.history.flush();
      store = join(workbench.stateFolder, 'store.db');
      writeFileSync(join(workbench.stateFolder, 'note'), secret, { mode: 0o600 });
      symlinkSync(store, join(project, 'link'));
      symlinkSync(workbench.stateFolder, join(project, 'folder'));
    });
    afterAll(async () => {
      await toolcrib.close();
      for (const folder of [project, base]) rmSync(folder, { recursive: true, force: true });
    });
    const told = async (tool: string, given: object): Promise<string> =>
      JSON.stringify(await toolcrib.service.execute(tool, given, { agent: 'spy', timeout: 20_000 }));

    test('the secret can be read by whoever nobody holds', () => {
      const said = execFileSync('bash', ['-c', `cat "${store}" "${store}"-wal folder/note`], {
        cwd: project,
        encoding: 'latin1',
      });
      expect(said).toContain(secret);
    });

    test('no command line leads to it', async () => {
      const { stateFolder } = toolcrib.workbench;
      for (const command of linesTo(store, stateFolder))
        expect(await told('Bash', { command, timeout: 3000 }), command).not.toContain(secret);
    });

    test.runIf(files)('no program of the project leads to it, nor does a terminal', async () => {
      const lines = linesTo(store, toolcrib.workbench.stateFolder).join('\n');
      writeFileSync(join(project, 'spy.sh'), `${lines}\necho reached\n`);
      const said = await told('Bash', { command: 'bash spy.sh', timeout: 15_000 });
      expect(said).toContain('reached');
      expect(said).not.toContain(secret);
      const seen = await told('Terminal', {
        action: 'open',
        command: 'bash spy.sh 2>&1 | grep -a -e canary -e reached',
        wait_for: 'reached',
        wait_ms: 15_000,
      });
      expect(seen).not.toContain(secret);
    });

    test('no tool of ours leads to it, by its path or by another name', async () => {
      linkSync(store, join(project, 'hard'));
      linkSync(join(toolcrib.workbench.stateFolder, 'note'), join(project, 'note'));
      onTestFinished(() => {
        for (const file of ['hard', 'note']) rmSync(join(project, file));
      });
      const paths = [store, 'link', 'folder/note', `/proc/self/root${store}`, 'hard', 'note'];
      for (const path of paths) {
        expect(await told('Read', { file_path: path }), path).not.toContain(secret);
        expect(await told('Grep', { pattern: 'canary.*', path }), path).not.toContain(secret);
        expect(await told('Bash', { command: `cat "${path}"` }), path).not.toContain(secret);
        expect(await told('LSP', { operation: 'symbols', file_path: path }), path).not.toContain(secret);
      }
      expect(await told('Edit', { file_path: 'note', old_string: 'canary', new_string: 'x' })).toContain(
        'outside_project',
      );
      expect(await told('Glob', { pattern: '**/*', path: 'folder' })).not.toContain('store.db');
      expect(await told('Search', { query: secret })).not.toContain(`1 ${secret}`);
    });

    test('no language server gets it to read', async () => {
      const { processes, stateFolder, root } = toolcrib.workbench;
      for (const open of [stateFolder, base, join(base, '..'), '/'])
        await expect(
          processes.run({ argv: ['cat', join(stateFolder, 'note')], directory: root, reads: [open] }),
          open,
        ).rejects.toMatchObject({ code: 'READS_STATE' });
    });
  });
}

test('a state folder or a store that programs in the sandbox could read is refused, and not made', async () => {
  const [project, base] = [temporary(), temporary()];
  onTestFinished(() => {
    for (const folder of [project, base]) rmSync(folder, { recursive: true, force: true });
  });
  const visible = '/usr/share/toolcrib-of-a-test';
  const environment = { TOOLCRIB_LOG: 'off', PATH: process.env['PATH'] };
  await expect(
    openToolcrib({ project, environment: { ...environment, TOOLCRIB_STATE: visible } }),
  ).rejects.toMatchObject({ code: 'state_visible' });
  writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ store: `${visible}/history.db` }));
  const opened = await openToolcrib({
    project,
    trust: 'always',
    environment: { ...environment, TOOLCRIB_STATE: base },
  });
  onTestFinished(() => opened.close());
  expect(opened.problems.map(({ code }) => code)).toEqual(['store_visible']);
  await opened.store.grants.list();
  expect(existsSync(visible)).toBe(false);
});
