import { spawn } from 'node:child_process';
import {
  BaseToolExecutor,
  NetworkError,
  type CallArguments,
  type ToolContext,
  type ToolOf,
} from '@toolcrib/core';

declare module '@toolcrib/core' {
  interface ImplementationKinds {
    process: { readonly kind: 'process'; readonly script: string };
  }
}

/** The exit code with which a script says that it could not reach its server (EX_TEMPFAIL). */
const unreachable = 75;

/**
 * A kind of tool that the core does not know: a script that runs in a Node of its own, gets the arguments as JSON and
 * answers with JSON. It implements `doExecute` and nothing else.
 */
export class ProcessExecutor extends BaseToolExecutor<'process'> {
  readonly kind = 'process';

  protected doExecute(
    { implementation }: ToolOf<'process'>,
    parameters: CallArguments,
    { signal }: ToolContext,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const script = `const input = ${JSON.stringify(parameters)};\n${implementation.script}`;
      const child = spawn(process.execPath, ['-e', script], { signal });
      let output = '';
      let complaint = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(JSON.parse(output));
        else if (code === unreachable) reject(new NetworkError(complaint));
        else reject(new Error(complaint));
      });
    });
  }
}
