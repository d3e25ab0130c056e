import { basename, join, resolve } from 'node:path';
import type { Findings } from './findings.ts';
import {
  codeEnding,
  folderOptions,
  interpreters,
  loadOptions,
  projectFiles,
  runners,
  valueOptions,
  wrappers,
} from './launch-tables.ts';
import { packageBins } from './package-bins.ts';
import { scriptCommands, type ScriptCommand } from './package-scripts.ts';

/** One program of a command line and the words that may name what it loads. */
export interface Launch {
  readonly program: string;
  /** Each of them that is a file is loaded. */
  readonly loaded: readonly string[];
  /** The first of them that is a file is the script; what follows are its arguments. */
  readonly scripts: readonly string[];
  /** Where paths begin. */
  readonly folder: string;
}

/** Takes a command line apart: what stands behind `env`, `npx`, `uv run` and the like is a command of its own. */
export function launchesOf({ command, args, cwd }: ScriptCommand, findings: Findings): readonly Launch[] {
  const launches: Launch[] = [];
  const commands: (ScriptCommand & { readonly depth: number })[] = [{ command, args, cwd, depth: 0 }];
  for (const started of commands) {
    if (!findings.take('commands')) break;
    const name = programName(started.command);
    const interprets = interpreters.has(name);
    launches.push({
      program: started.command,
      loaded: loadedWords(started.args, interprets),
      scripts: interprets ? scriptWords(started.args) : [],
      folder: started.cwd,
    });
    for (const file of projectFiles.get(name) ?? []) addProjectFile(file, started, findings);
    const depth = started.depth + 1;
    if (depth <= maxDepth)
      for (const inner of innerCommands(name, started, findings)) commands.push({ ...inner, depth });
  }
  return launches;
}

/** A script may name a script, and so on. */
const maxDepth = 5;

/** What a runner obeys besides, in the folder that it starts in. */
function addProjectFile(name: string, { args, cwd }: ScriptCommand, findings: Findings): void {
  const path = join(folderOption(args, cwd), name);
  if (name.endsWith('/')) findings.guard(path);
  else findings.addFile(path);
}

/** `/usr/bin/python3.12` is `python`. */
function programName(command: string): string {
  return basename(command.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/u, '')
    .replace(/[\d.]+$/u, '');
}

/** The commands that a command starts by its words. */
function innerCommands(name: string, started: ScriptCommand, findings: Findings): readonly ScriptCommand[] {
  if (wrappers.has(name)) return wrapped(started);
  const { args, cwd } = started;
  const subcommands = runners.get(name);
  const at = args.findIndex((word) => subcommands?.has(word));
  const runner = subcommands?.get(args[at] ?? '');
  if (runner === undefined) return [];
  const rest = args.slice(at + 1);
  const folder = folderOption(args, cwd);
  const first = rest.findIndex(
    (word, index) => !word.startsWith('-') && !valueOptions.has(rest[index - 1] ?? ''),
  );
  const word = first === -1 ? undefined : rest[first];
  const behind = first === -1 ? [] : rest.slice(first + 1);
  switch (runner) {
    case 'script':
      return ofScript(args[at], { word, behind, folder });
    case 'package':
      return [...packagesIn(rest), ...(word === undefined ? [] : [word])]
        .flatMap((wanted) => packageBins(wanted, folder, findings))
        .map((command) => ({ command, args: behind, cwd: folder }));
    case 'program':
      return word === undefined ? [] : programOrScript(word, behind, folder);
  }
}

/** Which options take a value is each wrapper's own affair: the command begins at any of its first words. */
function wrapped({ args, cwd }: ScriptCommand): readonly ScriptCommand[] {
  const begin = args.findIndex((word) => !word.startsWith('-') && !/^\w+=/u.test(word));
  const words = begin === -1 ? [] : args.slice(begin);
  return words
    .slice(0, maxWrapperWords)
    .map((command, index) => ({ command, args: words.slice(index + 1), cwd }));
}

const maxWrapperWords = 4;

interface Behind {
  readonly word: string | undefined;
  readonly behind: readonly string[];
  readonly folder: string;
}

function ofScript(
  subcommand: string | undefined,
  { word, behind, folder }: Behind,
): readonly ScriptCommand[] {
  const name = subcommand?.startsWith('run') ? word : subcommand;
  return [
    ...scriptCommands(name, folder),
    ...(word === undefined ? [] : programOrScript(word, behind, folder)),
  ];
}

/** `uv run` and `bun run` take both. */
function programOrScript(word: string, behind: readonly string[], cwd: string): readonly ScriptCommand[] {
  return [
    { command: word, args: behind, cwd },
    { command: 'python', args: [word, ...behind], cwd },
  ];
}

function folderOption(args: readonly string[], cwd: string): string {
  for (const [index, word] of args.entries()) {
    const [option = '', ...value] = word.split('=');
    const given = value.length > 0 ? value.join('=') : args[index + 1];
    if (folderOptions.has(option) && given !== undefined) return resolve(cwd, given);
  }
  return cwd;
}

function packagesIn(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => {
    if (word.startsWith('--package=')) return [word.slice('--package='.length)];
    return (word === '-p' || word === '--package') && args[index + 1] !== undefined
      ? [args[index + 1] as string]
      : [];
  });
}

/** Words that name code wherever they stand, what an interpreter is told to load first, and the words of a shell's line. */
function loadedWords(args: readonly string[], interprets: boolean): readonly string[] {
  return args.flatMap((word, index) => {
    if (interprets && word.includes(' ')) return word.split(/[\s;&|()<>"'`]+/u);
    const value = valueOf(word);
    if (value === undefined) return [];
    return codeEnding.test(value) || (interprets && loadOptions.has(args[index - 1] ?? '')) ? [value] : [];
  });
}

/** What may be the script: the words that are no options, and a module of Python. */
function scriptWords(args: readonly string[]): readonly string[] {
  return args.flatMap((word, index) => {
    if (args[index - 1] === '-m') {
      const path = word.replaceAll('.', '/');
      return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`];
    }
    return word.startsWith('-') || loadOptions.has(args[index - 1] ?? '') ? [] : [word];
  });
}

/** The word itself, or what stands behind the `=` of an option. */
function valueOf(word: string): string | undefined {
  if (!word.startsWith('-')) return word;
  const at = word.indexOf('=');
  return at === -1 ? undefined : word.slice(at + 1);
}
