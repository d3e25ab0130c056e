import { resolve } from 'node:path';
import { createError, defineTool, targetOf, type Effect, type Tool } from '@toolcrib/core';
import { commandEnvironment } from '../../fence/commands/command-environment.ts';
import type { CommandVerdict } from '../../fence/commands/command-guard.ts';
import { warningsFor } from '../../fence/commands/command-warnings.ts';
import { onceKindOf } from '../../fence/commands/reasons.ts';
import { requirementsOf } from '../../fence/processes/own-programs.ts';
import type { RunRequest } from '../../fence/processes/processes.ts';
import { findProgram } from '../../fence/processes/trusted-programs.ts';
import type { Bench } from '../bench.ts';
import { cutText } from '../cut-text.ts';
import { failure } from '../failure.ts';
import { workbenchNotes } from '../notes.ts';
import { pathOfEffect } from '../path-of-effect.ts';
import { lossEffects, withLosses } from '../losses/loss-effects.ts';
import { LiveOutput } from './live-output.ts';
import { outerReads, type OuterReads } from './outer-reads.ts';
import { quietGit, type QuietGit } from './quiet-git.ts';
import { runForAWhile } from './run-for-a-while.ts';

/** Runs commands that the guard knows, in the strongest layer that the machine has. */
export function createBashTool(bench: Bench): Tool {
  return defineTool({
    type: 'builtin',
    name: 'Bash',
    aliases: ['bash'],
    description: [
      'Run a command line with bash in the project and give its standard output, standard error and exit code.',
      'Only programs on the allow-list run. Ordinary commands run at once; dangerous or unusual ones ask a person first.',
      'Nothing can be typed into it, it has no network but the allowed hosts, and everything it started ends with it.',
    ].join('\n'),
    shortDescription: 'Run a command line with bash in the project.',
    whenToUse:
      'For builds, tests and other programs. To read, write, find or search files, and for git, the tools for that are safer.',
    category: 'terminal',
    tier: 'high',
    tags: ['shell', 'command', 'run', 'build', 'test'],
    annotations: { readOnly: false, destructive: true, idempotent: false, requiresConfirmation: false },
    permission: 'execute',
    // What is dangerous about one command asks by its effects.
    approval: 'safe',
    source: 'workbench',
    riskFrom: 'effects',
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command line', minLength: 1, maxLength: 65_536 },
        timeout: {
          type: 'integer',
          description: 'Milliseconds after which it is ended, when that is sooner than the limit of the call',
          minimum: 1,
          maximum: 3_600_000,
        },
        cwd: { type: 'string', description: 'The folder to run in', default: '.' },
        description: { type: 'string', description: 'What it is for, in a few words', maxLength: 500 },
      },
      required: ['command'],
      additionalProperties: false,
    },
    returns: {
      type: 'object',
      properties: {
        stdout: { type: 'string' },
        stderr: { type: 'string' },
        exit_code: { type: ['integer', 'null'], description: 'Null when a signal ended it' },
        signal: { type: ['string', 'null'] },
        timed_out: {
          type: 'boolean',
          description: 'Its own timeout was up; it was ended, and this is what had come out',
        },
        duration_ms: { type: 'number' },
        stdout_rest: { type: 'string', description: 'When it was cut: what Read takes to give the whole' },
        stderr_rest: { type: 'string', description: 'When it was cut: what Read takes to give the whole' },
      },
      required: ['stdout', 'stderr', 'exit_code', 'signal', 'timed_out', 'duration_ms'],
    },
    examples: [
      { description: 'Lines of the sources', arguments: { command: 'cat src/*.ts | wc -l' } },
      { description: 'A folder to run in', arguments: { command: 'ls -la', cwd: 'src' } },
      {
        description: 'An exit code that is not 0 is an answer, not an error',
        arguments: { command: 'grep -c nothing README.md' },
      },
      { description: 'A limit of its own', arguments: { command: 'sleep 0.1 && echo done', timeout: 5000 } },
    ],
    cautions: [
      'A command whose programs are not all on the allow-list is blocked; see `sandbox.allow_commands` and `sandbox.commands`.',
      'rm -r, git push --force, installing packages, unusual shell syntax and the like ask a person first.',
      'Without a sandbox of the operating system, programs that run code of the project ask first as well.',
      'Git then starts no program that the settings of a repository name; where it cannot do without one, such as a filter, it asks.',
      'In the sandbox, files that other programs execute or obey are read-only, so that git init, git clone and git worktree add fail; a person can run them.',
      'Standard input is closed. A command still running when the time is up is ended with everything it started.',
    ],
    effects: (input) => effectsOf(input, bench),
    run: async ({ command, timeout, cwd }, context) => {
      const place = bench.files.locate(cwd, 'read');
      if (place.kind !== 'directory') throw failure('Bash', 'path_not_found', { path: cwd }, bench);
      const verdict = judge(command, place.relative, bench);
      if (verdict.decision === 'block')
        throw createError('command_not_allowed', { command: verdict.program });
      if (!isForeseen(verdict, context.effects, bench.files.root))
        throw failure('Bash', 'names_changed', {}, bench);
      const quiet = await quietGit(verdict, bench);
      const outer = outerReads(verdict, bench);
      const judged = context.effects.map(({ warning }) => warning ?? '').join(' ');
      if (!warningsOf(quiet, outer, bench).every((warning) => judged.includes(warning)))
        throw failure('Bash', 'settings_changed', {}, bench);
      const { environment, ...required } = requirementsOf(verdict.ownPrograms);
      const live = new LiveOutput((piece) => context.progress(piece));
      const request = {
        argv: shellFor(command, verdict),
        directory: place.path,
        ...required,
        reads: [...required.reads, ...outer.reads],
        environment: { ...environment, ...(quiet?.environment ?? commandEnvironment) },
        network: 'allow_list',
        signal: context.signal,
        onOutput: (stream, chunk) => live.take(stream, chunk),
        onUsage: context.usage,
      } as const satisfies RunRequest;
      const { timedOut, ...outcome } = await runForAWhile(bench.processes, request, timeout).finally(() =>
        live.flush(),
      );
      const { exitCode, signal, durationMs, outputCut } = outcome;
      if (outputCut) context.note('output_limit_reached', true);
      return {
        ...(await cutText('stdout', outcome.stdout.toString('utf8'), bench)),
        ...(await cutText('stderr', outcome.stderr.toString('utf8'), bench)),
        exit_code: exitCode,
        signal,
        timed_out: timedOut,
        duration_ms: Math.round(durationMs),
      };
    },
  });
}

