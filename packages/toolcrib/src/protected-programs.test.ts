import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '@toolcrib/core';
import { createProcessesIn } from './fence/processes/create-processes.ts';
import { testedHolds } from './fence/processes/site.test-support.ts';
import { openToolcribWith, type Toolcrib } from './open-toolcrib.ts';

const sample = join(import.meta.dirname, 'connectors/mcp/sample-server.test-support.ts');

/** Of these nothing may change: they are executed outside of every sandbox. */
const programs = {
  'tools/server.ts': "import './words.mjs';\nimport 'left';\nimport './sample.ts';\n",
  'tools/words.mjs': 'export const words = [];\n',
  'node_modules/left/package.json': '{"main":"index.js","dependencies":{"right":"1"}}',
  'node_modules/left/index.js': '\n',
  'node_modules/right/index.js': '\n',
  'node_modules/toolcrib/bin/toolcrib.js': '// ours\n',
  'plugin.wasm': 'wasm',
  'lsp/server.mjs': '// a language server\n',
};

/** Which do not exist, and would be loaded or started if they did. */
const absent = ['node_modules/.bin/toolcrib', 'tools/node_modules/left/index.js', 'plugin.tool.json'];

const attacked = [...Object.keys(programs), ...absent];
const layers = testedHolds().filter(({ walled, whole, hold }) => walled && whole && hold !== undefined);

for (const { name, hold, brokered } of layers) {
  describe(`programs that run outside, in ${name}`, () => {
    let base: string;
    let project: string;
    let opened: Toolcrib;
    const call = (tool: string, given: object): Promise<ToolResult> => opened.service.execute(tool, given);

    beforeAll(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-programs-')));
      project = join(base, 'project');
      for (const [path, content] of Object.entries(programs)) {
        mkdirSync(dirname(join(project, path)), { recursive: true });
        writeFileSync(join(project, path), content);
      }
      copyFileSync(sample, join(project, 'tools/sample.ts'));
      const config = {
        mcpServers: { local: { command: process.execPath, args: ['tools/server.ts', base] } },
        plugins: { plugin: { file: 'plugin.wasm' } },
        language_servers: { odd: { command: ['node', 'lsp/server.mjs'], languages: { '.odd': 'odd' } } },
      };
      writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(config));
      opened = await openToolcribWith(
        {
          project,
          trust: 'always',
          environment: { ...process.env, TOOLCRIB_STATE: join(base, 'state') },
          onImportNotice: () => undefined,
          service: { approver: () => ({ decision: 'allow_once' }) },
        },
        (options) => createProcessesIn(() => hold!, options),
      );
      expect(opened.problems).toEqual([]);
      const imports = await opened.imports();
      await imports.accept(await imports.review('local'));
    });
    afterAll(async () => {
      await opened.close();
      rmSync(base, { recursive: true, force: true });
    });

    const state = (): object =>
      Object.fromEntries(
        Object.keys(programs).map((path) => [path, readFileSync(join(project, path), 'utf8')]),
      );

    test.each(attacked)('Write and Edit refuse %s', async (path) => {
      expect(await call('Write', { file_path: path, content: 'evil' })).toMatchObject({
        errorCode: 'protected_path',
      });
      const edit = { file_path: path, old_string: '\n', new_string: 'evil' };
      expect(await call('Edit', edit)).toMatchObject({ errorCode: 'protected_path' });
    });

    test('a script cannot change them, and what is not there cannot be made', async () => {
      const lines = attacked.flatMap((path) => [
        `mkdir -p ${dirname(path)}; echo evil > ${path}; echo evil >> ${path}; cp evil.sh ${path}; mv -f evil.sh ${path}`,
        `ln -sf evil.sh ${path}; mv ${dirname(path)} aside; mkdir -p ${dirname(path)}; echo evil > ${path}; truncate -s 0 ${path}`,
      ]);
      writeFileSync(join(project, 'evil.sh'), lines.join('\n'));
      const before = state();
      const ended = await call('Bash', { command: 'bash evil.sh' });
      expect(ended).toMatchObject({ status: 'success', metadata: { sandbox: name } });
      expect(state()).toEqual(before);
      if (brokered) expect(absent.filter((path) => existsSync(join(project, path)))).toEqual([]);
      expect(await call('local__echo', { value: 'right' })).toMatchObject({ output: 'right' });
    });

    test('other files beside them are written as always', async () => {
      const line =
        'echo x > tools/notes.md && mkdir -p node_modules/other && echo x > node_modules/other/index.js && echo done';
      expect(await call('Bash', { command: line })).toMatchObject({ output: { stdout: 'done\n' } });
      expect(await call('Write', { file_path: 'tools/more.md', content: 'x' })).toMatchObject({
        status: 'success',
      });
    });
  });
}

test.runIf(process.platform === 'linux')('this machine has a layer to try it in, or none at all', () => {
  expect(layers.length === 0).toBe(testedHolds().every(({ walled, hold }) => !walled || hold === undefined));
});
