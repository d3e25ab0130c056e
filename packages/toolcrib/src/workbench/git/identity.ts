import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programFolders } from '../../fence/processes/trusted-programs.ts';
import { failure } from '../failure.ts';
import type { GitRun } from './run-git.ts';

/** Who commits: the repository's own setting, else that of the person whose machine this is. */
export async function identity({ repository, bench }: GitRun): Promise<{ [name: string]: string }> {
  const find = async (key: string): Promise<string | undefined> =>
    repository.settings.findLast(({ name }) => name === key)?.value ?? (await personal(key));
  const [name, email] = await Promise.all([find('user.name'), find('user.email')]);
  if (!name || !email) throw failure('Git', 'no_identity', {}, bench);
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}

/** The person's own configuration is read, never used: it may name programs as well. */
async function personal(key: string): Promise<string | undefined> {
  try {
    // Not by our own search path, which may lead through the project.
    const env = { PATH: programFolders.join(':'), HOME: process.env['HOME'] };
    const given = ['config', '--global', '--get', key];
    const { stdout } = await promisify(execFile)('git', given, { env, cwd: '/', timeout: 5000 });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
