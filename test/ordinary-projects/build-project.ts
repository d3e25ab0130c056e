import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFile } from '../hostile-repository/testbed/write-file.ts';
import type { OrdinaryProject, Place } from './ordinary-project.ts';

export interface BuiltProject {
  /** The folder to open. */
  readonly folder: string;
  readonly place: Place;
  remove(): void;
}

const init =
  'git init -q && git config user.name x && git config user.email x@example.com && git add -A && git commit -qm first';

/** Makes a project in a scratch folder, with git and a shell alone. */
export async function buildProject(
  { files, setup, finish, repository = 'own', opened = '.' }: OrdinaryProject,
  address: string,
): Promise<BuiltProject> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-ordinary-')));
  const place = { base, project: join(base, 'project'), address };
  const content = typeof files === 'function' ? files(place) : files;
  mkdirSync(place.project);
  for (const [path, text] of Object.entries(content)) writeFile(join(place.project, path), text);
  const lines = [setup, ...(repository === 'none' ? [] : [init]), finish].filter(
    (line) => line !== undefined,
  );
  if (lines.length > 0) await shell(lines.join(' && '), place.project);
  return {
    folder: realpathSync(join(place.project, opened)),
    place,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

async function shell(line: string, cwd: string): Promise<void> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: cwd, GIT_CONFIG_SYSTEM: devNull, GIT_CONFIG_GLOBAL: devNull, LANG: 'C.UTF-8' };
  await promisify(execFile)('bash', ['--norc', '--noprofile', '-c', line], { cwd, env });
}
