import type { IPty } from '@lydell/node-pty';
import type { IMarker, Terminal as Screen } from '@xterm/headless';
import type { PreparedProcess } from '../../fence/processes/processes.ts';
import { createZeroWidthLimit } from './zero-width.ts';

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
  /** By a signal: 128 and its number, as a shell says it. */
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

/** Questions of a program that the terminal answers within a second. Whoever asks more does not listen. */
const maxAnswers = 100;

/** One pseudo-terminal with its screen. */
export class Session {
  readonly id: string;
  readonly agent: string | undefined;
  readonly command: string;
  readonly #pty: IPty;
  readonly #screen: Screen;
  readonly #prepared: PreparedProcess;
  readonly #limit = createZeroWidthLimit();
  readonly #listeners = new Set<() => void>();
  /** Pieces of output so far. */
  #taken = 0;
  #pending = 0;
  #paused = false;
  #answers = { since: 0, count: 0 };
  #lastOutput = performance.now();
  #lastUse = performance.now();
  /** Where the answer to what was last typed begins; undefined for the beginning. */
  #sent: IMarker | undefined = undefined;
  #exitCode: number | undefined = undefined;
  #closed = false;

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
    // Links are kept one by one, and half a million of them would keep us busy for minutes.
    screen.parser.registerOscHandler(8, () => true);
    pty.onData((data) => this.#take(data));
    screen.onData((answer) => this.#answer(answer));
    pty.onExit(({ exitCode, signal }) => {
      this.#exitCode = signal === undefined || signal === 0 ? exitCode : 128 + signal;
      this.#tell();
    });
  }

  get running(): boolean {
    return this.#exitCode === undefined && !this.#closed;
  }

  /** Milliseconds since anybody did anything with it. */
  get idle(): number {
    return performance.now() - Math.max(this.#lastUse, this.#lastOutput);
  }

  send(text: string): void {
    this.#lastUse = performance.now();
    this.#lastOutput = performance.now();
    if (!this.running) return;
    this.#sent?.dispose();
    this.#sent = this.#screen.registerMarker(0);
    this.#pty.write(text);
  }

  resize({ columns, rows }: Size): void {
    this.#lastUse = performance.now();
    if (this.running) this.#pty.resize(columns, rows);
    if (!this.#closed) this.#screen.resize(columns, rows);
  }

  /**
   * Waits for a text in what has come since something was last typed, for quiet, for the end of the program or of the
   * time; whichever comes first. Tells whether the text was there.
   */
  async wait({ text, quiet, atMost, signal }: WaitRequest): Promise<boolean> {
    const end = performance.now() + atMost;
    for (;;) {
      const taken = this.#taken;
      await this.#flush();
      if (text !== undefined && this.#since().includes(text)) return true;
      const now = performance.now();
      if (now >= end || signal.aborted) return false;
      // It came while the screen took in what was there before, and may be the last that comes.
      if (this.#taken !== taken) continue;
      const quietAt = this.#lastOutput + quiet;
      if (!this.running || (text === undefined && now >= quietAt)) return false;
      await this.#somethingHappens(Math.min(end, text === undefined ? quietAt : end) - now, signal);
    }
  }

  /** What is on the screen, with lines that have scrolled away before it. */
  async view(scrollback: number): Promise<View> {
    this.#lastUse = performance.now();
    await this.#flush();
    const { active } = this.#screen.buffer;
    const first = Math.max(0, active.baseY - scrollback);
    return {
      screen: this.#rows(first).join('\n').trimEnd(),
      cursor: { row: active.cursorY + 1, column: active.cursorX + 1 },
      full_screen: active.type === 'alternate',
      running: this.running,
      ...(this.#exitCode !== undefined && { exit_code: this.#exitCode }),
    };
  }

  /** Ends the program and everything that it has started. */
  async close(): Promise<void> {
    await this.#prepared.end(this.#pty.pid);
    this.#closed = true;
    this.#screen.dispose();
    this.#tell();
  }

  #take(data: string): void {
    if (this.#closed) return;
    const limited = this.#limit(data);
    this.#taken++;
    this.#pending += limited.length;
    this.#lastOutput = performance.now();
    if (this.#pending > highWater) this.#pause(true);
    this.#screen.write(limited, () => {
      this.#pending -= limited.length;
      if (this.#pending < lowWater) this.#pause(false);
    });
    this.#tell();
  }

  #pause(wanted: boolean): void {
    if (wanted === this.#paused || !this.running) return;
    this.#paused = wanted;
    if (wanted) this.#pty.pause();
    else this.#pty.resume();
  }

  /** Programs ask the terminal who it is and where its cursor stands, and wait for the answer. */
  #answer(answer: string): void {
    const now = performance.now();
    if (now - this.#answers.since > 1000) this.#answers = { since: now, count: 0 };
    if (this.running && ++this.#answers.count <= maxAnswers) this.#pty.write(answer);
  }

  /** What has come since something was last typed, lines that the screen has broken in one piece. */
  #since(): string {
    const { active } = this.#screen.buffer;
    const first = active.type === 'alternate' ? 0 : Math.max(0, this.#sent?.line ?? 0);
    return this.#rows(first, true).join('');
  }

  /** The rows from one on to the last; with their ends as they are when they are to be put together. */
  #rows(first: number, toJoin = false): string[] {
    const { active } = this.#screen.buffer;
    return Array.from({ length: Math.max(0, active.baseY + this.#screen.rows - first) }, (_, index) => {
      const isBroken = toJoin && active.getLine(first + index + 1)?.isWrapped === true;
      const row =
        active
          .getLine(first + index)
          ?.translateToString(!isBroken)
          .toWellFormed() ?? '';
      return toJoin && !isBroken ? `${row}\n` : row;
    });
  }

  /** The screen takes output in later than it is written, and not at all once it is closed. */
  #flush(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#listeners.delete(look);
        resolve();
      };
      const look = (): void => void (this.#closed && end());
      this.#listeners.add(look);
      look();
      this.#screen.write('', end);
    });
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
