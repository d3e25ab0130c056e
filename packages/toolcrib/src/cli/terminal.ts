import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { styleText } from 'node:util';
import { visible } from '@toolcrib/core';
import { exitCodes } from './exit-codes.ts';

/** Where the command reads and writes. Results go to standard output, everything else to standard error. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  /** Both sides are a person's terminal, so a question can be asked. */
  readonly interactive: boolean;
  /** How wide the terminal is that shows the result; undefined when it goes to a file or a pipe. */
  readonly columns: number | undefined;
  /** Writes a line of the result; waits while the reader is slower than we are. */
  write(line: string): Promise<void>;
  /** Writes text that somebody else wrote: to a terminal with everything visible, to a file or a pipe as it is. */
  writeText(text: string): Promise<void>;
  /** Writes JSON. For a terminal, what it could obey is escaped inside the texts; the value stays the same. */
  writeJson(json: string): Promise<void>;
  /** Writes a piece of many lines as it is; for a terminal, what it could obey is shown. */
  writePiece(piece: string): Promise<void>;
  /** The screen behind standard error, where what changes can be shown in place; undefined when that is none. */
  readonly screen: Screen | undefined;
  /** Writes a line about the result. */
  tell(line: string): void;
  /**
   * What a person types after the prompt; nothing when they leave instead, or the question is over. Whatever was typed before is
   * dropped. With a reading time the prompt appears only after so many milliseconds, and not before the keys are quiet.
   */
  ask(prompt: string, signal: AbortSignal | undefined, readingTime?: number): Promise<string>;
  /** Styles text for standard output or error; plain when that is no terminal or NO_COLOR is set. */
  style(format: Style, text: string, to?: 'output' | 'error'): string;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
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
    columns: stdout.isTTY ? (stdout.columns ?? 80) : undefined,
    write,
    writeText: (text) => write(stdout.isTTY ? visibleLines(text) : text),
    writeJson: (json) => write(stdout.isTTY ? visibleJson(json) : json),
    writePiece: (piece) =>
      new Promise((resolve) => stdout.write(stdout.isTTY ? visibleLines(piece) : piece, () => resolve())),
    // A terminal that obeys nothing is read line by line.
    screen:
      stderr.isTTY && process.env['TERM'] !== 'dumb'
        ? {
            get columns() {
              return stderr.columns || 80;
            },
            get rows() {
              return stderr.rows || 24;
            },
            write: (text) => void stderr.write(text),
          }
        : undefined,
    tell: (line) => void stderr.write(`${line}\n`),
    async ask(prompt, signal, readingTime = 0) {
      // Loaded when somebody is asked: most commands never ask.
      const { createInterface } = await import('node:readline/promises');
      await dropTyped(process, { readingTime, signal });
      const lines = createInterface({ input: process.stdin, output: stderr });
      // While it reads, the terminal hands Ctrl-C to the question instead of to the process.
      lines.on('SIGINT', () => process.emit('SIGINT'));
      try {
        const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
        return await Promise.race([lines.question(prompt, signal === undefined ? {} : { signal }), left]);
      } catch (error) {
        if (signal?.aborted) return '';
        throw error;
      } finally {
        lines.close();
      }
    },
    style: (format, text, to = 'output') =>
      styleText(format, text, { stream: to === 'output' ? stdout : stderr }),
  };
}

/** Milliseconds in which a terminal hands over what was typed before. */
const handover = 50;

/** Milliseconds without a key before a prompt that has a reading time: a key that is held down or a long paste goes on until then. */
const quiet = 250;

/**
 * Drops what was typed before the prompt: what waits in the terminal for its Enter, what lies in a stream that was paused after
 * the prompt before, and what is typed during the reading time.
 */
async function dropTyped(
  process: NodeJS.Process,
  { readingTime, signal }: { readonly readingTime: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { stdin } = process;
  const begun = performance.now();
  const pause = readingTime > 0 ? quiet : 0;
  let lastKey = begun - pause;
  const drop = (typed: string | Buffer): void => {
    lastKey = performance.now();
    if (typed.includes('\u0003')) process.emit('SIGINT');
  };
  stdin.setRawMode?.(true);
  stdin.on('data', drop);
  // A listener alone does not wake a stream that somebody has paused.
  stdin.resume();
  for (;;) {
    const left = Math.max(begun + Math.max(readingTime, handover), lastKey + pause) - performance.now();
    await wait(Math.max(left, 0), undefined, { signal }).catch(() => undefined);
    // After a pause of this process the time is over before the terminal was read once: its turn comes before the second of these.
    const before = lastKey;
    await nextTurn();
    await nextTurn();
    if (signal?.aborted || (left <= 0 && lastKey === before)) break;
  }
  stdin.off('data', drop);
  stdin.pause();
  stdin.setRawMode?.(false);
}

/** Text for a terminal: lines and tabs stay, what the terminal would obey or hide is shown. */
export function visibleLines(text: string): string {
  return text.replace(/[^\t\n\r]+|\r(?!\n)/gu, visible);
}

/** The same for JSON, by escapes that JSON itself has: outside of its texts there is nothing to escape but lines. */
function visibleJson(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}]/gu, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, at) => escapeAt(character, at)).join(''),
  );
}

function escapeAt(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
