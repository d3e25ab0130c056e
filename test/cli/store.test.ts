import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, storeOf, temporaryProject } from '../project.ts';

/** Tells on standard error which modules are loaded. */
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); } });
`)}`;

test('a command that neither reads nor writes the store makes no folder and loads nothing for it', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  const { code, stderr } = await run(['list_tools'], { cwd, node: ['--import', tellModules] });
  expect([code, existsSync(storeOf(cwd))]).toEqual([0, false]);
  expect(stderr).toContain('/dist/');
  expect(stderr).not.toMatch(/kysely/u);
});

test('a call is recorded in the state folder, nothing in the project, and a second one does not need the library of queries', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  expect(await run(['call', 'pong'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(storeOf(cwd))).toBe(true);
  expect(readdirSync(cwd)).toEqual(['toolcrib.json']);
  const { code, stderr } = await run(['call', 'pong'], { cwd, node: ['--import', tellModules] });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/kysely/u);
});

test.each(['no database', 'cut short'])(
  'a store that is %s is told as such, and calls go on',
  async (trouble) => {
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
    const file = storeOf(cwd);
    if (trouble === 'no database') {
      mkdirSync(dirname(file), { mode: 0o700 });
      writeFileSync(file, 'a diary, in no format that anybody knows\n'.repeat(100));
    } else {
      await run(['call', 'pong'], { cwd });
      truncateSync(file, 9000);
    }
    for (const given of [['history'], ['stats'], ['approvals', 'list'], ['plan', 'list']]) {
      const { code, stdout, stderr } = await run(given, { cwd });
      expect([given, code, stdout]).toEqual([given, 1, '']);
      expect(stderr).toContain(`${file} is no store, or a damaged one`);
      expect(stderr).not.toMatch(/^ +at /mu);
    }
    const chinese = await run(['history'], { cwd, env: { LANG: 'zh_CN.UTF-8' } });
    expect(chinese.stderr).toContain('不是存储文件，或已损坏');
    expect(await run(['call', 'pong'], { cwd })).toMatchObject({ code: 0 });
  },
);
