import { execFileSync } from 'node:child_process';
import { failure } from '../failure.ts';
import type { GitRun } from './run-git.ts';

/** Who commits: the repository's own setting, else that of the person whose machine this is. */
export function identity({ repository, bench }: GitRun): string[] {
  const own = (name: string): string | undefined =>
    repository.settings.findLast((one) => one.name === name)?.value;
  const name = own('user.name') ?? process.env['GIT_AUTHOR_NAME'] ?? personal('user.name');
  const email = own('user.email') ?? process.env['GIT_AUTHOR_EMAIL'] ?? personal('user.email');
  if (name === undefined || email === undefined) throw failure('Git', 'no_identity', {}, bench);
  return [`user.name=${name}`, `user.email=${email}`];
}

/** The person's own configuration is read, never used: it may name programs as well. */
function personal(name: string): string | undefined {
  try {
    const value = execFileSync('git', ['config', '--global', '--get', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    });
    return value.toString('utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
