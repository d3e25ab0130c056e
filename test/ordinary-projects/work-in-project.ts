import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect } from 'vitest';
import type { Call } from '../hostile-repository/calls.ts';
import type { OrdinaryProject, WorkingCall } from './ordinary-project.ts';
import type { User } from './user.ts';

/** Reads, finds, writes and changes files of the project, as any agent does. Only the change of a file that exists asks. */
export async function workWithFiles(user: User, folder: string, project: OrdinaryProject): Promise<void> {
  const { source, ignored = [] } = project;
  const extension = extname(source);
  expect(await user.outputOf(['Read', { file_path: source }])).toContain('needle');
  const globbed = await user.outputOf(['Glob', { pattern: `**/*${extension}`, limit: 2000 }]);
  expect(globbed).toMatchObject({ files: expect.arrayContaining([source]) });
  for (const path of ignored) expect(globbed).not.toMatchObject({ files: expect.arrayContaining([path]) });
  const search = { pattern: 'needle', output_mode: 'files_with_matches' };
  expect(await user.outputOf(['Grep', search])).toEqual({ matches: [source], total: 1 });
  expect(await user.outputOf(['Search', { query: 'needle' }])).toMatchObject({
    results: [expect.objectContaining({ path: source })],
  });
  const fresh = join(dirname(source), `fresh${extension}`);
  await user.outputOf(['Write', { file_path: fresh, content: 'fresh\n' }]);
  expect(readFileSync(join(folder, fresh), 'utf8')).toBe('fresh\n');
  const before = readFileSync(join(folder, source), 'utf8');
  const change = { file_path: source, old_string: 'needle', new_string: 'thread' };
  await user.outputOf(['Edit', change], { mayAsk: true });
  expect(readFileSync(join(folder, source), 'utf8')).toBe(before.replace('needle', 'thread'));
}

/** Looks at these changes in the repository. One above the project is shown after a yes, which is asked for once. */
export async function lookAtChanges(user: User, { source, repository }: OrdinaryProject): Promise<void> {
  const status: Call = ['Git', { operation: 'status' }];
  const isAbove = repository === 'above';
  if (isAbove) await expectNotToWork(user, { call: status, gives: {} });
  expect(await user.outputOf(status, { mayAsk: isAbove })).toMatchObject({
    files: expect.arrayContaining([expect.objectContaining({ path: source, worktree: 'M' })]),
  });
  expect(await user.outputOf(['Git', { operation: 'diff' }])).toMatchObject({
    diff: expect.stringContaining('thread'),
  });
  expect(await user.outputOf(['Git', { operation: 'log' }])).toMatchObject({
    commits: expect.arrayContaining([expect.objectContaining({ author: 'x' })]),
  });
}

export async function commitChanges(user: User, { source }: OrdinaryProject): Promise<void> {
  await user.outputOf(['Git', { operation: 'add', paths: [source] }]);
  await user.outputOf(['Git', { operation: 'commit', message: 'change' }]);
  expect(await user.outputOf(['Git', { operation: 'log', limit: 1 }])).toMatchObject({
    commits: [{ subject: 'change' }],
  });
}

/** Whether a call works without a question. */
export async function expectToWork(user: User, { call, agent, gives }: WorkingCall): Promise<void> {
  const { result, wasAsked } = await user.make(call, { agent });
  if (result.status !== 'success') throw new Error(`${JSON.stringify(call)}: ${result.error}`);
  expect({ output: result.output }).toMatchObject({ output: gives });
  expect([call[0], wasAsked]).toEqual([call[0], false]);
}

/** Whether a call is refused, or asks a person, who refuses it. */
export async function expectNotToWork(user: User, { call, agent }: WorkingCall): Promise<void> {
  const { result } = await user.make(call, { agent, answer: 'reject_once' });
  expect([call[0], result.status]).not.toEqual([call[0], 'success']);
}
