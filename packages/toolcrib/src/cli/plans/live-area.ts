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
  #isShown = false;
  #asking = 0;

  constructor(screen: Screen, lines: () => readonly string[]) {
    this.#screen = screen;
    this.#lines = lines;
    this.#timer = setInterval(() => this.draw(), interval);
    this.draw();
  }

  /**
   * One write for all of it, line over line: nothing is cleared before there is something in its place. The cursor waits at
   * the top, so that a line that somebody else writes, such as a log, pushes the rest down instead of tearing it.
   */
  draw(): void {
    if (this.#asking > 0) return;
    const lines = this.#fitting();
    this.#screen.write(`\u001b[?25l${toText(lines)}\u001b[${lines.length}A\r\u001b[?25h`);
    this.#isShown = true;
  }

  /** Takes the lines away; the next look brings them back. */
  clear(): void {
    if (this.#isShown) this.#screen.write('\r\u001b[J');
    this.#isShown = false;
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
    this.#screen.write(toText(this.#fitting()));
    this.#isShown = false;
  }

  #fitting(): readonly string[] {
    const { columns, rows } = this.#screen;
    const lines = this.#lines().slice(0, Math.max(1, rows - 1));
    return lines.map((line) => cut(line, columns - 1));
  }
}

function toText(lines: readonly string[]): string {
  return `${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`;
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
      value: (...given: Parameters<Terminal['ask']>) => {
        const shown = area();
        const ask = (): Promise<string> => terminal.ask(...given);
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
