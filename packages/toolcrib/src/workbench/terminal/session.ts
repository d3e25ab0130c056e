import type { IPty } from '@lydell/node-pty';
import type { Terminal as Screen } from '@xterm/headless';
import type { PreparedProcess } from '../../fence/processes/processes.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What a person would see. */
export interface View {
  readonly screen: string;
  readonly cursor: { readonly row: number; readonly column: number };
  /** A program such as an editor has taken the whole screen. */
  readonly full_screen: boolean;
  readonly running: boolean;
  readonly exit_code?: number;
}

/** Until when to wait before looking. */
export interface WaitRequest {
  readonly text?: string | undefined;
  /** Milliseconds without output. */
  readonly quiet: number;
  /** Milliseconds in all. */
  readonly atMost: number;
  readonly signal: AbortSignal;
}

/** Output that the screen has not taken in yet; beyond it the program has to wait. */
const highWater = 1_000_000;
const lowWater = 100_000;

/** One pseudo-terminal with its screen. */
export class Session {
  readonly id: string;
  readonly agent: string | undefined;
  readonly command: string;
  readonly #pty: IPty;
  readonly #screen: Screen;
  readonly #prepared: PreparedProcess;
  readonly #listeners = new Set<() => void>();
  #pending = 0;
  #lastOutput = performance.now();
  #lastUse = performance.now();
  #exitCode: number | undefined = undefined;

  constructor(
    facts: { readonly id: string; readonly agent: string | undefined; readonly command: string },
    pty: IPty,
    screen: Screen,
    prepared: PreparedProcess,
  ) {
    this.id = facts.id;
    this.agent = facts.agent;
    this.command = facts.command;
    this.#pty = pty;
    this.#screen = screen;
    this.#prepared = prepared;
    pty.onData((data) => this.#take(data));
    // Programs ask the terminal who it is and where its cursor stands, and wait for the answer.
    screen.onData((answer) => this.#pty.write(answer));
    pty.onExit(({ exitCode }) => {
      this.#exitCode = exitCode;
      this.#tell();
    });
  }

  get running(): boolean {
    return this.#exitCode === undefined;
  }

  /** Milliseconds since anybody did anything with it. */
  get idle(): number {
    return performance.now() - Math.max(this.#lastUse, this.#lastOutput);
  }

  send(text: string): void {
    this.#lastUse = performance.now();
    this.#lastOutput = performance.now();
    if (this.running) this.#pty.write(text);
  }

  resize({ columns, rows }: Size): void {
    this.#lastUse = performance.now();
    if (this.running) this.#pty.resize(columns, rows);
    this.#screen.resize(columns, rows);
  }

  /** Waits for a text on the screen, for quiet, for the end of the program or of the time; whichever comes first. */
  async wait({ text, quiet, atMost, signal }: WaitRequest): Promise<boolean> {
    const end = performance.now() + atMost;
    for (;;) {
      await this.#flush();
      if (text !== undefined && this.#visibleText().includes(text)) return true;
      const now = performance.now();
      const quietAt = this.#lastOutput + quiet;
      if (!this.running || now >= end || signal.aborted || (text === undefined && now >= quietAt)) {
        return text === undefined;
      }
      await this.#somethingHappens(Math.min(end, text === undefined ? quietAt : end) - now, signal);
    }
  }

  /** What is on the screen, with lines that have scrolled away before it. */
  async view(scrollback: number): Promise<View> {
    this.#lastUse = performance.now();
    await this.#flush();
    const { active } = this.#screen.buffer;
    return {
      screen: this.#visibleText(scrollback),
      cursor: { row: active.cursorY + 1, column: active.cursorX + 1 },
      full_screen: active.type === 'alternate',
      running: this.running,
      ...(this.#exitCode !== undefined && { exit_code: this.#exitCode }),
    };
  }

  /** Ends the program and everything that it has started. */
  async close(): Promise<void> {
    await this.#prepared.end(this.#pty.pid);
    this.#exitCode ??= -1;
    this.#screen.dispose();
    this.#tell();
  }

  #take(data: string): void {
    this.#pending += data.length;
    this.#lastOutput = performance.now();
    if (this.#pending > highWater) this.#pty.pause();
    this.#screen.write(data, () => {
      this.#pending -= data.length;
      if (this.#pending < lowWater) this.#pty.resume();
    });
    this.#tell();
  }

  #visibleText(scrollback = 0): string {
    const { active } = this.#screen.buffer;
    const lines: string[] = [];
    for (let row = Math.max(0, active.baseY - scrollback); row < active.baseY + this.#screen.rows; row++) {
      lines.push(active.getLine(row)?.translateToString(true) ?? '');
    }
    return lines.join('\n').trimEnd();
  }

  /** The screen takes output in later than it is written. */
  #flush(): Promise<void> {
    return new Promise((resolve) => this.#screen.write('', resolve));
  }

  #somethingHappens(atMost: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(1, atMost));
      this.#listeners.add(end);
      signal.addEventListener('abort', end);
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
