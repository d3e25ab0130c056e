import { widthOf } from '../table.ts';
import type { Screen, Terminal } from '../terminal.ts';

/** Milliseconds between two looks. */
const interval = 100;

/**
 * The lines at the bottom of a terminal that change in place. What else is told goes above them, and while a person is asked
 * they are away.
 */
export class LiveArea {
  readonly #screen: Screen;
  readonly #lines: () => readonly string[];
  readonly #timer: NodeJS.Timeout;
  #shown = 0;
  #asking = 0;

  constructor(screen: Screen, lines: () => readonly string[]) {
    this.#screen = screen;
    this.#lines = lines;
    this.#timer = setInterval(() => this.draw(), interval);
    this.draw();
  }

  /** One write for all of it, line over line: nothing is cleared before there is something in its place. */
  draw(): void {
    if (this.#asking > 0) return;
    const { columns, rows } = this.#screen;
    const lines = this.#lines().slice(0, Math.max(1, rows - 1));
    const text = lines.map((line) => `${cut(line, columns - 1)}\u001b[K\n`).join('');
    this.#screen.write(`\u001b[?25l${this.#up()}${text}\u001b[J\u001b[?25h`);
    this.#shown = lines.length;
  }

  /** Takes the lines away; the next look brings them back. */
  clear(): void {
    if (this.#shown > 0) this.#screen.write(`${this.#up()}\u001b[J`);
    this.#shown = 0;
  }

  async whileAway<T>(work: () => Promise<T>): Promise<T> {
    this.clear();
    this.#asking++;
    try {
      return await work();
    } finally {
      this.#asking--;
    }
  }

  /** Leaves the last state standing. */
  end(): void {
    clearInterval(this.#timer);
    this.draw();
  }

  #up(): string {
    return this.#shown === 0 ? '' : `\u001b[${this.#shown}A\r`;
  }
}

/** A terminal whose lines and questions make room for the live area, once there is one. */
export function besideArea(terminal: Terminal, area: () => LiveArea | undefined): Terminal {
  const beside: Terminal = Object.create(terminal, {
    tell: {
      value: (line: string) => {
        area()?.clear();
        terminal.tell(line);
      },
    },
    ask: {
      value: (prompt: string, signal: AbortSignal | undefined) => {
        const shown = area();
        const ask = (): Promise<string> => terminal.ask(prompt, signal);
        return shown === undefined ? ask() : shown.whileAway(ask);
      },
    },
  }) as Terminal;
  return beside;
}

/** As much of a line as fits; styles take no room. */
function cut(line: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const [part] of line.matchAll(/\p{Cc}\[[\d;]*m|./gsu)) {
    const isStyle = part.length > 1 && part.startsWith('\u001b');
    if (!isStyle && width + widthOf(part) > columns) continue;
    width += isStyle ? 0 : widthOf(part);
    kept += part;
  }
  return kept;
}
