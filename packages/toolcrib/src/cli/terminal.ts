import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';

/** Where the command reads and writes. Results go to standard output, everything else to standard error. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  /** Both sides are a person's terminal, so a question can be asked. */
  readonly interactive: boolean;
  /** Writes a line of the result; waits while the reader is slower than we are. */
  write(line: string): Promise<void>;
  /** Writes a line about the result. */
  tell(line: string): void;
  ask(prompt: string, signal: AbortSignal | undefined): Promise<string>;
  /** Styles text for standard output or error; plain when that is no terminal or NO_COLOR is set. */
  style(format: Style, text: string, to?: 'output' | 'error'): string;
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

export function createTerminal({ stdin, stdout, stderr }: NodeJS.Process): Terminal {
  // Whoever reads us may stop early, as `head` does: that is the end, not an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  return {
    input: stdin,
    interactive: stdin.isTTY && stderr.isTTY,
    write: (line) => new Promise((resolve) => stdout.write(`${line}\n`, () => resolve())),
    tell: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal) {
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(prompt, signal === undefined ? {} : { signal });
      } finally {
        lines.close();
      }
    },
    style: (format, text, to = 'output') =>
      styleText(format, text, { stream: to === 'output' ? stdout : stderr }),
  };
}
