import { styleText } from 'node:util';
import { exitCodes } from './exit-codes.ts';

/** Where the command reads and writes. Results go to standard output, everything else to standard error. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  /** Both sides are a person's terminal, so a question can be asked. */
  readonly interactive: boolean;
  /** Writes a line of the result; waits while the reader is slower than we are. */
  write(line: string): Promise<void>;
  /** Writes a line about the result. */
  tell(line: string): void;
  /** What a person types; nothing when they leave instead. */
  ask(prompt: string, signal: AbortSignal | undefined): Promise<string>;
  /** Styles text for standard output or error; plain when that is no terminal or NO_COLOR is set. */
  style(format: Style, text: string, to?: 'output' | 'error'): string;
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

export function createTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may stop early, as `head` does: that is the end, not an error.
    if (error.code === 'EPIPE') process.exit();
    stderr.write(`${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Nobody listens to what we say about the result; the result itself is still wanted.
  stderr.on('error', () => undefined);
  return {
    input: stdin,
    interactive: stdin.isTTY && stderr.isTTY,
    write: (line) => new Promise((resolve) => stdout.write(`${line}\n`, () => resolve())),
    tell: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal) {
      // Loaded when somebody is asked: most commands never ask.
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: stdin, output: stderr });
      // While it reads, the terminal hands Ctrl-C to the question instead of to the process.
      lines.on('SIGINT', () => process.emit('SIGINT'));
      try {
        const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
        return await Promise.race([lines.question(prompt, signal === undefined ? {} : { signal }), left]);
      } finally {
        lines.close();
      }
    },
    style: (format, text, to = 'output') =>
      styleText(format, text, { stream: to === 'output' ? stdout : stderr }),
  };
}
