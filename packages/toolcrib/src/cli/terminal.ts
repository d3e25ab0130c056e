import { styleText } from 'node:util';
import { visible } from '@toolcrib/core';
import { exitCodes } from './exit-codes.ts';

/** Where the command reads and writes. Results go to standard output, everything else to standard error. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  /** Both sides are a person's terminal, so a question can be asked. */
  readonly interactive: boolean;
  /** Writes a line of the result; waits while the reader is slower than we are. */
  write(line: string): Promise<void>;
  /** Writes text that somebody else wrote: to a terminal with everything visible, to a file or a pipe as it is. */
  writeText(text: string): Promise<void>;
  /** Writes JSON. For a terminal, what it could obey is escaped inside the texts; the value stays the same. */
  writeJson(json: string): Promise<void>;
  /** Writes a line about the result. */
  tell(line: string): void;
  /** What a person types; nothing when they leave instead. */
  ask(prompt: string, signal: AbortSignal | undefined): Promise<string>;
  /** Styles text for standard output or error; plain when that is no terminal or NO_COLOR is set. */
  style(format: Style, text: string, to?: 'output' | 'error'): string;
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

export function createTerminal(process: NodeJS.Process): Terminal {
  const { stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may stop early, as `head` does: that is the end, not an error.
    if (error.code === 'EPIPE') process.exit();
    stderr.write(`${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Nobody listens to what we say about the result; the result itself is still wanted.
  stderr.on('error', () => undefined);
  const write = (line: string): Promise<void> =>
    new Promise((resolve) => stdout.write(`${line}\n`, () => resolve()));
  return {
    // Opened by who asks for it: most commands never read.
    get input() {
      return process.stdin;
    },
    get interactive() {
      return process.stdin.isTTY && stderr.isTTY;
    },
    write,
    writeText: (text) => write(stdout.isTTY ? visibleLines(text) : text),
    writeJson: (json) => write(stdout.isTTY ? visibleJson(json) : json),
    tell: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal) {
      // Loaded when somebody is asked: most commands never ask.
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: stderr });
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

/** Text for a terminal: lines and tabs stay, what the terminal would obey or hide is shown. */
export function visibleLines(text: string): string {
  return text.replace(/[^\t\n\r]+|\r(?!\n)/gu, visible);
}

/** The same for JSON, by escapes that JSON itself has: outside of its texts there is nothing to escape but lines. */
function visibleJson(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, at) => escapeAt(character, at)).join(''),
  );
}

function escapeAt(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
