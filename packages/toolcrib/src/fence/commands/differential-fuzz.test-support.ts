import { posix } from 'node:path';
import type { Effect } from '@toolcrib/core';
import { watchBash } from './bash-oracle.test-support.ts';
import { createCommandGuard, type CommandVerdict } from './command-guard.ts';
import { createFindings } from './findings.ts';
import { judgeScript } from './judge-script.ts';
import type { SimpleCommand } from './judging.ts';
import { randomCommands } from './random-commands.test-support.ts';
import { programNames, randomScripts } from './random-scripts.test-support.ts';
import type { ShellWord } from './shell/shell-word.ts';
import { watchTraps } from './trap-oracle.test-support.ts';

export interface FuzzOutcome {
  readonly scripts: number;
  /** Those that the guard allows: only these are run. */
  readonly allowed: number;
  /** Those of them that started something; with the programs of this machine, those that wrote something. */
  readonly started: number;
  /** Those that did what the guard had not foreseen. */
  readonly misses: readonly Miss[];
}

interface Miss {
  readonly script: string;
  /** Commands that the guard did not see, or not with these arguments, and files that it did not declare as written or lost. */
  readonly unforeseen: readonly string[];
}

type Allowed = CommandVerdict & { readonly decision: 'allow' };

const root = '/project';
const batchSize = 400;
const projectsAtOnce = 100;

/** Lets bash run random scripts that the guard allows, and compares what it did with what the guard has foreseen. */
export function fuzzCommands(options: {
  readonly seed: number;
  readonly scripts: number;
  readonly jailed: boolean;
}): FuzzOutcome {
  const guard = createCommandGuard({
    root,
    allowCommands: programNames.map((program) => ({ program, args: 'any' })),
  });
  const source = randomScripts(options.seed);
  const misses: Miss[] = [];
  let allowed = 0;
  let started = 0;
  let batch: { readonly script: string; readonly verdict: Allowed }[] = [];
  const run = (): void => {
    const deeds = watchBash(
      batch.map(({ script }) => script),
      options,
    );
    for (const [index, { script, verdict }] of batch.entries()) {
      const deed = deeds[index] ?? { started: [], made: [] };
      const foreseen = commandsIn(script);
      const written = verdict.effects.flatMap((effect) => (effect.kind === 'write' ? effect.path : []));
      const unforeseen = [
        ...deed.started.filter(([name = '']) => !verdict.programs.includes(name)),
        ...deed.started.filter((command) => !foreseen.some((pattern) => pattern.test(lineOf(command)))),
        ...deed.made.filter((name) => !written.includes(`${root}/${name}`)),
      ];
      if (deed.started.length > 0) started++;
      if (unforeseen.length > 0) misses.push({ script, unforeseen: unforeseen.map(String) });
    }
    batch = [];
  };
  for (let number = 0; number < options.scripts; number++) {
    const script = source.next().value;
    const verdict = guard.judge(script, { directory: root, contained: true });
    if (verdict.decision !== 'allow') continue;
    allowed++;
    batch.push({ script, verdict });
    if (batch.length === batchSize) run();
  }
  if (batch.length > 0) run();
  return { scripts: options.scripts, allowed, started, misses };
}

/** Runs random lines that the guard allows with the programs of this machine, where nothing contains them. */
export function fuzzPrograms(options: { readonly seed: number; readonly scripts: number }): FuzzOutcome {
  const guard = createCommandGuard({ root });
  const source = randomCommands(options.seed);
  const allowed = (line: string): Allowed | undefined => {
    const verdict = guard.judge(line, { directory: root, contained: false });
    return verdict.decision === 'allow' && verdict.effects.every(isInside) ? verdict : undefined;
  };
  const lines = Array.from({ length: options.scripts }, () => source.next().value).filter(allowed);
  const misses: Miss[] = [];
  let started = 0;
  for (let from = 0; from < lines.length; from += projectsAtOnce) {
    for (const { line, sprung, leaked, made, changed, lost } of watchTraps(
      lines.slice(from, from + projectsAtOnce),
    )) {
      const { programs = [], effects = [], losses = [] } = allowed(line) ?? {};
      const written = effects.flatMap((effect) => (effect.kind === 'write' ? effect.path : []));
      // Which files change with the state of a repository, git knows alone.
      const touched = programs.includes('git') ? made : [...made, ...changed];
      const unforeseen = [
        ...(sprung ? ['the trap'] : []),
        ...(leaked ? ['the secret'] : []),
        ...touched.filter((name) => !written.some((path) => `${root}/${name}/`.startsWith(`${path}/`))),
        ...(programs.some((program) => keepers.has(program)) ? [] : lost)
          .filter((name) => !losses.some(({ path }) => `${root}/${name}/`.startsWith(`${path}/`)))
          .map((name) => `the loss of ${name}`),
      ];
      if (touched.length > 0) started++;
      if (unforeseen.length > 0) misses.push({ script: line, unforeseen });
    }
  }
  return { scripts: options.scripts, allowed: lines.length, started, misses };
}

/** What they take away from the files, they keep in another form: packed, or as objects of git. */
const keepers: ReadonlySet<string> = new Set('git gzip gunzip bzip2 bunzip2 xz unxz zstd zip'.split(' '));

function isInside(effect: Effect): boolean {
  return !('path' in effect) || posix.normalize(effect.path).startsWith(root);
}

/** The commands that the guard sees in a script, as patterns for what they may turn out to be. */
function commandsIn(script: string): RegExp[] {
  const found: SimpleCommand[] = [];
  const scene = { findings: createFindings(), root, contained: true, depth: 0 };
  judgeScript(script, { ...scene, judgeOf: () => (command) => void found.push(command) }, [root]);
  return found.map(({ name, words }) => {
    const pattern = words.map(patternOf).join('');
    return new RegExp(`^${escaped(lineOf([name]))}${pattern}$`, 'su');
  });
}

/** Each word ends with NUL. */
function lineOf(command: readonly string[]): string {
  return command.map((word) => `${word}\0`).join('');
}

function patternOf(word: ShellWord): string {
  if (word.kind === 'literal') {
    // The name that bash makes up for a process substitution.
    return word.value === '/dev/fd/63' ? '/dev/fd/\\d+\\x00' : `${escaped(word.value)}\\x00`;
  }
  const one = `${escaped(word.start)}[^\\x00]*\\x00`;
  if (word.kind === 'dynamic' && !word.splits) return one;
  return word.start === '' ? '(?:[^\\x00]*\\x00)*' : `${one}(?:[^\\x00]*\\x00)*`;
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}
