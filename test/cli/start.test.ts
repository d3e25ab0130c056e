import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';

/** As it is where nobody has said where compiled code is kept. */
const ownCache = { NODE_COMPILE_CACHE: '' };

test('a list of the tools loads nothing that only a call needs', async () => {
  const directory = temporaryProject();
  const telling = join(directory, 'telling.cjs');
  writeFileSync(telling, "process.on('exit', () => console.error(process.moduleLoadList.join('\\n')));\n");
  const { code, stderr } = await run(['list_tools'], { cwd: directory, node: ['--require', telling] });
  expect(code).toBe(0);
  const loaded = stderr.split('\n').map((line) => line.replace(/^NativeModule /u, ''));
  expect(loaded).toContain('fs');
  const late = [
    'sqlite',
    'v8',
    'crypto',
    'http',
    'https',
    'tls',
    'zlib',
    'dns',
    'readline',
    'readline/promises',
  ];
  expect(loaded.filter((name) => late.includes(name))).toEqual([]);
});

test('compiled code is kept in the state folder, for its owner alone', async () => {
  const directory = temporaryProject();
  const state = join(temporaryProject(), 'state');
  const { code } = await run(['list_tools'], { cwd: directory, env: { TOOLCRIB_STATE: state, ...ownCache } });
  expect(code).toBe(0);
  expect(readdirSync(state).toSorted()).toEqual([encodeURIComponent(directory), 'compiled']);
  expect(statSync(state).mode & 0o777).toBe(0o700);
});

test('compiled code that others could have changed is not run', async () => {
  const state = temporaryProject();
  mkdirSync(join(state, 'compiled'));
  chmodSync(join(state, 'compiled'), 0o777);
  const env = { TOOLCRIB_STATE: state, ...ownCache };
  expect(await run(['list_tools'], { cwd: temporaryProject(), env })).toMatchObject({ code: 0 });
  expect(readdirSync(join(state, 'compiled'))).toEqual([]);
});

test('where nothing can be kept it does not start, and says what to set', async () => {
  const directory = temporaryProject();
  const env = { TOOLCRIB_STATE: join(temporaryProject({ file: '' }), 'file/state'), ...ownCache };
  const { code, stderr } = await run(['list'], { cwd: directory, env: { ...env, HOME: directory } });
  expect([code, stderr]).toEqual([4, expect.stringMatching(/ENOTDIR.+set TOOLCRIB_STATE/u)]);
});

test('a project whose path is too long for a name has a state folder too', async () => {
  const directory = temporaryProject();
  const state = join(temporaryProject(), 'state');
  const project = join(directory, 'a'.repeat(150), 'b'.repeat(150));
  mkdirSync(project, { recursive: true });
  const { code } = await run(['list_tools'], { cwd: project, env: { TOOLCRIB_STATE: state, ...ownCache } });
  expect(code).toBe(0);
  expect(readdirSync(state)).toEqual([expect.stringMatching(/^%2F.{180}.*-[\da-f]{16}$/u), 'compiled']);
});