/** No file of anybody's is read first. Where names stand in place of patterns, the shell looks up nothing by itself. */
function shellFor(command: string, verdict: CommandVerdict): RunRequest['argv'] {
  const line = verdict.decision === 'allow' ? verdict.line : undefined;
  const given = line === undefined ? (['-c', command] as const) : (['-f', '-c', line] as const);
  const bash = findProgram('bash');
  return bash === undefined ? ['/bin/sh', ...given] : [bash, '--noprofile', '--norc', ...given];
}

/** Whether the line still touches no more than what was judged: a pattern may match other names by now. */
function isForeseen(verdict: CommandVerdict, judged: readonly Effect[], root: string): boolean {
  if (verdict.decision === 'block') return false;
  const keyOf = (effect: Effect): string => `${effect.kind} ${resolve(root, targetOf(effect))}`;
  const keys = new Set(judged.map(keyOf));
  return verdict.effects.every((effect) => keys.has(keyOf(effect)));
}

function judge(command: string, directory: string, { commands, files, processes }: Bench): CommandVerdict {
  const contained = processes.layer() !== 'checks';
  return commands.judge(command, { directory: resolve(files.root, directory), contained });
}

/** What the guard makes of the command: what it touches, and why a person should look at it. */
async function effectsOf(
  { command, cwd }: { readonly command: string; readonly cwd: string },
  bench: Bench,
): Promise<Effect[]> {
  const directory = pathOfEffect(bench, cwd, 'read');
  const verdict = judge(command, directory, bench);
  const { commands, needsExactRule } = verdict;
  const run = { kind: 'run', command, directory, commands, argument: 'command' } as const;
  const start = { kind: 'read', path: directory } as const;
  // The fence refuses what is blocked; whatever else it would touch does not matter then.
  if (verdict.decision === 'block') return [start, run];
  const warnings = verdict.decision === 'ask' ? warningsFor(verdict.reasons, command, bench.locale) : [];
  const quiet = await quietGit(verdict, bench);
  const outer = outerReads(verdict, bench);
  const fromRepository = warningsOf(quiet, outer, bench);
  warnings.push(...fromRepository);
  const losses = await lossEffects(verdict.losses, bench);
  const touched = withLosses(verdict.effects, losses, bench.files.root);
  if (warnings.length === 0)
    return [start, { ...run, ...(verdict.onlyReads && { risk: 'low' }) }, ...touched];
  const once = onceKind(verdict, fromRepository.length > 0 && { follows: (quiet?.follows.length ?? 0) > 0 });
  // What git takes from the settings of the repository stands in no rule.
  const unclear = (needsExactRule || fromRepository.length > 0) && { needsExactRule: true };
  return [start, { ...run, risk: 'high', once, warning: warnings.join(' '), ...unclear }, ...touched];
}

/** The kind of risk, when all there is to say is of one kind for which one yes in a session is enough. */
function onceKind(
  verdict: CommandVerdict,
  fromRepository: false | { readonly follows: boolean },
): string | undefined {
  const isAsked = verdict.decision === 'ask';
  if (fromRepository === false) return isAsked ? onceKindOf(verdict.reasons) : undefined;
  return isAsked || fromRepository.follows ? undefined : 'repository_outside';
}

/** Which programs and files git takes from the settings of the repository, and whose files it would show. */
function warningsOf(quiet: QuietGit | undefined, outer: OuterReads, { locale }: Bench): string[] {
  const notes = workbenchNotes(locale);
  return [
    ...(quiet !== undefined && quiet.follows.length > 0 ? [notes.gitFollows(quiet.follows)] : []),
    ...(quiet?.showsOutside || outer.shows ? [notes.gitShowsOutside] : []),
  ];
}
