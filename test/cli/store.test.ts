import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** Tells on standard error which modules are loaded. */
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); } });
`)}`;

test('a command that neither reads nor writes the store makes no folder and loads nothing for it', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  const env = { TOOLCRIB_STATE: temporaryProject() };
  const { code, stderr } = await run(['list_tools'], { cwd, env, node: ['--import', tellModules] });
  expect([code, existsSync(join(cwd, '.toolcrib'))]).toEqual([0, false]);
  expect(stderr).toContain('/dist/');
  expect(stderr).not.toMatch(/kysely/u);
});

test('a call is recorded in the project, and a second one does not need the library of queries', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('pong')] } });
  const env = { TOOLCRIB_STATE: temporaryProject() };
  expect(await run(['call', 'pong'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(cwd, '.toolcrib', 'store.db'))).toBe(true);
  const { code, stderr } = await run(['call', 'pong'], { cwd, env, node: ['--import', tellModules] });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/kysely/u);
});
