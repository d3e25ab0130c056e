import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { ImportNotice } from '../import-notice.ts';
import { Imports } from '../imports.ts';
import { SourceError } from '../source-error.ts';
import { connecting, notesIn, type Connected } from './connect.test-support.ts';

const { connect, folderForTest } = connecting(onTestFinished);
const { folderForTest: folderForAll } = connecting(afterAll);

interface Opened extends Connected {
  readonly imports: Imports;
  readonly notices: ImportNotice[];
}

/** A project with a server of its own, which notes each start. */
function createProject(): string {
  const project = folderForTest();
  copyFileSync(join(import.meta.dirname, 'sample-server.test-support.ts'), join(project, 'sample.ts'));
  writeFileSync(join(project, 'server.ts'), "import './starts.mjs';\nimport './sample.ts';\n");
  const starts = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(join(project, 'started'))}, 'as accepted\\n');\n`;
  writeFileSync(join(project, 'starts.mjs'), starts);
  return project;
}

const acceptances = folderForAll();

/** Opened as by another process: what was accepted is read from the disk. */
function open(project: string): Opened {
  const way = {
    type: 'stdio',
    command: process.execPath,
    args: ['server.ts', project],
    env: {},
    cwd: project,
  } as const;
  const connected = connect({ way }, { project });
  const notices: ImportNotice[] = [];
  const imports = new Imports({
    service: connected.service,
    lockFile: join(project, 'toolcrib.lock'),
    folder: join(acceptances, project.slice(-6)),
    onNotice: (notice) => notices.push(notice),
  });
  imports.add(connected.source);
  onTestFinished(() => imports.close());
  return { ...connected, imports, notices };
}

const echo = (opened: Opened): Promise<unknown> => opened.service.execute('sample__echo', { value: 'right' });
const heldBack = { status: 'blocked', errorCode: 'tool_held_back', data: { reason: 'program' } };

test('a server is not started once a file that it imports has changed, until somebody accepts that', async () => {
  const project = createProject();
  const first = open(project);
  await first.imports.accept(await first.imports.review('sample'));
  expect(await echo(first)).toMatchObject({ output: 'right' });
  await first.connector.close();
  const starts = notesIn(project, 'started').length;

  appendFileSync(
    join(project, 'starts.mjs'),
    `appendFileSync(${JSON.stringify(join(project, 'started'))}, 'planted\\n');\n`,
  );
  // By the process that has accepted it, and by one that comes later.
  expect(await echo(first)).toMatchObject(heldBack);
  const second = open(project);
  expect(await echo(second)).toMatchObject(heldBack);
  expect(second.imports.states()).toMatchObject([
    {
      accepted: false,
      changedFiles: [{ path: 'starts.mjs', change: 'changed' }],
      tools: [],
      heldBack: expect.arrayContaining([{ name: 'sample__echo', reason: 'program' }]) as unknown,
    },
  ]);
  for (const locale of ['en', 'zh-CN'] as const)
    expect(second.notices.map((notice) => notice.in(locale))).toEqual([
      expect.stringContaining('starts.mjs'),
    ]);
  expect(notesIn(project, 'started')).toHaveLength(starts);

  const accepted = await second.imports.accept(await second.imports.review('sample'));
  expect(accepted.map(({ name }) => name)).toContain('sample__echo');
  expect(await echo(second)).toMatchObject({ output: 'right' });
  expect(notesIn(project, 'started')).toContain('planted');
});

test('a server that runs is not called any more once its program has changed', async () => {
  const project = createProject();
  const opened = open(project);
  await opened.imports.accept(await opened.imports.review('sample'));
  expect(await echo(opened)).toMatchObject({ output: 'right' });
  appendFileSync(join(project, 'server.ts'), '// planted');
  expect(await echo(opened)).toMatchObject(heldBack);
});

test('nobody starts a changed program by asking an accepted source for its tools', async () => {
  const project = createProject();
  const opened = open(project);
  await opened.imports.accept(await opened.imports.review('sample'));
  await opened.connector.close();
  const starts = notesIn(project, 'started').length;
  writeFileSync(join(project, 'sample.ts'), '');
  const error: unknown = await opened.imports.review('sample').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SourceError);
  expect((error as SourceError).in('en')).toContain('sample.ts');
  expect(opened.imports.states()).toMatchObject([{ accepted: false }]);
  expect(notesIn(project, 'started')).toHaveLength(starts);
});

test.each([
  ['a file that would be imported in the place of another', 'import "./late.mjs";', 'late.mjs', 'new'],
  ['a package that the server imports', 'import "left";', 'node_modules/left/package.json', 'changed'],
])('%s counts as well', async (_, line, path, change) => {
  const project = createProject();
  mkdirSync(join(project, 'node_modules/left'), { recursive: true });
  writeFileSync(join(project, 'node_modules/left/package.json'), '{"main":"index.js"}');
  writeFileSync(join(project, 'node_modules/left/index.js'), '');
  writeFileSync(join(project, 'late.mts'), '');
  appendFileSync(
    join(project, 'server.ts'),
    change === 'new' ? 'import("./late.mjs").catch(() => 0);' : line,
  );
  const opened = open(project);
  await opened.imports.accept(await opened.imports.review('sample'));
  writeFileSync(join(project, path), '{"main":"./evil.js"}');
  expect(await echo(opened)).toMatchObject(heldBack);
  expect(opened.imports.states()[0]?.changedFiles).toContainEqual({ path, change });
});

test('what a build writes beside the program changes nothing', async () => {
  const project = createProject();
  const opened = open(project);
  await opened.imports.accept(await opened.imports.review('sample'));
  for (const name of ['other.js', 'package.json', 'README.md']) writeFileSync(join(project, name), '{}');
  expect(await echo(opened)).toMatchObject({ output: 'right' });
});
