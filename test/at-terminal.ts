import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { command } from './command.ts';

/** util-linux's program that gives a process a terminal of its own. */
const terminalProgram = 'script';

export const hasTerminal: boolean =
  process.platform === 'linux' && spawnSync(terminalProgram, ['-qec', 'true', '/dev/null']).status === 0;

/** The command at a terminal. */
export interface AtTerminal {
  /** Waits until this is shown, so many times. */
  shows(text: string, times?: number): Promise<void>;
  type(keys: string): void;
  /** Everything that was shown, and the exit code. */
  end(): Promise<{ readonly shown: string; readonly code: number | null }>;
}

export function startAtTerminal(given: readonly string[], { cwd }: { readonly cwd: string }): AtTerminal {
  const line = [process.execPath, command, ...given].map((word) => `'${word}'`).join(' ');
  const { PATH = '', NODE_COMPILE_CACHE, TOOLCRIB_STATE } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    TOOLCRIB_STATE,
    LANG: 'C',
    SHELL: '/bin/sh',
    TERM: 'dumb',
    NO_COLOR: '1',
    TOOLCRIB_LOCALE: 'en',
  };
  const child = spawn(terminalProgram, ['-qec', line, '/dev/null'], { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    async shows(text, times = 1) {
      while (shown.split(text).length <= times) {
        const more = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)]);
        if (more === undefined && shown.split(text).length <= times)
          throw new Error(`never shown: ${text}\n${shown}`);
      }
    },
    type: (keys) => void child.stdin.write(keys),
    async end() {
      const [code] = await closed;
      return { shown: shown.replaceAll('\r', ''), code };
    },
  };
}
