import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { toWire, type ToolResult } from '@toolcrib/core';
import { scriptedApprover } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { openProject } from './workbench.ts';

const outputOf = (result: ToolResult): unknown =>
  result.status === 'success' ? result.output : result.error;

test('B6.1 Read gives the lines with their numbers, and the size of the file', async () => {
  const { service } = await openProject({ 'src/main.rs': 'fn main() {\n}\n' });

  expect(toWire(await service.execute('Read', { file_path: 'src/main.rs' }))).toMatchObject({
    status: 'success',
    output: expect.stringMatching(/^\s*1\tfn main\(\) \{\n\s*2\t\}/u),
    metadata: { file_size_bytes: 14, total_lines: 2 },
  });
});

test('B6.2 Write makes a file, and asks before it overwrites one', async () => {
  const { approver, questions } = scriptedApprover(['reject_once', 'allow_once']);
  const { service, project } = await openProject({}, { service: { approver } });
  const file = join(project, 'tests/test_new.rs');
  const write = (content: string) => service.execute('Write', { file_path: 'tests/test_new.rs', content });

  expect(await write('one\n')).toMatchObject({ status: 'success' });
  expect([questions.length, readFileSync(file, 'utf8')]).toEqual([0, 'one\n']);

  expect(await write('two\n')).toMatchObject({ errorCode: 'approval_refused' });
  expect([questions.length, readFileSync(file, 'utf8')]).toEqual([1, 'one\n']);
  expect(questions[0]).toMatchObject({
    risk: 'high',
    effects: [{ kind: 'write', preview: expect.stringMatching(/^-one\n\+two$/mu) }],
  });

  expect(await write('two\n')).toMatchObject({ status: 'success' });
  expect(readFileSync(file, 'utf8')).toBe('two\n');
});

test('B6.3 Edit replaces exactly, and only what there is once', async () => {
  const { approver } = scriptedApprover(['allow_once', 'allow_once', 'allow_once']);
  const { service, project } = await openProject(
    { 'src/lib.rs': 'let x = 10;\nlet y = 1;\nlet z = 1;\n' },
    { service: { approver } },
  );
  const edit = (old_string: string, new_string: string) =>
    service.execute('Edit', { file_path: 'src/lib.rs', old_string, new_string });

  expect(await edit('let x = 10;', 'let x = 20;')).toMatchObject({ status: 'success' });
  expect(readFileSync(join(project, 'src/lib.rs'), 'utf8')).toBe('let x = 20;\nlet y = 1;\nlet z = 1;\n');
  expect(await edit(' = 1;', ' = 2;')).toMatchObject({
    status: 'error',
    error: expect.stringContaining('2'),
  });
  expect(await edit('let a', 'let b')).toMatchObject({ status: 'error' });
  expect(readFileSync(join(project, 'src/lib.rs'), 'utf8')).toBe('let x = 20;\nlet y = 1;\nlet z = 1;\n');
});

test('B6.4 Glob gives the paths that match, the last changed first', async () => {
  const { service, project } = await openProject({ 'a.rs': '', 'src/b.rs': '', 'c.txt': '' });
  utimesSync(join(project, 'a.rs'), 1000, 1000);
  utimesSync(join(project, 'src/b.rs'), 2000, 2000);

  const result = await service.execute('Glob', { pattern: '**/*.rs' });
  expect(outputOf(result)).toMatchObject({ files: ['src/b.rs', 'a.rs'], total: 2 });
});

test('B6.5 Grep gives matching lines with path and line number, paths, or counts', async () => {
  const { service } = await openProject({
    'src/a.ts': 'x\n// TODO: one\n',
    'src/b.ts': '// TODO: two\n',
    'c.ts': 'TODO:',
  });
  const grep = async (output_mode?: string) =>
    outputOf(
      await service.execute('Grep', { pattern: 'TODO:', path: 'src/', ...(output_mode && { output_mode }) }),
    );

  expect(await grep()).toMatchObject({
    matches: expect.arrayContaining(['src/a.ts:2:// TODO: one', 'src/b.ts:1:// TODO: two']),
    total: 2,
  });
  expect(await grep('files_with_matches')).toMatchObject({
    matches: expect.arrayContaining(['src/a.ts', 'src/b.ts']),
  });
  expect(await grep('count')).toMatchObject({
    matches: expect.arrayContaining(['src/a.ts:1', 'src/b.ts:1']),
  });
});

test('B6.6 Bash gives standard output, standard error and the exit code', async () => {
  const { service } = await openProject({ 'a.txt': 'hello\n' });

  const result = await service.execute('Bash', { command: 'cat a.txt; ls missing' });
  expect(outputOf(result)).toMatchObject({
    stdout: 'hello\n',
    stderr: expect.stringContaining('missing'),
    exit_code: 2,
  });
});

test('B3.3 what takes too long is really stopped, and the result says timeout', async () => {
  const { service, project } = await openProject({});

  const command = 'sleep 1 && touch late';
  expect(await service.execute('Bash', { command }, { timeout: 300 })).toMatchObject({
    status: 'error',
    errorCode: 'timeout',
  });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(existsSync(join(project, 'late'))).toBe(false);
});

test('B4.3 rm -rf pauses, and runs only after a yes', async () => {
  const { approver, questions } = scriptedApprover(['reject_once', 'allow_once']);
  const { service, project } = await openProject({ 'build/a': '' }, { service: { approver } });
  const remove = () => service.execute('Bash', { command: 'rm -rf build' });

  expect(await remove()).toMatchObject({ status: 'blocked', errorCode: 'approval_refused' });
  expect(existsSync(join(project, 'build/a'))).toBe(true);
  expect(questions[0]).toMatchObject({
    tool: 'Bash',
    arguments: { command: 'rm -rf build' },
    risk: 'high',
    warning: expect.stringMatching(/delete/u),
  });
  expect(await remove()).toMatchObject({ status: 'success' });
  expect(existsSync(join(project, 'build'))).toBe(false);
});
