import type { Judging, ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { gitSubcommands } from './git-subcommands.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeOptions } from './rule.ts';

const options = parseOptions(
  '-c: -C:read --no-pager --version --no-optional-locks --literal-pathspecs --no-replace-objects',
);
/** Settings that only change how output looks, or who has written a commit. */
const harmlessSetting =
  /^(?:color\.\w+|core\.quote[pP]ath|advice\.\w+|user\.(?:name|email)|i18n\.\w+|diff\.renames)=/u;

/** Subcommands that say nothing of what files hold, as long as they are told no more than this. */
const tellsLittle: ReadonlyMap<string, RegExp> = new Map([
  ['status', /^(?:-b|-s|-sb|-z|--branch|--short|--long|--porcelain(?:=v[12])?)$/u],
  ['branch', /^(?:-a|-r|--all|--list|--remotes|--show-current)$/u],
  ['rev-parse', /^(?:--[a-z-]+|HEAD)$/u],
  ['version', /^$/u],
]);

export const git: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, options, { stopAtOperand: true });
  judgeOptions(command, given, { judging });
  let inside: Judging = judging;
  for (const { name, value } of given.options) {
    if (name === '-C' && value !== undefined) inside = inside.from(value);
    if (name === '-c' && !harmlessSetting.test(valueOf(value) ?? ''))
      judging.report('unknown_option', command.text);
  }
  const [first, ...words] = given.operands;
  if (first === undefined) return;
  // A folder may be made up to be a repository of its own, with settings that name programs.
  if (!inside.atRoot) inside.reportUnlessContained('runs_project_code', command.text);
  const name = valueOf(first) ?? '';
  const tells = tellsLittle.get(name);
  if (tells === undefined || !words.every((word) => tells.test(valueOf(word) ?? ' ')))
    inside.showsRepository();
  const judge = gitSubcommands.get(name) ?? 'unknown_subcommand';
  if (typeof judge === 'string') judging.report(judge, command.text);
  else judge({ ...command, words }, inside);
};
