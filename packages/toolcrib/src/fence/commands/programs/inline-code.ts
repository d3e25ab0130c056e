import { posix } from 'node:path';
import type { Judging, SimpleCommand } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';

/** Modules that Node loads before the program: one that is an address may hold its code in itself, or be fetched. */
const nodeLoads =
  '(?:--import|--loader|--experimental-loader|--require|-r|--test-reporter)[ =]?(?!node:)[a-z][a-z0-9+.-]+:';

/** A file to run that is none: the input, or what another command of the line prints. */
const streams = '(?:-[^ ]*)?/+(?:dev/(?:stdin|fd/)|proc/)';

/**
 * What a program of the project is told to run that no file of the project holds, as it stands in its arguments, each
 * behind a space. Code in a file can be read by whoever wonders; code in an argument nobody has seen.
 */
const tables: Readonly<Record<string, string>> = {
  'make gmake': String.raw`--eval|-E|-[a-zA-Z]*f ?(?:-|/dev/)|--(?:make)?file[ =](?:-|/dev/)|(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)[:?+!]*=|[\w.-]+(?:!=|[:?+]*=[^]*\$[({])`,
  'tsx ts-node': `-[a-zA-Z]*[ep](?: |$)|--eval|--print|${streams}|${nodeLoads}`,
  'vitest jest mocha ava tap c8 nyc': nodeLoads,
  'deno bun': `${streams}|(?:data|https?|blob):`,
  go: '-(?:-)?(?:exec|toolexec|vettool)[ =]',
  cargo: '--config[ =]',
  'gcc g++ cc c++ clang clang++ ld':
    '-wrapper|-fplugin|-load|-specs|--specs|-B|-x ?[a-z+-]+ -(?: |$)|-fuse-ld|-Xclang',
  cmake: '-E |-P ',
  'just task': `${streams}|-c |--command|--shell|--set-shell`,
  'rake rails': `${streams}|-[eEp] |--execute|runner |r `,
  'mix sbt': '-e |--eval|eval ',
  'ghc stack cabal': '-e |eval |exec ',
  'mvn gradle': '-I|--init-script|-D(?:exec|org\\.gradle\\.jvmargs)|--settings|-gs|-s ',
  'bazel bazelisk': '--run_under|--override_repository|--shell_executable',
  'zig swiftc': '-(?:load-)?plugin',
};

const patterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(tables).flatMap(([names, pattern]) =>
    names.split(' ').map((name): [string, RegExp] => [name, new RegExp(`(?:^| )(?:${pattern})`, 'u')]),
  ),
);

/** Reports code that stands in the arguments of a program that otherwise runs what the project holds. */
export function judgeInlineCode({ name, words, text }: SimpleCommand, judging: Judging): void {
  const pattern = patterns.get(name.replace(/^.*\//u, ''));
  if (pattern === undefined) return;
  const told = words.map((word) => valueOf(word) ?? word.text).join(' ');
  if (pattern.test(told)) judging.report('runs_inline_code', text);
}

/** Whether a program is read from a stream: what the line itself has put there, no file of the project holds. */
export function isStream(path: string | undefined): boolean {
  return (
    path !== undefined && /^\/(?:dev\/(?!null$)|proc\/)/u.test(posix.normalize(path).replace(/^\/+/u, '/'))
  );
}

/** Whether a module that an interpreter is told to load is named by an address, or only known when it runs. */
export function isModuleOfProject(module: string | undefined): boolean {
  return module !== undefined && (module.startsWith('node:') || !/^[a-z][a-z0-9+.-]*:/iu.test(module));
}
