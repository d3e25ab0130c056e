import { createError } from '@toolcrib/core';
import type { Bench } from '../bench.ts';
import { requirementsOf } from '../../fence/processes/own-programs.ts';
import { failure } from '../failure.ts';
import { outerRepository } from '../repository-of.ts';
import { loadParts, type TerminalParts } from './parts.ts';
import { Session, type Size } from './session.ts';

export interface OpenRequest extends Size {
  /** A line for bash; none for an interactive shell. */
  readonly command: string | undefined;
  /** Absolute, inside the project. */
  readonly directory: string;
  readonly agent: string | undefined;
}

const maxSessions = 8;
/** Milliseconds after which a session that nobody uses is closed. */
const maxIdle = 30 * 60_000;

/** The open sessions. An agent sees its own and nobody else's. */
export class Sessions {
  readonly #bench: Bench;
  readonly #load: () => Promise<TerminalParts>;
  readonly #sessions = new Map<string, Session>();
  #count = 0;
  #opening = 0;
  #closed = false;
  #sweeping: NodeJS.Timeout | undefined = undefined;

  constructor(bench: Bench, load: () => Promise<TerminalParts> = loadParts) {
    this.#bench = bench;
    this.#load = load;
    bench.onClose(() => this.#closeAll());
  }

  async open(request: OpenRequest): Promise<Session> {
    const ended = this.#makeRoom();
    this.#opening++;
    try {
      await ended?.close();
      const session = await this.#start(request);
      this.#sessions.set(session.id, session);
      this.#sweeping ??= setInterval(() => void this.#sweep(), 60_000).unref();
      // Whoever closed everything meanwhile has not seen this one.
      if (this.#closed) await this.#closeAll();
      return session;
    } finally {
      this.#opening--;
    }
  }

  find(id: string | undefined, agent: string | undefined): Session {
    const session = this.#sessions.get(id ?? '');
    if (session !== undefined && session.agent === agent) return session;
    const open = this.list(agent).map((one) => one.id);
    throw failure('Terminal', 'no_session', { session: id ?? '', open }, this.#bench);
  }

  /** Refuses to type into a program that has ended: nothing would come of it. */
  requireRunning({ id, running }: Session): void {
    if (!running) throw failure('Terminal', 'session_ended', { session: id }, this.#bench);
  }

  /** Refuses what cannot be opened: too many sessions, or no pseudo-terminals on this system. */
  async requireRoom(): Promise<void> {
    this.#findEnded();
    await this.#loadParts();
  }

  list(agent: string | undefined): Session[] {
    return [...this.#sessions.values()].filter((session) => session.agent === agent);
  }

  async close(session: Session): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  /** A session whose program has ended makes room for another. */
  #makeRoom(): Session | undefined {
    const ended = this.#findEnded();
    if (ended !== undefined) this.#sessions.delete(ended.id);
    return ended;
  }

  /** The session to close for a new one, when there are as many as there may be. */
  #findEnded(): Session | undefined {
    if (this.#closed) throw createError('cancelled', { tool: 'Terminal' });
    if (this.#sessions.size + this.#opening < maxSessions) return undefined;
    const ended = [...this.#sessions.values()].find(({ running }) => !running);
    if (ended === undefined)
      throw failure('Terminal', 'too_many_sessions', { limit: maxSessions }, this.#bench);
    return ended;
  }

  async #start({ command, directory, agent, columns, rows }: OpenRequest): Promise<Session> {
    const { spawn, Screen } = await this.#loadParts();
    const shell = ['/bin/bash', '--noprofile', '--norc'] as const;
    const { commands, processes } = this.#bench;
    const { environment, ...required } = requirementsOf(commands.listedOwn);
    const prepared = await processes.prepare({
      ...required,
      reads: [...required.reads, ...linkedReads(this.#bench)],
      argv: command === undefined ? [...shell, '-i'] : [...shell, '-c', command],
      directory,
      network: 'allow_list',
      environment: { ...environment, TERM: 'xterm-256color', PS1: String.raw`\w\$ ` },
    });
    const pty = spawn(prepared.file, [...prepared.arguments], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: prepared.directory,
      env: { ...prepared.environment },
    });
    // It would write its complaints to our own output.
    const quiet = { allowProposedApi: true, logLevel: 'off' } as const;
    const screen = new Screen({ cols: columns, rows, scrollback: 2000, ...quiet });
    return new Session({ id: `t${++this.#count}`, agent, command: command ?? 'bash' }, pty, screen, prepared);
  }

  async #loadParts(): Promise<TerminalParts> {
    try {
      return await this.#load();
    } catch (cause) {
      throw failure('Terminal', 'terminal_unavailable', {}, { locale: this.#bench.locale, cause });
    }
  }

  async #sweep(): Promise<void> {
    for (const session of this.#sessions.values()) if (session.idle > maxIdle) await this.close(session);
  }

  async #closeAll(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeping);
    await Promise.all([...this.#sessions.values()].map((session) => this.close(session)));
  }
}

/** The repository of a linked work tree, which lies elsewhere. */
function linkedReads({ files }: Bench): readonly string[] {
  const outer = outerRepository(files.root);
  return outer?.kind === 'linked' ? [outer.common] : [];
}
