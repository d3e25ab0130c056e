import type { OwnPrograms } from '../../processes/own-programs.ts';
import { findProgram } from '../../processes/trusted-programs.ts';
import type { ProgramJudge } from '../judging.ts';
import type { ReasonWord } from '../reasons.ts';
import { literal } from '../shell/shell-word.ts';
import { archiveJudges } from './archives.ts';
import { builders } from './builders.ts';
import { builtinJudges } from './builtins.ts';
import { startedByRunner } from '../rule-commands.ts';
import { dangerOf } from './dangers.ts';
import { find } from './find.ts';
import { git } from './git.ts';
import { interpreterJudges } from './interpreters.ts';
import { lookerJudges } from './looker-judges.ts';
import { lookers } from './lookers.ts';
import { allowsAll, listedJudge, programOf, type AllowedCommand } from './operator-list.ts';
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

/** Those that people install for themselves: for these a name in a list also means that their own may be taken. */
const installed: ReadonlySet<string> = new Set(
  Object.keys({ ...builders, ...packageManagers, ...interpreterJudges }),
);

/** Whether a name in a list of commands allows nothing that is not allowed without it. */
export function isAlwaysAllowed(program: string): boolean {
  const name = plainName(program);
  return known.has(name) && !installed.has(name);
}

/** What the operator allows, and where programs are. */
export interface ProgramList {
  /** Beside the programs that are known. */
  readonly allowed: readonly AllowedCommand[];
  /** These and no others. */
  readonly only: readonly AllowedCommand[] | undefined;
  /** Looks for programs that the user has installed for themselves. */
  readonly findOwn: OwnPrograms;
}

/** Finds the judge of a program: its own, the operator's, or one that refuses. */
export function createPrograms({ allowed, only, findOwn }: ProgramList): (program: string) => ProgramJudge {
  const listed = new Map<string, ProgramJudge>();
  for (const command of only ?? allowed) {
    const program = programOf(command);
    const own = only === undefined || allowsAll(command) ? known.get(program) : alone(program);
    const others = allowsAll(command) ? own : (listed.get(program) ?? own);
    listed.set(program, listedJudge(command, { danger: dangerOf(program), others }));
  }
  return (program) => {
    const name = plainName(program);
    const named = listed.get(program) ?? listed.get(name);
    const otherwise =
      only === undefined ? (known.get(name) ?? unlisted(program, name)) : refuse('unknown_program');
    const judge = named ?? otherwise;
    // A program of the system is taken unless the configuration names the user's own.
    const own = named !== undefined || isMissing(name) ? findOwn(program) : undefined;
    if (own === undefined || judge === builtinJudges[name]) return judge;
    return (command, judging) => {
      judging.usesOwn(own, named !== undefined);
      judge(command, judging);
    };
  };
}

/** On an exact list a program stands for itself, and not for those that it is there to start. */
function alone(program: string): ProgramJudge | undefined {
  const judge = known.get(program);
  return (
    judge &&
    ((command, judging) => {
      if (startedByRunner(program, command.words).length > 0) judging.report('unknown_program', command.text);
      judge(command, judging);
    })
  );
}

function isMissing(name: string): boolean {
  return known.has(name) && findProgram(name) === undefined;
}

function refuse(word: ReasonWord): ProgramJudge {
  return ({ text }, judging) => judging.report(word, text);
}

function unlisted(program: string, name: string): ProgramJudge {
  const danger = dangerOf(name);
  if (danger !== undefined) return refuse(danger);
  if (!program.includes('/') || program.startsWith('/') || program.split('/').includes('..')) {
    return refuse('unknown_program');
  }
  // A path: a program of the project.
  return ({ text }, judging) => {
    judging.reportUnlessContained('runs_project_code', text);
    judging.touch('read', literal(program));
  };
}
