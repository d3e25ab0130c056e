import type { ProgramJudge } from '../judging.ts';
import { literal } from '../shell/shell-word.ts';
import { archiveJudges } from './archives.ts';
import { builders } from './builders.ts';
import { builtinJudges } from './builtins.ts';
import { dangerOf } from './dangers.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { interpreterJudges } from './interpreters.ts';
import { lookerJudges } from './looker-judges.ts';
import { lookers } from './lookers.ts';
import { listedJudge, type AllowedCommand } from './operator-list.ts';
import { packageManagers } from './package-managers.ts';
import { plainName } from './plain-name.ts';
import { toJudge } from './rule.ts';
import { scriptJudges } from './scripts.ts';
import { shellJudges } from './shells.ts';
import { wrapperJudges } from './wrappers.ts';
import { writerJudges } from './writer-judges.ts';
import { writers } from './writers.ts';

const known: ReadonlyMap<string, ProgramJudge> = new Map([
  ...Object.entries({ ...lookers, ...writers }).map(([name, rule]): [string, ProgramJudge] => [
    name,
    toJudge(rule),
  ]),
  ...Object.entries({
    ...builders,
    ...packageManagers,
    ...interpreterJudges,
    ...shellJudges,
    ...wrapperJudges,
  }),
  ...Object.entries({
    ...writerJudges,
    ...archiveJudges,
    ...scriptJudges,
    ...lookerJudges,
    ...builtinJudges,
    find,
    git,
  }),
]);

/** The programs that have rules of their own. */
export const knownPrograms: readonly string[] = [...known.keys()].toSorted();

/** Finds the judge of a program: its own, the operator's, or one that refuses. */
export function createPrograms(allowed: readonly AllowedCommand[]): (program: string) => ProgramJudge {
  const listed = new Map<string, ProgramJudge>();
  for (const command of allowed) {
    const program = typeof command === 'string' ? command : command.program;
    const others = listed.get(program) ?? known.get(program);
    listed.set(program, listedJudge(command, { danger: dangerOf(program), others }));
  }
  return (program) => {
    const name = plainName(program);
    return listed.get(program) ?? listed.get(name) ?? known.get(name) ?? unlisted(program, name);
  };
}

function unlisted(program: string, name: string): ProgramJudge {
  const danger = dangerOf(name);
  if (danger !== undefined) return ({ text }, judging) => judging.report(danger, text);
  if (!program.includes('/') || program.startsWith('/') || program.split('/').includes('..')) {
    return ({ text }, judging) => judging.report('unknown_program', text);
  }
  // A path: a program of the project.
  return ({ text }, judging) => {
    judging.reportUnlessContained('runs_project_code', text);
    judging.touch('read', literal(program));
  };
}
