import type * as NodePty from '@lydell/node-pty';
import type * as Xterm from '@xterm/headless';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
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
  readonly #sessions = new Map<string, Session>();
  #count = 0;
  #sweeping: NodeJS.Timeout | undefined = undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
    bench.onClose(() => this.#closeAll());
  }

  async open({ command, directory, agent, columns, rows }: OpenRequest): Promise<Session> {
    if (this.#sessions.size >= maxSessions)
      throw failure('Terminal', 'too_many_sessions', { limit: maxSessions }, this.#bench);
    const [pty, screens] = await loadTerminal(this.#bench);
    const shell = ['/bin/bash', '--noprofile', '--norc'] as const;
    const prepared = await this.#bench.processes.prepare({
      argv: command === undefined ? [...shell, '-i'] : [...shell, '-c', command],
      directory,
      network: 'allow_list',
      environment: { TERM: 'xterm-256color', PS1: String.raw`\w\$ ` },
    });
    const child = pty.spawn(prepared.file, [...prepared.arguments], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: prepared.directory,
      env: { ...prepared.environment },
    });
    const screen = new screens.Terminal({ cols: columns, rows, scrollback: 2000, allowProposedApi: true });
    const id = `t${++this.#count}`;
    const session = new Session({ id, agent, command: command ?? 'bash' }, child, screen, prepared);
    this.#sessions.set(id, session);
    this.#sweeping ??= setInterval(() => void this.#sweep(), 60_000).unref();
    return session;
  }

  find(id: string | undefined, agent: string | undefined): Session {
    const session = this.#sessions.get(id ?? '');
    if (session !== undefined && session.agent === agent) return session;
    const open = this.list(agent).map((one) => one.id);
    throw failure('Terminal', 'no_session', { session: id ?? '', open }, this.#bench);
  }

  list(agent: string | undefined): Session[] {
    return [...this.#sessions.values()].filter((session) => session.agent === agent);
  }

  async close(session: Session): Promise<void> {
    this.#sessions.delete(session.id);
    await session.close();
  }

  async #sweep(): Promise<void> {
    for (const session of this.#sessions.values()) if (session.idle > maxIdle) await this.close(session);
  }

  async #closeAll(): Promise<void> {
    clearInterval(this.#sweeping);
    await Promise.all([...this.#sessions.values()].map((session) => this.close(session)));
  }
}

/** Both are loaded by the first session only; the first is not there on every system. */
async function loadTerminal(bench: Bench): Promise<[typeof NodePty, typeof Xterm]> {
  try {
    const [pty, screens] = await Promise.all([import('@lydell/node-pty'), import('@xterm/headless')]);
    // Both are CommonJS, and the second hides its names from a module.
    return [pty, (screens as unknown as { default: typeof Xterm }).default];
  } catch (cause) {
    throw failure('Terminal', 'terminal_unavailable', {}, { locale: bench.locale, cause });
  }
}
