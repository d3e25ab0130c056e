import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from './config/config-error.ts';
import type { Environment } from './config/environment.ts';
import { openToolcrib, type Toolcrib } from './open-toolcrib.ts';
import { stateFolderOf, trustFolderOf } from './state-folder.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-place-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function refusalOf(project: string, environment: Environment, locale: 'en' | 'zh-CN' = 'en'): ConfigError {
  try {
    stateFolderOf({ project, environment, locale });
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

async function open(project: string, environment: Environment): Promise<Toolcrib> {
  const opened = await openToolcrib({
    project,
    environment: { TOOLCRIB_LOG: 'off', ...environment },
    trust: 'always',
    onProjectNotice: () => undefined,
  });
  onTestFinished(() => opened.close());
  return opened;
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('the state and the store are for their owner alone, whatever the umask, and nothing is made in the project', async () => {
  const [project, home] = [folder(), folder()];
  const state = join(home, 'deep/state');
  // `process.umask` is not for the threads that tests run in: what is too wide is made so by hand below.
  const opened = await open(project, { TOOLCRIB_STATE: state });
  await opened.service.execute('calculator', { expression: '1' });
  await opened.store.history.flush();
  await opened.store.grants.list();
  const { stateFolder } = opened.workbench;
  expect([state, stateFolder].map(modeOf)).toEqual(['700', '700']);
  const files = readdirSync(stateFolder).filter((name) => name.startsWith('store.db'));
  expect(files).toContain('store.db');
  expect(files.map((name) => modeOf(join(stateFolder, name)))).toEqual(files.map(() => '600'));
  expect(readdirSync(project)).toEqual([]);
});

test('a project has one state, whether it is opened by its path, through a link or from within', async () => {
  const place = folder();
  const [project, link] = [join(place, 'real'), join(place, 'link')];
  mkdirSync(project);
  symlinkSync(project, link);
  const environment = { TOOLCRIB_STATE: join(folder(), 'state') };
  const places = [project, link, `${project}/../link/.`];
  const found = await Promise.all(places.map(async (path) => (await open(path, environment)).workbench));
  expect(new Set(found.map(({ stateFolder }) => stateFolder)).size).toBe(1);
  expect(readdirSync(environment.TOOLCRIB_STATE)).toEqual([encodeURIComponent(project)]);
});

test('a state folder inside the project is refused before anything is made or read there', () => {
  const project = folder();
  symlinkSync(project, join(folder(), 'out'));
  const way = join(folder(), 'way');
  symlinkSync(project, way);
  for (const state of [
    join(project, '.state'),
    project,
    join(way, 'deep/er'),
    `${project}/../${project.split('/').at(-1)}/s`,
  ]) {
    const { code, message } = refusalOf(project, { TOOLCRIB_STATE: state });
    expect([code, message]).toEqual([
      'state_in_project',
      expect.stringContaining('set TOOLCRIB_STATE to a folder outside'),
    ]);
  }
  expect(refusalOf(project, { HOME: project }).code).toBe('state_in_project');
  expect(refusalOf('/', { HOME: folder() }).code).toBe('state_in_project');
  expect(refusalOf(project, { HOME: project }, 'zh-CN').message).toContain('位于项目');
  expect(readdirSync(project)).toEqual([]);
});

test('accepted configurations are not read from a state folder inside the project', async () => {
  const project = folder();
  mkdirSync(join(project, '.state/trust'), { recursive: true });
  await expect(open(project, { TOOLCRIB_STATE: join(project, '.state') })).rejects.toMatchObject({
    code: 'state_in_project',
  });
});

test('a folder that is a link, a file, or that others can write is refused; one that others could read is closed to them', () => {
  const project = folder();
  const place = folder();
  const states = { link: join(place, 'link'), file: join(place, 'file'), open: join(place, 'open') };
  symlinkSync(folder(), states.link);
  writeFileSync(states.file, '');
  mkdirSync(states.open);
  chmodSync(states.open, 0o777);
  for (const state of Object.values(states)) {
    const refusal = refusalOf(project, { TOOLCRIB_STATE: state });
    expect([refusal.code, refusal.file]).toEqual(['state_not_private', state]);
    expect(refusalOf(project, { TOOLCRIB_STATE: state }, 'zh-CN').message).toMatch(/\p{sc=Han}/u);
  }
  // One that somebody has named may be there for others as well; what we have made and named is ours.
  chmodSync(states.open, 0o755);
  expect(refusalOf(project, { TOOLCRIB_STATE: states.open }).message).toContain('can read here');
  const home = folder();
  mkdirSync(join(home, '.local/state/toolcrib/trust'), { recursive: true });
  const owner = { project, environment: { HOME: home }, locale: 'en' } as const;
  for (const own of [stateFolderOf(owner), trustFolderOf(owner), join(home, '.local/state/toolcrib')])
    expect(modeOf(own)).toBe('700');
  chmodSync(trustFolderOf(owner), 0o722);
  expect(() => trustFolderOf(owner)).toThrow(/Other users can write here/u);
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused', async () => {
  const { chownSync } = await import('node:fs');
  const state = folder();
  chownSync(state, 4711, 4711);
  expect(refusalOf(folder(), { TOOLCRIB_STATE: state }).message).toContain('belongs to another user');
});

test('without HOME the home folder that the system knows is used, and never a folder for all', () => {
  const project = folder();
  const { homedir } = userInfo();
  const guessable = join(tmpdir(), `toolcrib-${userInfo().uid}`);
  const before = existsSync(guessable);
  const state = stateFolderOf({ project, environment: {}, locale: 'en' });
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  expect(state).toBe(join(homedir, '.local/state/toolcrib', encodeURIComponent(project)));
  expect(existsSync(guessable)).toBe(before);
});

test.each(['store.db', 'store.db-wal'])(
  'a store whose %s is a link, or that others can write, is not opened',
  async (name) => {
    const [project, elsewhere] = [folder(), folder()];
    const environment = { TOOLCRIB_STATE: join(folder(), 'state') };
    const { workbench } = await open(project, environment);
    const target = join(elsewhere, 'prepared');
    symlinkSync(target, join(workbench.stateFolder, name));
    const opened = await open(project, environment);
    await expect(opened.store.grants.list()).rejects.toMatchObject({ code: 'not_private' });
    expect(existsSync(target)).toBe(false);
    rmSync(join(workbench.stateFolder, name));
    writeFileSync(join(workbench.stateFolder, name), '');
    chmodSync(join(workbench.stateFolder, name), 0o666);
    await expect(opened.store.grants.list()).rejects.toMatchObject({ code: 'not_private' });
  },
);

test('a store in a folder that was there before is for its owner alone, and so is the folder when it holds nothing else', async () => {
  const [project, own, shared, forAll] = [folder(), folder(), folder(), folder()];
  writeFileSync(join(shared, 'something-else'), '');
  for (const place of [own, shared]) chmodSync(place, 0o755);
  chmodSync(forAll, 0o777);
  const environment = { TOOLCRIB_STATE: join(folder(), 'state') };
  const openWith = async (place: string): Promise<Toolcrib> => {
    writeFileSync(join(project, 'toolcrib.json'), JSON.stringify({ store: join(place, 'history.db') }));
    return open(project, environment);
  };
  for (const place of [own, shared]) {
    const opened = await openWith(place);
    await opened.service.execute('calculator', { expression: '1' });
    await opened.store.history.flush();
    const files = readdirSync(place).filter((name) => name.startsWith('history.db'));
    expect(files.map((name) => modeOf(join(place, name)))).toEqual(files.map(() => '600'));
  }
  expect([own, shared].map(modeOf)).toEqual(['700', '755']);
  await expect((await openWith(forAll)).store.grants.list()).rejects.toMatchObject({
    code: 'not_private',
    data: { place: forAll, fault: 'writable' },
  });
  expect(readdirSync(forAll)).toEqual([]);
});

test('a store inside the project is never opened, by default or by configuration', async () => {
  const [project, outside] = [folder(), folder()];
  mkdirSync(join(project, '.toolcrib'));
  const prepared = join(project, '.toolcrib/store.db');
  writeFileSync(prepared, 'prepared');
  symlinkSync(project, join(outside, 'way'));
  const environment = { TOOLCRIB_STATE: join(folder(), 'state') };
  const stores = [
    undefined,
    '.toolcrib/store.db',
    'sqlite:data/x',
    join(outside, 'way/x.db'),
    { url: 'x.db' },
  ];
  for (const store of stores) {
    writeFileSync(join(project, 'toolcrib.json'), JSON.stringify(store === undefined ? {} : { store }));
    const opened = await open(project, environment);
    expect(opened.problems.map(({ code }) => code)).toEqual(store === undefined ? [] : ['store_in_project']);
    expect(await opened.store.grants.list()).toEqual([]);
    expect(opened.store.place).toEqual({
      kind: 'sqlite',
      file: join(opened.workbench.stateFolder, 'store.db'),
    });
  }
  expect(readdirSync(project).toSorted()).toEqual(['.toolcrib', 'toolcrib.json']);
  expect(statSync(prepared).size).toBe('prepared'.length);
});
