import { resolve } from 'node:path';
import {
  block,
  BlockedError,
  Refusal,
  type ApprovedCall,
  type Effect,
  type Fence,
  type KnownError,
  type SandboxMode,
} from '@toolcrib/core';
import type { CommandGuard } from './commands/command-guard.ts';
import type { NetworkGuard } from './network/network-guard.ts';
import type { Processes } from './processes/processes.ts';
import type { ProjectFiles } from './project-files.ts';

export interface FenceParts {
  readonly mode: SandboxMode;
  readonly files: ProjectFiles;
  readonly commands: CommandGuard;
  readonly processes: Processes;
  readonly network: NetworkGuard;
}

/**
 * Decides by its effects what a call may touch. What is decided here is enforced again while the call runs: by the files
 * on their handles, by the network when it dials, by the layer around each process.
 */
export function createFence({ mode, files, commands, processes, network }: FenceParts): Fence {
  const refusalOf = (effect: Effect): Refusal | undefined => {
    switch (effect.kind) {
      case 'read':
      case 'write':
        return refusedBy(() => files.locate(effect.path, effect.kind));
      case 'run':
        return judgeCommand(effect.command, effect.directory ?? '.', effect.interactive ?? false);
      case 'connect':
        return reaches(effect.host)
          ? undefined
          : block('host_not_allowed', { host: effect.host }, 'allow_hosts');
    }
  };

  const judgeCommand = (command: string, directory: string, interactive: boolean): Refusal | undefined => {
    // What is typed into a program is no command line; a person has seen it.
    if (interactive) return undefined;
    const verdict = commands.judge(command, { directory: resolve(files.root, directory), contained: false });
    if (verdict.decision !== 'block') return undefined;
    const [reason] = verdict.reasons;
    return block(
      'command_not_allowed',
      { command: verdict.program || command, reason: reason?.word },
      'commands',
    );
  };

  const reaches = (host: string): boolean => {
    const url = URL.parse(`http://${host}`);
    if (url === null) return false;
    const ports = /:\d+$/u.test(host) ? [Number(url.port || 80)] : [443, 80];
    return ports.some((port) => network.allows(url.hostname, port));
  };

  const inspect = ({ tool, verdict }: Pick<ApprovedCall, 'tool' | 'verdict'>): Refusal | undefined => {
    for (const effect of verdict.effects) {
      const refusal = refusalOf(effect);
      if (refusal !== undefined) return refusal;
    }
    const uncontained = mode === 'required' && runs(verdict.effects) && processes.layer() === 'checks';
    return uncontained ? block('no_fence', { tool: tool.name }, 'sandbox: required') : undefined;
  };

  return {
    inspect,
    enclose: (call) => inspect(call) ?? { layer: runs(call.verdict.effects) ? processes.layer() : 'checks' },
  };
}

function runs(effects: readonly Effect[]): boolean {
  return effects.some(({ kind }) => kind === 'run');
}

/** What cannot be judged for another reason, such as a name that is too long, the tool will tell itself. */
function refusedBy(look: () => unknown): Refusal | undefined {
  try {
    look();
    return undefined;
  } catch (error) {
    if (!(error instanceof BlockedError)) return undefined;
    const { code, data } = error as KnownError;
    return new Refusal('blocked', code, data, { rule: 'project', cause: error });
  }
}
