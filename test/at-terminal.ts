import { onTestFinished } from 'vitest';
import { loadParts } from '../packages/toolcrib/src/workbench/terminal/parts.ts';
import { command } from './command.ts';

const parts = process.platform === 'linux' ? await loadParts().catch(() => undefined) : undefined;

export const hasTerminal: boolean = parts !== undefined;

/** The command at a pseudo-terminal. */
export interface AtTerminal {
  /** Everything that was shown until now. */
  readonly shown: string;
  readonly hasEnded: boolean;
  /** Waits until this is shown, so many times. */
  shows(text: string, times?: number): Promise<void>;
  type(keys: string): void;
  /** Stops the process, lets it go on, or ends it. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGINT' | 'SIGKILL'): void;
  /** Everything that was shown, and the exit code. */
  end(): Promise<{ readonly shown: string; readonly code: number | null }>;
}

interface TerminalOptions {
  readonly cwd: string;
  /** @default that of the tests */
  readonly state?: string;
}

/** The same without a test around it: who starts it ends it. */
export function openAtTerminal(given: readonly string[], { cwd, state }: TerminalOptions): AtTerminal {
  if (parts === undefined) throw new Error('there are no pseudo-terminals here');
  const { PATH = '', NODE_COMPILE_CACHE, TOOLCRIB_STATE } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    TOOLCRIB_STATE: state ?? TOOLCRIB_STATE,
    LANG: 'C',
    TERM: 'dumb',
    NO_COLOR: '1',
    TOOLCRIB_LOCALE: 'en',
  };
  const child = parts.spawn(process.execPath, [command, ...given], { cwd, env, cols: 80, rows: 24 });
  let shown = '';
  let wake = Promise.withResolvers<void>();
  child.onData((text) => {
    shown += text;
    wake.resolve();
    wake = Promise.withResolvers();
  });
  let code: number | undefined;
  const closed = new Promise<void>((resolve) =>
    child.onExit((end) => {
      code = end.signal ? 128 + end.signal : end.exitCode;
      resolve();
    }),
  );
  return {
    get shown() {
      return shown;
    },
    get hasEnded() {
      return code !== undefined;
    },
    async shows(text, times = 1) {
      while (shown.split(text).length <= times) {
        if (code !== undefined) throw new Error(`never shown: ${text}\n${shown}`);
        await Promise.race([wake.promise, closed]);
      }
    },
    type: (keys) => child.write(keys),
    signal(name) {
      if (code === undefined) process.kill(child.pid, name);
    },
    async end() {
      await closed;
      return { shown: shown.replaceAll('\r', ''), code: code ?? null };
    },
  };
}

export function startAtTerminal(given: readonly string[], options: TerminalOptions): AtTerminal {
  const terminal = openAtTerminal(given, options);
  onTestFinished(() => terminal.signal('SIGKILL'));
  return terminal;
}
